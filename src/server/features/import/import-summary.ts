/** The result of an import, in numbers and in words. */

import { REFUSALS, type RefusalReason } from './reso/reso-mapping.ts';

/** Every row counts once among `imported` (new), `updated`, `unchanged`, `deleted` and `refused`. */
export type ImportSummary = {
  rows: number;
  imported: number;
  updated: number;
  unchanged: number;
  deleted: number;
  refused: number;
  /** How many rows had each fault; a row may have several. */
  faults: Map<RefusalReason, number>;
  picturesAdded: number;
  /** Pictures of an earlier import that the file no longer names. */
  picturesRemoved: number;
  picturesNotTaken: number;
  /** Refused values of facts in accepted rows. */
  valuesNotTaken: number;
  /** Dates and times that cannot be read, in rows that are imported all the same. */
  datesNotRead: number;
  /** Nothing was changed: it was only looked at what would be. */
  isDryRun: boolean;
  seconds: number;
  /** The first accepted listings, in the form of responses. */
  sample: unknown[];
};

export function createSummary({ isDryRun = false }: { isDryRun?: boolean } = {}): ImportSummary {
  return {
    rows: 0,
    imported: 0,
    updated: 0,
    unchanged: 0,
    deleted: 0,
    refused: 0,
    faults: new Map(),
    picturesAdded: 0,
    picturesRemoved: 0,
    picturesNotTaken: 0,
    valuesNotTaken: 0,
    datesNotRead: 0,
    isDryRun,
    seconds: 0,
    sample: [],
  };
}

/** The closing lines, for the terminal and the report. */
export function describeSummary(summary: ImportSummary): string[] {
  const { rows, seconds, faults, datesNotRead, valuesNotTaken } = summary;
  const { picturesAdded, picturesRemoved, picturesNotTaken } = summary;
  const outcomes = (['imported', 'updated', 'unchanged', 'deleted', 'refused'] as const).map(
    (outcome) => `${inWords(summary[outcome])} ${outcome}`,
  );
  const rate = seconds > 0 ? ` (${inWords(Math.round(rows / seconds))} a second)` : '';
  const lines = [
    ...(summary.isDryRun ? ['Dry run: nothing was changed. An import now would give:'] : []),
    `${inWords(rows)} ${rows === 1 ? 'row' : 'rows'}: ${outcomes.join(', ')}.`,
    `Time: ${seconds.toFixed(1)} seconds${rate}.`,
  ];
  if (picturesAdded + picturesRemoved + picturesNotTaken > 0) {
    lines.push(
      `Pictures: ${inWords(picturesAdded)} added, ${inWords(picturesRemoved)} removed, ${inWords(picturesNotTaken)} not taken.`,
    );
  }
  if (valuesNotTaken > 0) lines.push(`Values of facts: ${inWords(valuesNotTaken)} not taken.`);
  if (datesNotRead > 0) lines.push(`Dates that could not be read: ${inWords(datesNotRead)}.`);
  if (faults.size > 0) {
    lines.push('Why rows were refused (a row may have several reasons):');
    const byCount = [...faults].toSorted((a, b) => b[1] - a[1]);
    for (const [reason, count] of byCount) lines.push(`  ${inWords(count)}  ${REFUSALS[reason]}`);
  }
  return lines;
}

function inWords(number: number): string {
  return number.toLocaleString('en-US');
}

/** Whether some row of the file is in the database now, or gone from it as it says. */
export function hasDoneSomething(summary: ImportSummary): boolean {
  const { imported, updated, unchanged, deleted } = summary;
  return imported + updated + unchanged + deleted > 0;
}
