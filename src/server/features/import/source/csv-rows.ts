/**
 * Reads CSV (RFC 4180) and tolerates common errors. csv-parse parses fields, but records are split
 * here so that a stray quotation mark affects one row instead of the rest of the file.
 */

import { parse } from 'csv-parse/sync';
import { formatNumber } from '#shared/format/numbers.ts';
import { StartError } from '../../../errors/start-error.ts';
import { type CsvRecord, createRecordSplitter, type Line } from './csv-records.ts';
import { fieldNames, findDuplicateFields } from '../reso/field-names.ts';
import { RESO_FIELDS } from '../reso/reso-mapping.ts';
import type { SourceRow } from './source-row.ts';

const DELIMITERS = [',', ';', '\t', '|'];
/** Excel can declare the delimiter in a line before the header. */
const DELIMITER_LINE = /^"?sep=(.)"?[\r\n]*$/i;

type Header = { names: string[]; delimiter: string };

/**
 * Reads rows as records by field name.
 *
 * @param name the file name for error messages
 * @throws StartError if the first line is not a header with known fields or has duplicate fields
 */
export async function* readCsvRows(
  chunks: AsyncIterable<string>,
  name: string,
): AsyncGenerator<SourceRow[], void> {
  const splitter = createRecordSplitter(name);
  let header: Header | undefined;
  let delimiters: readonly string[] = DELIMITERS;
  function* take(isEndOfFile: boolean): Generator<SourceRow[]> {
    while (!header) {
      const first = splitter.takeOne(isEndOfFile);
      if (!first) return;
      const delimiter = DELIMITER_LINE.exec(first.text)?.[1];
      if (delimiter === undefined) header = readHeader(first.text, name, delimiters);
      else delimiters = [delimiter];
    }
    for (
      let records = splitter.take(isEndOfFile);
      records.length > 0;
      records = splitter.take(isEndOfFile)
    ) {
      yield readRecords(records, header, splitter.putBack);
    }
  }
  for await (const chunk of chunks) {
    splitter.add(chunk);
    yield* take(false);
  }
  yield* take(true);
}

/** Each column takes memory in every row. */
const MAX_COLUMNS = 5_000;

function readHeader(text: string, name: string, delimiters: readonly string[]): Header {
  const candidates = delimiters.map((delimiter) => {
    const columns = (parseFields(text, delimiter, 1)?.[0] ?? []).map((field) => field.trim());
    return { delimiter, columns, names: fieldNames(columns) };
  });
  const [best] = candidates.toSorted((a, b) => countKnown(b.names) - countKnown(a.names));
  if (!best || countKnown(best.names) < 2) {
    throw new StartError(
      `${name} does not begin with a line of RESO field names such as ListingKey,ListPrice,City, separated by commas, semicolons, tabs or pipes.`,
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
  return best;
}

function countKnown(names: readonly string[]): number {
  return names.filter((field) => RESO_FIELDS.has(field)).length;
}

/** Parses all records at once, or one by one if any of them is invalid. */
function readRecords(
  records: CsvRecord[],
  header: Header,
  putBack: (lines: readonly Line[]) => void,
): SourceRow[] {
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
    // The first line might be invalid and have swallowed the others, so retry them.
    const [first, ...others] = record.lines;
    if (!first) continue;
    rows.push(readLine({ text: first.text, position: first.position }, undefined, header));
    putBack([...others, ...records.slice(index + 1).flatMap(({ lines }) => lines)]);
    break;
  }
  return rows;
}

/** Parses a single line. Misplaced quotation marks are literal. */
function readLine(
  line: { text: string; position: number },
  strictFields: string[] | undefined,
  header: Header,
): SourceRow {
  const fields = strictFields ?? parseFields(line.text, header.delimiter, 1, true)?.[0];
  if (!fields) return { position: line.position, fault: 'a quotation mark is not closed' };
  if (fitsHeader(fields, header)) return toRow(line.position, fields, header);
  return {
    position: line.position,
    fault: `it has ${fields.length} fields instead of ${header.names.length}`,
  };
}

/** Returns whether a row fits the header. Ignores extra empty fields, common in spreadsheets. */
function fitsHeader(fields: readonly string[], { names }: Header): boolean {
  return (
    fields.length >= names.length &&
    fields.slice(names.length).every((field) => field.trim() === '')
  );
}

function toRow(position: number, fields: readonly string[], { names }: Header): SourceRow {
  return {
    position,
    record: Object.fromEntries(names.map((field, index) => [field, fields[index] ?? ''])),
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
