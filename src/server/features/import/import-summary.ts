/** What an import did, in numbers and in words. */

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
  picturesNotTaken: number;
  seconds: number;
};

export function createSummary(): ImportSummary {
  return {
    rows: 0,
    imported: 0,
    updated: 0,
    unchanged: 0,
    deleted: 0,
    refused: 0,
    faults: new Map(),
    picturesAdded: 0,
    picturesNotTaken: 0,
    seconds: 0,
  };
}

/** The closing lines, for the terminal and the report. */
export function describeSummary(summary: ImportSummary): string[] {
  const { rows, seconds, faults, picturesAdded, picturesNotTaken } = summary;
  const outcomes = (['imported', 'updated', 'unchanged', 'deleted', 'refused'] as const).map(
    (outcome) => `${inWords(summary[outcome])} ${outcome}`,
  );
  const rate = seconds > 0 ? ` (${inWords(Math.round(rows / seconds))} a second)` : '';
  const lines = [
    `${inWords(rows)} ${rows === 1 ? 'row' : 'rows'}: ${outcomes.join(', ')}.`,
    `Time: ${seconds.toFixed(1)} seconds${rate}.`,
  ];
  if (picturesAdded > 0 || picturesNotTaken > 0) {
    lines.push(
      `Pictures: ${inWords(picturesAdded)} added, ${inWords(picturesNotTaken)} not taken.`,
    );
  }
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
