/** Markdown tables. */

/** Prints a table. @param rows the cells of each line, one per column */
export function printTable(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  console.log([line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n'));
}

/** Formats requests per second; returns a dash if they were not measured. */
export const rate = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(0));

/** Formats the ratio of two numbers; returns a dash if either was not measured. */
export const ratio = (value: number, of: number) =>
  Number.isNaN(value / of) ? '–' : (value / of).toFixed(2);

/** Formats milliseconds, with one decimal place below 10. */
export const milliseconds = (value: number) => value.toFixed(value < 10 ? 1 : 0);
