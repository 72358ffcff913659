/**
 * Reads CSV (RFC 4180) and tolerates common errors. csv-parse parses fields, but records are split
 * here so that a stray quotation mark affects one row instead of the rest of the file.
 */

import { parse } from 'csv-parse/sync';
import { formatNumber } from '#shared/format/numbers.ts';
import { StartError } from '../../../errors/start-error.ts';
import { type CsvRecord, createRecordSplitter } from './csv-records.ts';
import { normalizeColumnNames, findDuplicateFields } from '../reso/field-names.ts';
import { RESO_FIELDS } from '../reso/reso-mapping.ts';
import type { SourceRow } from './source-row.ts';

const DELIMITERS = [',', ';', '\t', '|'];
/** Excel can declare the delimiter in a line before the header. */
const DELIMITER_LINE = /^"?sep=(.)"?[\r\n]*$/i;

/** The maximum number of records parsed at a time. */
const MAX_GROUP_SIZE = 500;

/** `fields` are the columns that are read, by index. */
type Header = { columnCount: number; fields: [index: number, name: string][]; delimiter: string };

/**
 * Reads rows as records by field name.
 *
 * @param name the file name for error messages
 * @throws StartError if a line is too long, or the header has too few known fields, duplicate fields, or
 * too many columns
 */
export async function* readCsvRows(
  chunks: AsyncIterable<string>,
  name: string,
): AsyncGenerator<SourceRow[], void> {
  const splitter = createRecordSplitter(name);
  let header: Header | undefined;
  let delimiters: readonly string[] = DELIMITERS;
  let groupSize = MAX_GROUP_SIZE;
  function* take(isEndOfFile: boolean): Generator<SourceRow[]> {
    while (!header) {
      const [first] = splitter.take(isEndOfFile, 1);
      if (!first) return;
      const delimiter = DELIMITER_LINE.exec(first.text)?.[1];
      if (delimiter === undefined) header = readHeader(first.text, name, delimiters);
      else delimiters = [delimiter];
    }
    for (;;) {
      const records = splitter.take(isEndOfFile, groupSize);
      if (records.length === 0) return;
      const { rows, rewindTo } = readRecords(records, header);
      // Records after an invalid one are split again, so take only a few of them.
      groupSize = rewindTo === undefined ? Math.min(groupSize * 2, MAX_GROUP_SIZE) : 1;
      if (rewindTo !== undefined) splitter.rewind(rewindTo);
      yield rows;
    }
  }
  for await (const chunk of chunks) {
    splitter.add(chunk);
    yield* take(false);
  }
  yield* take(true);
}

/** Each column uses memory in every row. */
const MAX_COLUMNS = 5_000;

function readHeader(text: string, name: string, delimiters: readonly string[]): Header {
  const candidates = delimiters.map((delimiter) => {
    const columns = (parseFields(text, delimiter, 1)?.[0] ?? []).map((field) => field.trim());
    return { delimiter, columns, names: normalizeColumnNames(columns) };
  });
  const [best] = candidates.toSorted(
    (a, b) => countKnownFields(b.names) - countKnownFields(a.names),
  );
  if (!best || countKnownFields(best.names) < 2) {
    throw new StartError(
      `${name} does not begin with a line of RESO field names such as ListingKey,ListPrice,City, separated by commas, semicolons, tabs, or pipes.`,
    );
  }
  if (best.columns.length > MAX_COLUMNS) {
    throw new StartError(
      `${name} has ${formatNumber(best.columns.length)} columns. At most ${formatNumber(MAX_COLUMNS)} can be imported.`,
    );
  }
  const duplicates = findDuplicateFields(best.columns);
  if (duplicates.length > 0) {
    throw new StartError(
      `${name} has more than one column for the same field: ${duplicates.join('; ')}. Keep one of each.`,
    );
  }
  return {
    columnCount: best.columns.length,
    fields: [...best.names.entries()].filter(([, field]) => RESO_FIELDS.has(field)),
    delimiter: best.delimiter,
  };
}

function countKnownFields(names: readonly string[]): number {
  return names.filter((field) => RESO_FIELDS.has(field)).length;
}

/**
 * Parses all records together, or one by one if any of them is invalid.
 *
 * @returns the rows, and the line at which to continue if an invalid record has several lines
 */
function readRecords(
  records: CsvRecord[],
  header: Header,
): { rows: SourceRow[]; rewindTo?: number | undefined } {
  const allFields = parseFields(
    records.map(({ text }) => text).join(''),
    header.delimiter,
    records.length,
  );
  const rows: SourceRow[] = [];
  for (const [index, record] of records.entries()) {
    const fields = allFields?.[index] ?? parseFields(record.text, header.delimiter, 1)?.[0];
    if (fields && fitsHeader(fields, header)) {
      rows.push(toRow(record.position, fields, header));
      continue;
    }
    if (record.lines.length === 1) {
      rows.push(readLine(record, fields, header));
      continue;
    }
    // The first line may be invalid and may have swallowed the others, so retry them.
    const [first, second] = record.lines;
    if (!first) continue;
    rows.push(readLine({ text: first.text, position: first.position }, undefined, header));
    return { rows, rewindTo: second?.position };
  }
  return { rows };
}

/** Parses a single line. Misplaced quotation marks are literal. */
function readLine(
  line: { text: string; position: number },
  strictFields: string[] | undefined,
  header: Header,
): SourceRow {
  const fields = strictFields ?? parseFields(line.text, header.delimiter, 1, true)?.[0];
  if (!fields) return { position: line.position, error: 'a quotation mark is not closed' };
  if (fitsHeader(fields, header)) return toRow(line.position, fields, header);
  return {
    position: line.position,
    error: `it has ${fields.length} fields instead of ${header.columnCount}`,
  };
}

/** Returns whether a row fits the header. Ignores extra empty fields, common in spreadsheets. */
function fitsHeader(fields: readonly string[], { columnCount }: Header): boolean {
  return (
    fields.length >= columnCount && fields.slice(columnCount).every((field) => field.trim() === '')
  );
}

/** Drops columns that the import does not read because they would use memory until the row is written. */
function toRow(position: number, values: readonly string[], { fields }: Header): SourceRow {
  return {
    position,
    record: Object.fromEntries(fields.map(([index, field]) => [field, values[index] ?? ''])),
  };
}

/**
 * Parses the fields of `count` records. Returns undefined if the text is not exactly that many valid
 * records.
 */
function parseFields(
  text: string,
  delimiter: string,
  count: number,
  isLenient = false,
): string[][] | undefined {
  try {
    const records = parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      relax_quotes: isLenient,
    });
    return records.length === count ? records : undefined;
  } catch {
    return undefined;
  }
}
