/** Tables for spreadsheets (RFC 4180). */

/** A column's title, and its cell of a row; null is an empty cell. */
export type CsvColumn<Row> = readonly [title: string, read: (row: Row) => string | null];

/** A table with a header line, and the mark by which spreadsheets know UTF-8. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, read]) => read(row) ?? '')),
  ];
  return `${CSV_START}${lines.map(csvLine).join('')}`;
}

/** The mark by which spreadsheets know UTF-8. */
export const CSV_START = '\uFEFF';

/** One line of a table that is sent in parts. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(toCell).join(',')}\r\n`;

/** A line of a table that programs read: every cell as it is. */
export const exactCsvLine = (cells: readonly string[]): string =>
  `${cells.map(quoteCell).join(',')}\r\n`;

/** A cell that a spreadsheet would take for a formula begins with an apostrophe (OWASP, CSV injection). */
function toCell(text: string): string {
  return quoteCell(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
}

/** Where the comma is for decimals, spreadsheets take semicolons, and some guess: a cell with one is quoted as well. */
const quoteCell = (text: string) =>
  /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
