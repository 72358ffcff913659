/**
 * Reads JSON: an array of records, an OData response, or one record per line (JSON lines).
 */

import { Readable } from 'node:stream';
import { pick } from 'stream-json/filters/pick.js';
import { type StreamArrayItem, streamArray } from 'stream-json/streamers/stream-array.js';
import { StartError } from '../../../errors/start-error.ts';
import { fieldNames } from '../reso/field-names.ts';
import { RESO_FIELDS } from '../reso/reso-mapping.ts';
import type { SourceRow } from './source-row.ts';

const GROUP_SIZE = 500;
const MAX_LINE_LENGTH = 4_000_000;
/** Emits only complete values, not chunks of strings. */
const PARSER = { streamValues: false } as const;

/**
 * Reads entries in order. The first has position 1.
 *
 * @param name the file name for error messages
 * @param isArray whether the root is an array
 * @throws StartError if the text is not JSON or has no records, possibly after valid entries
 */
export async function* readJsonRows(
  chunks: AsyncIterable<string>,
  name: string,
  isArray: boolean,
): AsyncGenerator<SourceRow[], void> {
  const { entries, hasArray } = isArray ? streamEntries(chunks) : await openObjects(chunks, name);
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
    throw new StartError(
      `${name} has no records. Expected an array of records, an OData response with "value" or "d.results", or one record per line.`,
    );
  }
  if (group.length > 0) yield group;
}

/** `key` counts from 0, as in stream-json. */
type Entry = { key: number; value: unknown };
type Entries = { entries: AsyncIterable<Entry>; hasArray: () => boolean };

function streamEntries(text: AsyncIterable<string>): Entries {
  const source = Readable.from(text);
  const entries = streamArray.withParserAsStream(PARSER);
  source.on('error', (error) => entries.destroy(error));
  return { entries: source.pipe(entries), hasArray: () => true };
}

/** Opens the text as JSON lines if the first line is a record, otherwise as an OData response. */
async function openObjects(chunks: AsyncIterable<string>, name: string): Promise<Entries> {
  const iterator = chunks[Symbol.asyncIterator]();
  let start = '';
  while (!start.includes('\n') && start.length < MAX_LINE_LENGTH) {
    const next = await iterator.next();
    if (next.done === true) break;
    start = `${start}${next.value}`.trimStart();
  }
  const allChunks = prepend(start, iterator);
  return isRecord(start.split('\n', 1)[0] ?? '')
    ? { entries: readLines(allChunks, name), hasArray: () => true }
    : streamODataEntries(allChunks);
}

async function* prepend(
  first: string,
  iterator: AsyncIterator<string>,
): AsyncGenerator<string, void> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => iterator };
}

/** Returns whether a line is a complete object with a known field. */
function isRecord(line: string): boolean {
  try {
    const value = JSON.parse(line) as unknown;
    if (typeof value !== 'object' || value === null) return false;
    return fieldNames(Object.keys(value)).some((field) => RESO_FIELDS.has(field));
  } catch {
    return false;
  }
}

async function* readLines(
  chunks: AsyncIterable<string>,
  name: string,
): AsyncGenerator<Entry, void> {
  let line = 0;
  let key = 0;
  const parse = function* (text: string): Generator<Entry, void> {
    line += 1;
    if (text.trim() === '') return;
    try {
      yield { key, value: JSON.parse(text) as unknown };
    } catch {
      throw new StartError(`${name} is not valid JSON (line ${line}).`);
    }
    key += 1;
  };
  let incompleteLine = '';
  for await (const chunk of chunks) {
    const lines = `${incompleteLine}${chunk}`.split('\n');
    incompleteLine = lines.pop() ?? '';
    if (incompleteLine.length > MAX_LINE_LENGTH) {
      throw new StartError(`${name} is not valid JSON (line ${line + 1} does not end).`);
    }
    for (const text of lines) yield* parse(text);
  }
  yield* parse(incompleteLine);
}

/**
 * Returns whether this is the array of records in an OData response: `value`, or before version 4,
 * `d.results` or `d`.
 */
function isEntryArray(path: readonly (string | number | null)[], token: { name: string }): boolean {
  const dottedPath = path.join('.');
  return (
    dottedPath === 'value' ||
    dottedPath === 'd.results' ||
    (dottedPath === 'd' && token.name === 'startArray')
  );
}

function streamODataEntries(text: AsyncIterable<string>): Entries {
  const source = Readable.from(text);
  const value = pick.withParserAsStream({ ...PARSER, filter: isEntryArray });
  const entries = streamArray.asStream();
  let hasArray = false;
  value.once('data', () => {
    hasArray = true;
  });
  source.on('error', (error) => value.destroy(error));
  value.on('error', (error) => entries.destroy(error));
  return { entries: source.pipe(value).pipe(entries), hasArray: () => hasArray };
}

function toRow({ key, value }: Entry | StreamArrayItem): SourceRow {
  const position = key + 1;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { position, record: normalizeFieldNames(value) }
    : { position, fault: 'it is not an object' };
}

function normalizeFieldNames(value: object): Record<string, unknown> {
  const entries = Object.entries(value);
  const names = fieldNames(entries.map(([name]) => name));
  return Object.fromEntries(entries.map(([, field], index) => [names[index], field]));
}
