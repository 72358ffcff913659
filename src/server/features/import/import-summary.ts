/** The result of an import, as numbers and as text. */

import { REFUSALS, type RefusalReason } from './reso/reso-mapping.ts';

/**
 * Every row is counted once in `imported` (new), `updated`, `unchanged`, `deleted`, or `refused`.
 */
export type ImportSummary = {
  rows: number;
  imported: number;
  updated: number;
  unchanged: number;
  deleted: number;
  refused: number;
  /** How many rows had each fault; a row can have several. */
  faults: Map<RefusalReason, number>;
  picturesAdded: number;
  /** Pictures of an earlier import that the file no longer names. */
  picturesRemoved: number;
  rejectedPictures: number;
  /** Rejected values of facts in accepted rows. */
  rejectedValues: number;
  /** Unreadable dates and times in rows that are still imported. */
  unreadableDates: number;
  /** Whether this was a dry run, which changes nothing. */
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
    rejectedPictures: 0,
    rejectedValues: 0,
    unreadableDates: 0,
    isDryRun,
    seconds: 0,
    sample: [],
  };
}

/** Returns the closing lines for the terminal and the report. */
export function describeSummary(summary: ImportSummary): string[] {
  const { rows, seconds, faults, unreadableDates, rejectedValues } = summary;
  const { picturesAdded, picturesRemoved, rejectedPictures } = summary;
  const outcomes = (['imported', 'updated', 'unchanged', 'deleted', 'refused'] as const).map(
    (outcome) => `${formatted(summary[outcome])} ${outcome}`,
  );
  const rate = seconds > 0 ? ` (${formatted(Math.round(rows / seconds))} a second)` : '';
  const lines = [
    ...(summary.isDryRun ? ['Dry run: nothing was changed. An import now would give:'] : []),
    `${formatted(rows)} ${rows === 1 ? 'row' : 'rows'}: ${outcomes.join(', ')}.`,
    `Time: ${seconds.toFixed(1)} seconds${rate}.`,
  ];
  if (picturesAdded + picturesRemoved + rejectedPictures > 0) {
    lines.push(
      `Pictures: ${formatted(picturesAdded)} added, ${formatted(picturesRemoved)} removed, ${formatted(rejectedPictures)} not imported.`,
    );
  }
  if (rejectedValues > 0) lines.push(`Values of facts: ${formatted(rejectedValues)} not imported.`);
  if (unreadableDates > 0)
    lines.push(`Dates that could not be read: ${formatted(unreadableDates)}.`);
  if (faults.size > 0) {
    lines.push('Why rows were refused (a row may have several reasons):');
    const byCount = [...faults].toSorted((a, b) => b[1] - a[1]);
    for (const [reason, count] of byCount) lines.push(`  ${formatted(count)}  ${REFUSALS[reason]}`);
  }
  return lines;
}

function formatted(number: number): string {
  return number.toLocaleString('en-US');
}

/** Whether any row of the file was accepted. */
export function hasAcceptedRows(summary: ImportSummary): boolean {
  const { imported, updated, unchanged, deleted } = summary;
  return imported + updated + unchanged + deleted > 0;
}
