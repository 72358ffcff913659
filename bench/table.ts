/** Tables as Markdown has them. */

/** @param rows cells of each line, as many as there are columns */
export function printTable(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  console.log([line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n'));
}

/** A number of requests a second; a dash for what was not measured. */
export const rate = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(0));

/** One number as a part of another one. */
export const ratio = (value: number, of: number) =>
  Number.isNaN(value / of) ? '–' : (value / of).toFixed(2);

/** Milliseconds, with a decimal where it says something. */
export const milliseconds = (value: number) => value.toFixed(value < 10 ? 1 : 0);
