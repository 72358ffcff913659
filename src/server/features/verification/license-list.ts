/**
 * Reads a license list: CSV with the columns number, state, name, and expires
 * (docs/product/verified-agents.md).
 */

import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { MAX_LICENSE_LIST_ROWS, MAX_LICENSE_NUMBER_LENGTH } from '#shared/limits.ts';
import { STATES } from '#shared/properties/place-names.ts';
import { validationFailed } from '../../errors/app-error.ts';
import type { LicenseRow } from './license-repository.ts';

/** A rejected row. Line 1 is the header. */
export type RejectedRow = { line: number; reason: string };

const COLUMNS = ['number', 'state', 'name', 'expires'] as const;
type Column = (typeof COLUMNS)[number];

/** The minimum number of rows in each batch except the last. */
const MIN_BATCH_ROWS = 2_000;
const MAX_NAME_LENGTH = 200;
/** Maximum record length in characters. A longer record probably has an unclosed quotation mark. */
const MAX_RECORD_LENGTH = 20_000;
/** Maximum number of rejected rows in the response. */
const MAX_REPORTED_ROWS = 100;

/**
 * Reads a list in batches, so that memory use does not depend on its length.
 *
 * @param path the file's path
 * @param storeBatch stores a batch; reading continues afterward
 * @returns the number of valid rows, and the first rejected rows
 * @throws AppError VALIDATION_FAILED for an invalid file or too many rows
 */
export async function readLicenseList(
  path: string,
  storeBatch: (rows: LicenseRow[]) => Promise<void>,
): Promise<{ rows: number; refused: RejectedRow[] }> {
  let columns: Record<Column, number> | undefined;
  let count = 0;
  let batch: LicenseRow[] = [];
  const refused: RejectedRow[] = [];

  const parser = parse({
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: MAX_RECORD_LENGTH,
    // Called for each parsed record. Returning null omits it from the stream.
    on_record: (record: string[], { lines }) => {
      if (columns === undefined) {
        columns = readHeader(record);
        return null;
      }
      const row = toLicense(record, columns);
      if (typeof row !== 'string') {
        batch.push(row);
        count += 1;
      } else if (refused.length < MAX_REPORTED_ROWS) {
        refused.push({ line: lines, reason: row });
      }
      return null;
    },
  });
  let failure: Error | undefined;
  parser.on('error', (error) => (failure = error));
  // The stream is empty but ends only if it is consumed.
  parser.resume();

  const flush = async (minRows: number) => {
    if (failure !== undefined) throw toFileError(failure);
    if (count > MAX_LICENSE_LIST_ROWS) throw invalidFileError(TOO_MANY_ROWS_MESSAGE);
    if (batch.length < minRows) return;
    const rows = batch;
    batch = [];
    await storeBatch(rows);
  };

  for await (const chunk of createReadStream(path)) {
    // The error handler stores errors in `failure`.
    if (!parser.write(chunk)) await once(parser, 'drain').catch(() => undefined);
    await flush(MIN_BATCH_ROWS);
  }
  const streamEnd = once(parser, 'end');
  parser.end();
  await streamEnd.catch(() => undefined);
  await flush(1);
  if (columns === undefined) throw invalidFileError(INVALID_HEADER_MESSAGE);
  return { rows: count, refused };
}

const INVALID_HEADER_MESSAGE = `The first line must name the columns ${COLUMNS.join(', ')}.`;
const TOO_MANY_ROWS_MESSAGE = `A list can have at most ${MAX_LICENSE_LIST_ROWS.toLocaleString('en-US')} rows.`;

const invalidFileError = (message: string) => validationFailed([{ path: 'file', message }]);

/** @throws AppError VALIDATION_FAILED */
function readHeader(record: readonly string[]): Record<Column, number> {
  const names = record.map((name) => name.toLowerCase());
  const indexes = COLUMNS.map((name) => [name, names.indexOf(name)] as const);
  if (indexes.some(([, index]) => index === -1)) throw invalidFileError(INVALID_HEADER_MESSAGE);
  return Object.fromEntries(indexes) as Record<Column, number>;
}

/** Converts CSV errors to API errors. Header errors are API errors already. */
function toFileError(error: Error): Error {
  if (!('code' in error) || !String(error.code).startsWith('CSV_')) return error;
  return invalidFileError(`The file is not valid CSV: ${error.message}`);
}

const CONTROL_CHARACTER = /\p{Cc}/u;

/** Returns the row to store, or the reason to reject it. */
function toLicense(
  record: readonly string[],
  columns: Record<Column, number>,
): LicenseRow | string {
  const number = record[columns.number] ?? '';
  const state = (record[columns.state] ?? '').toUpperCase();
  const name = record[columns.name] ?? '';
  const expires = record[columns.expires] ?? '';
  if (number === '') return 'The number is missing.';
  if (number.length > MAX_LICENSE_NUMBER_LENGTH) return 'The number is too long.';
  if (!Object.hasOwn(STATES, state))
    return 'The state must be a two-letter state code, such as TX.';
  if (name === '') return 'The name is missing.';
  if (name.length > MAX_NAME_LENGTH) return 'The name is too long.';
  if (CONTROL_CHARACTER.test(number) || CONTROL_CHARACTER.test(name))
    return 'The row contains control characters.';
  const expirationDate = toIsoDate(expires);
  if (expirationDate === null)
    return 'The expiration must be a date such as 2027-06-30 or 06/30/2027.';
  return { number: number.toUpperCase(), state, name, expires: expirationDate };
}

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const US_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** Returns `YYYY-MM-DD`; null for an invalid date, or one before 1900. */
function toIsoDate(text: string): string | null {
  const isoMatch = ISO_DATE.exec(text);
  const usMatch = isoMatch === null ? US_DATE.exec(text) : null;
  const [year = '', month = '', day = ''] =
    isoMatch === null
      ? [usMatch?.[3], usMatch?.[1], usMatch?.[2]]
      : [isoMatch[1], isoMatch[2], isoMatch[3]];
  const isoDate = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  // Dates such as February 30 roll over to another day.
  const time = Date.parse(`${isoDate}T00:00:00Z`);
  if (Number.isNaN(time) || year < '1900') return null;
  return new Date(time).toISOString().slice(0, 10) === isoDate ? isoDate : null;
}
