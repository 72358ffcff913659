/**
 * Reads a license list: CSV with the columns number, state, name, and expires
 * (docs/product/verified-agents.md).
 */

import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { LICENSE_LIST_MAX_ROWS, LICENSE_NUMBER_MAX_LENGTH } from '#shared/limits.ts';
import { STATES } from '#shared/properties/place-names.ts';
import { validationFailed } from '../../errors/app-error.ts';
import type { LicenseRow } from './license-repository.ts';

/** A refused row; the header is line 1. */
export type RefusedRow = { line: number; reason: string };

const COLUMNS = ['number', 'state', 'name', 'expires'] as const;
type Column = (typeof COLUMNS)[number];

/** Rows per statement. */
const ROWS_PER_BATCH = 2_000;
const MAX_NAME_LENGTH = 200;
/** Maximum characters of a record; a longer one has an unclosed quotation mark. */
const MAX_RECORD_LENGTH = 20_000;
/** Maximum refused rows in the response. */
const MAX_REFUSED = 100;

/**
 * Reads a list of any length in batches.
 *
 * @param path of the file
 * @param take stores a batch, before more is read
 * @returns the number of valid rows, and the first refused ones
 * @throws AppError VALIDATION_FAILED for an invalid file
 */
export async function readLicenseList(
  path: string,
  take: (rows: LicenseRow[]) => Promise<void>,
): Promise<{ rows: number; refused: RefusedRow[] }> {
  let columns: Record<Column, number> | undefined;
  let count = 0;
  let batch: LicenseRow[] = [];
  const refused: RefusedRow[] = [];

  const parser = parse({
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: MAX_RECORD_LENGTH,
    // Called for each record while a chunk is parsed; null drops it from the stream.
    on_record: (record: string[], { lines }) => {
      if (columns === undefined) {
        columns = readHeader(record);
        return null;
      }
      const row = toLicense(record, columns);
      if (typeof row !== 'string') {
        batch.push(row);
        count += 1;
      } else if (refused.length < MAX_REFUSED) {
        refused.push({ line: lines, reason: row });
      }
      return null;
    },
  });
  let failure: Error | undefined;
  parser.on('error', (error) => (failure = error));
  // The stream has no output, but must be consumed to end.
  parser.resume();

  const flush = async (minRows: number) => {
    if (failure !== undefined) throw toRefusal(failure);
    if (count > LICENSE_LIST_MAX_ROWS) throw refuse(TOO_LONG);
    if (batch.length < minRows) return;
    const rows = batch;
    batch = [];
    await take(rows);
  };

  for await (const chunk of createReadStream(path)) {
    // Errors are in `failure`.
    if (!parser.write(chunk)) await once(parser, 'drain').catch(() => undefined);
    await flush(ROWS_PER_BATCH);
  }
  const isDone = once(parser, 'end');
  parser.end();
  await isDone.catch(() => undefined);
  await flush(1);
  if (columns === undefined) throw refuse(NO_HEADER);
  return { rows: count, refused };
}

const NO_HEADER = `The first line must name the columns ${COLUMNS.join(', ')}.`;
const TOO_LONG = `A list can have at most ${LICENSE_LIST_MAX_ROWS.toLocaleString('en-US')} rows.`;

const refuse = (message: string) => validationFailed([{ path: 'file', message }]);

/** @throws AppError VALIDATION_FAILED */
function readHeader(record: readonly string[]): Record<Column, number> {
  const names = record.map((name) => name.toLowerCase());
  const places = COLUMNS.map((name) => [name, names.indexOf(name)] as const);
  if (places.some(([, index]) => index === -1)) throw refuse(NO_HEADER);
  return Object.fromEntries(places) as Record<Column, number>;
}

/** Converts CSV errors; errors of the header pass through the parser unchanged. */
function toRefusal(error: Error): Error {
  if (!('code' in error) || !String(error.code).startsWith('CSV_')) return error;
  return refuse(`This is not CSV: ${error.message}`);
}

const CONTROL = /\p{Cc}/u;

/** Returns the row to store, or the reason to refuse it. */
function toLicense(
  record: readonly string[],
  columns: Record<Column, number>,
): LicenseRow | string {
  const number = record[columns.number] ?? '';
  const state = (record[columns.state] ?? '').toUpperCase();
  const name = record[columns.name] ?? '';
  const expires = record[columns.expires] ?? '';
  if (number === '') return 'The number is missing.';
  if (number.length > LICENSE_NUMBER_MAX_LENGTH) return 'The number is too long.';
  if (!Object.hasOwn(STATES, state)) return 'The state must be a two-letter code.';
  if (name === '') return 'The name is missing.';
  if (name.length > MAX_NAME_LENGTH) return 'The name is too long.';
  if (CONTROL.test(number) || CONTROL.test(name)) return 'The row has control characters.';
  const day = toDay(expires);
  if (day === null) return 'The expiration must be a date such as 2027-06-30 or 06/30/2027.';
  return { number: number.toUpperCase(), state, name, expires: day };
}

const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const US_DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** Returns `YYYY-MM-DD`; null for an invalid date. */
function toDay(text: string): string | null {
  const iso = ISO_DAY.exec(text);
  const us = iso === null ? US_DAY.exec(text) : null;
  const [year = '', month = '', day = ''] =
    iso === null ? [us?.[3], us?.[1], us?.[2]] : [iso[1], iso[2], iso[3]];
  const normal = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  // Dates such as February 30 roll over to another day.
  const time = Date.parse(`${normal}T00:00:00Z`);
  if (Number.isNaN(time) || year < '1900') return null;
  return new Date(time).toISOString().slice(0, 10) === normal ? normal : null;
}
