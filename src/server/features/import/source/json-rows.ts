/** JSON: an array of records, or an OData answer that holds one under `value`. */

import { Readable } from 'node:stream';
import { pick } from 'stream-json/filters/pick.js';
import { type StreamArrayItem, streamArray } from 'stream-json/streamers/stream-array.js';
import { StartError } from '../../../errors/start-error.ts';
import { fieldNames } from '../reso/field-names.ts';
import type { SourceRow } from './source-row.ts';

const GROUP_SIZE = 500;
/** Whole values only: nothing here wants a text in pieces. */
const PARSER = { streamValues: false } as const;

/**
 * Reads the entries in their order.
 *
 * @param name the file's, for messages
 * @param isArray the root is the array itself
 * @throws StartError where the text is no JSON, or holds no array; entries before that place have been given
 */
export async function* readJsonRows(
  chunks: AsyncIterable<Uint8Array | string>,
  name: string,
  isArray: boolean,
): AsyncGenerator<SourceRow[], void> {
  const { entries, hasArray } = isArray ? streamEntries(chunks) : streamODataEntries(chunks);
  let group: SourceRow[] = [];
  try {
    for await (const entry of entries) {
      group.push(toRow(entry));
      if (group.length < GROUP_SIZE) continue;
      yield group;
      group = [];
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`${name} is not valid JSON (${reason}).`);
  }
  if (!hasArray()) {
    throw new StartError(`${name} holds neither an array nor an OData answer with "value".`);
  }
  if (group.length > 0) yield group;
}

type Entries = { entries: AsyncIterable<StreamArrayItem>; hasArray: () => boolean };

function streamEntries(text: AsyncIterable<Uint8Array | string>): Entries {
  const bytes = Readable.from(text);
  const entries = streamArray.withParserAsStream(PARSER);
  bytes.on('error', (error) => entries.destroy(error));
  return { entries: bytes.pipe(entries), hasArray: () => true };
}

function streamODataEntries(text: AsyncIterable<Uint8Array | string>): Entries {
  const bytes = Readable.from(text);
  const value = pick.withParserAsStream({ ...PARSER, filter: 'value' });
  const entries = streamArray.asStream();
  let hasArray = false;
  value.once('data', () => {
    hasArray = true;
  });
  bytes.on('error', (error) => value.destroy(error));
  value.on('error', (error) => entries.destroy(error));
  return { entries: bytes.pipe(value).pipe(entries), hasArray: () => hasArray };
}

function toRow({ key, value }: StreamArrayItem): SourceRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { position: key, record: withFieldNames(value) }
    : { position: key, fault: 'it is no object' };
}

function withFieldNames(value: object): Record<string, unknown> {
  const entries = Object.entries(value);
  const names = fieldNames(entries.map(([name]) => name));
  return Object.fromEntries(entries.map(([, field], index) => [names[index], field]));
}
