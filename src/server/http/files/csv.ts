/** CSV files for spreadsheets (RFC 4180). */

/** A column's title, and a function that returns its cell for a row; null is an empty cell. */
export type CsvColumn<Row> = readonly [title: string, read: (row: Row) => string | null];

/** Returns the beginning of a CSV file that is sent in parts: the byte order mark and the header line. */
export const csvHeader = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  CSV_START + csvLine(columns.map(([title]) => title));

/** Returns a row's line. */
export const csvRow = <Row>(columns: readonly CsvColumn<Row>[], row: Row): string =>
  csvLine(columns.map(([, read]) => read(row) ?? ''));

/** The byte order mark, which tells spreadsheets that the file is UTF-8. */
export const CSV_START = '\uFEFF';

/** Returns a line of a CSV file. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(toCell).join(',')}\r\n`;

/** Returns a CSV line for programs. Its cells are not protected against formula injection. */
export const unprotectedCsvLine = (cells: readonly string[]): string =>
  `${cells.map(quoteCell).join(',')}\r\n`;

/** Adds an apostrophe before text that a spreadsheet would read as a formula (OWASP, CSV injection). */
function toCell(text: string): string {
  return quoteCell(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
}

/** Quotes a cell if necessary. Semicolons are separators in locales with decimal commas. */
const quoteCell = (text: string) =>
  /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
