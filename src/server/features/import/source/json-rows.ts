/**
 * Reads JSON: an array of records, an OData response, or one record per line (JSON lines).
 */

import { formatNumber } from '#shared/format/numbers.ts';
import { StartError } from '../../../errors/start-error.ts';
import { normalizeColumnNames } from '../reso/field-names.ts';
import { RESO_FIELDS } from '../reso/reso-mapping.ts';
import { createJsonEntries } from './json-entries.ts';
import { describeTooLong, MAX_ROW_CHARACTERS } from './row-limits.ts';
import type { SourceRow } from './source-row.ts';

/** RESO values are at most three levels deep: a list of objects with lists. */
const MAX_DEPTH = 20;
/** A hundred pictures with all RESO fields have 3,000 values. Small values take much more memory than their text. */
const MAX_VALUES = 10_000;

/**
 * Reads entries in order. The first has position 1.
 *
 * @param name the file name for error messages
 * @param isArray whether the root is an array
 * @throws StartError if the text is not JSON, has no records, or has a very long entry, possibly
 * after valid entries
 */
export async function* readJsonRows(
  chunks: AsyncIterable<string>,
  name: string,
  isArray: boolean,
): AsyncGenerator<SourceRow[], void> {
  let position = 0;
  const toRows = (entries: readonly { json: string; location: string }[]) =>
    entries.map(({ json, location }) => toRow((position += 1), parse(json, name, location)));
  const source = isArray ? { start: '', chunks } : await readFirstLine(chunks);
  const groups = isRecord(source.start.split('\n', 1)[0] ?? '')
    ? readLines(source, name)
    : readEntries(source, name);
  for await (const group of groups) if (group.length > 0) yield toRows(group);
}

type Text = { start: string; chunks: AsyncIterable<string> };
/** Entries as JSON, and their locations for error messages, such as `line 7`. */
type Groups = AsyncGenerator<{ json: string; location: string }[], void>;

/** Reads up to the first line break, to distinguish JSON lines from an OData response. */
async function readFirstLine(chunks: AsyncIterable<string>): Promise<Text> {
  const iterator = chunks[Symbol.asyncIterator]();
  let start = '';
  while (!start.includes('\n') && start.length <= MAX_ROW_CHARACTERS) {
    const next = await iterator.next();
    if (next.done === true) break;
    start = `${start}${next.value}`.trimStart();
  }
  return { start, chunks: { [Symbol.asyncIterator]: () => iterator } };
}

/** Returns whether a line is a complete object with a known field. */
function isRecord(line: string): boolean {
  try {
    const value = JSON.parse(line) as unknown;
    if (typeof value !== 'object' || value === null) return false;
    return normalizeColumnNames(Object.keys(value)).some((field) => RESO_FIELDS.has(field));
  } catch {
    return false;
  }
}

async function* readEntries({ start, chunks }: Text, name: string): Groups {
  const entries = createJsonEntries(name);
  let count = 0;
  const withLocations = (texts: readonly string[]) =>
    texts.map((json) => ({ json, location: `entry ${(count += 1)}` }));
  yield withLocations(entries.add(start));
  for await (const chunk of chunks) yield withLocations(entries.add(chunk));
  entries.end();
}

async function* readLines({ start, chunks }: Text, name: string): Groups {
  let line = 0;
  let incompleteLine = '';
  const withLocations = (texts: readonly string[]) =>
    texts.flatMap((json) => {
      line += 1;
      if (json.length > MAX_ROW_CHARACTERS) {
        throw new StartError(describeTooLong(name, `line ${line}`));
      }
      return json.trim() === '' ? [] : [{ json, location: `line ${line}` }];
    });
  const take = (text: string) => {
    const lines = `${incompleteLine}${text}`.split('\n');
    incompleteLine = lines.pop() ?? '';
    if (incompleteLine.length > MAX_ROW_CHARACTERS) {
      throw new StartError(describeTooLong(name, `line ${line + lines.length + 1}`));
    }
    return withLocations(lines);
  };
  yield take(start);
  for await (const chunk of chunks) yield take(chunk);
  yield withLocations([incompleteLine]);
}

function parse(json: string, name: string, location: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw new StartError(`${name} is not valid JSON (${location}).`);
  }
}

function toRow(position: number, value: unknown): SourceRow {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { position, error: 'it is not an object' };
  }
  const record = readFields(value);
  const error = findError(record);
  return error === null ? { position, record } : { position, error };
}

/**
 * Normalizes field names. Drops fields that the import does not read because they would use memory
 * until the row is written.
 */
function readFields(value: object): Record<string, unknown> {
  const entries = Object.entries(value);
  const names = normalizeColumnNames(entries.map(([name]) => name));
  return Object.fromEntries(
    entries.flatMap(([, field], index) => {
      const name = names[index] ?? '';
      return RESO_FIELDS.has(name) ? [[name, field as unknown]] : [];
    }),
  );
}

/**
 * Returns the reason if a record's values would use too much memory or too deep a call stack, or
 * null.
 */
function findError(record: object): string | null {
  let count = 0;
  let level: object[] = [record];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return `its values are more than ${MAX_DEPTH} levels deep`;
    const next: object[] = [];
    for (const value of level.flatMap((parent): unknown[] => Object.values(parent))) {
      count += 1;
      if (count > MAX_VALUES) return `it has more than ${formatNumber(MAX_VALUES)} values`;
      if (typeof value === 'object' && value !== null) next.push(value);
    }
    level = next;
  }
  return null;
}
