/** Reads the rows of a file of any format, in groups. */

import path from 'node:path';
import { readCsvRows } from './csv-rows.ts';
import { readJsonRows } from './json-rows.ts';
import { openSource } from './source-file.ts';
import type { SourceRow } from './source-row.ts';

/** Rows, and the name for their positions, such as in `line 7` or `entry 7`. */
export type RowSource = { positionName: 'line' | 'entry'; groups: AsyncIterable<SourceRow[]> };

/**
 * Opens a file; its rows are read on demand.
 *
 * @param onRead receives the number of bytes read since the last call
 * @param encoding the declared encoding; UTF-8 if undefined
 * @throws StartError if it is unreadable or has no listings; also thrown later, while reading rows
 */
export async function openRows(
  file: string,
  onRead: (bytes: number) => void,
  encoding?: string,
): Promise<RowSource> {
  const name = path.basename(file);
  const { format, chunks } = await openSource(file, onRead, encoding);
  return format === 'csv'
    ? { positionName: 'line', groups: readCsvRows(chunks, name) }
    : { positionName: 'entry', groups: readJsonRows(chunks, name, format === 'json array') };
}
