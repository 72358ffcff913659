/** Reads the rows of a file in any supported format. */

import path from 'node:path';
import { readCsvRows } from './csv-rows.ts';
import { readJsonRows } from './json-rows.ts';
import { openSource, type SourceOptions } from './source-file.ts';
import type { SourceRow } from './source-row.ts';

/** Groups of rows, and the name of a row's position, as in `line 7` or `entry 7`. */
export type RowSource = { positionName: 'line' | 'entry'; groups: AsyncIterable<SourceRow[]> };

/**
 * Opens a file and reads its rows on demand.
 *
 * @throws StartError if the file cannot be imported, for example because it is unreadable or too
 * large, possibly while reading rows
 */
export async function openRows(file: string, options: SourceOptions): Promise<RowSource> {
  const name = path.basename(file);
  const { format, chunks } = await openSource(file, options);
  return format === 'csv'
    ? { positionName: 'line', groups: readCsvRows(chunks, name) }
    : { positionName: 'entry', groups: readJsonRows(chunks, name, format === 'json array') };
}
