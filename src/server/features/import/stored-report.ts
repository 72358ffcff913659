/**
 * Stores the rejected rows and notes of an import or sync in the database, up to a limit. Its counts
 * still include all rows (docs/product/import.md, In the browser).
 */

import { formatNumber } from '#shared/format/numbers.ts';
import { truncateAtWord } from './reso/reso-values.ts';

/** A rejected row with its reason, or an accepted row with notes, to be stored. */
export type ReportedRow = {
  position: number;
  key: string | null;
  reason: string | null;
  notes: string[];
};

/** More than enough for a file with 100,000 homes, a third of them rejected. */
const MAX_ROWS = 50_000;
/** A row takes about 150 characters, so this is reached only with very long values. */
const MAX_CHARACTERS = 10_000_000;
const MAX_KEY_LENGTH = 200;
const MAX_TEXT_LENGTH = 2_000;
const MAX_NOTES = 50;

/** @returns a function that stores rows with `insert` until the limit is reached, then a final note */
export function createStoredReport(
  insert: (rows: readonly ReportedRow[]) => Promise<void>,
  limits = { maxRows: MAX_ROWS, maxCharacters: MAX_CHARACTERS },
): (rows: readonly ReportedRow[]) => Promise<void> {
  let rowCount = 0;
  let characters = 0;
  let isFull = false;
  return async (rows) => {
    const newRows: ReportedRow[] = [];
    for (const row of rows) {
      if (isFull) break;
      const truncated = truncateRow(row);
      characters += JSON.stringify(truncated).length;
      isFull = rowCount >= limits.maxRows || characters > limits.maxCharacters;
      newRows.push(isFull ? describeLimit(rowCount) : truncated);
      rowCount += 1;
    }
    if (newRows.length > 0) await insert(newRows);
  };
}

function truncateRow({ position, key, reason, notes }: ReportedRow): ReportedRow {
  const shortNotes = notes.slice(0, MAX_NOTES).map((note) => toStorable(note, MAX_TEXT_LENGTH));
  const omitted = notes.length - shortNotes.length;
  return {
    position,
    key: key && toStorable(key, MAX_KEY_LENGTH),
    reason: reason && toStorable(reason, MAX_TEXT_LENGTH),
    notes: omitted === 0 ? shortNotes : [...shortNotes, `and ${formatNumber(omitted)} more`],
  };
}

/** Truncates a text that quotes a row's values. PostgreSQL stores neither NUL nor unpaired surrogates. */
const toStorable = (text: string, maxLength: number) =>
  truncateAtWord(text.replaceAll('\0', ''), maxLength).toWellFormed();

/** A note about the whole file, stored on the first row like other notes about the file. */
const describeLimit = (rowCount: number): ReportedRow => ({
  position: 1,
  key: null,
  reason: null,
  notes: [
    `Only the first ${formatNumber(rowCount)} rejected rows and notes are listed. The counts include all rows.`,
  ],
});
