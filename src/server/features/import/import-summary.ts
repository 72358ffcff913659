/** Summarizes the result of an import. */

import { REJECTION_MESSAGES, type RejectionReason } from './reso/reso-mapping.ts';

/**
 * The result of an import. Each row is counted once as `imported` (new), `updated`, `unchanged`,
 * `deleted`, or `refused` (rejected).
 */
export type ImportSummary = {
  rows: number;
  imported: number;
  updated: number;
  unchanged: number;
  deleted: number;
  refused: number;
  /** The number of rejected rows per reason. A row can have several reasons. */
  errors: Map<RejectionReason, number>;
  picturesAdded: number;
  /** Pictures from an earlier import that the file no longer lists. */
  picturesRemoved: number;
  rejectedPictures: number;
  /** Rejected fact values in accepted rows. */
  rejectedValues: number;
  /** Unreadable dates and times in accepted rows. */
  unreadableDates: number;
  /** Whether the import was a dry run, which changes nothing. */
  isDryRun: boolean;
  seconds: number;
  /** The first accepted listings as serialized for responses. */
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
    errors: new Map(),
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

/** Returns the final lines for the terminal and the report. */
export function describeSummary(summary: ImportSummary): string[] {
  const { rows, seconds, errors, unreadableDates, rejectedValues } = summary;
  const { picturesAdded, picturesRemoved, rejectedPictures } = summary;
  const outcomes = [
    ...(['imported', 'updated', 'unchanged', 'deleted'] as const).map(
      (outcome) => `${formatCount(summary[outcome])} ${outcome}`,
    ),
    `${formatCount(summary.refused)} rejected`,
  ];
  const rate = seconds > 0 ? ` (${formatCount(Math.round(rows / seconds))} a second)` : '';
  const lines = [
    ...(summary.isDryRun
      ? ['Dry run: nothing was changed. An import would have these results:']
      : []),
    `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}: ${outcomes.join(', ')}.`,
    `Time: ${seconds.toFixed(1)} seconds${rate}.`,
  ];
  if (picturesAdded + picturesRemoved + rejectedPictures > 0) {
    lines.push(
      `Pictures: ${formatCount(picturesAdded)} added, ${formatCount(picturesRemoved)} removed, ${formatCount(rejectedPictures)} not imported.`,
    );
  }
  if (rejectedValues > 0) lines.push(`Fact values: ${formatCount(rejectedValues)} not imported.`);
  if (unreadableDates > 0) lines.push(`Unreadable dates: ${formatCount(unreadableDates)}.`);
  if (errors.size > 0) {
    lines.push('Why rows were rejected (a row may have several reasons):');
    const byCount = [...errors].toSorted((a, b) => b[1] - a[1]);
    for (const [reason, count] of byCount)
      lines.push(`  ${formatCount(count)}  ${REJECTION_MESSAGES[reason]}`);
  }
  return lines;
}

function formatCount(number: number): string {
  return number.toLocaleString('en-US');
}

/** Returns whether any row was accepted. */
export function hasAcceptedRows(summary: ImportSummary): boolean {
  const { imported, updated, unchanged, deleted } = summary;
  return imported + updated + unchanged + deleted > 0;
}
