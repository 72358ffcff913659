/**
 * Imports a file of listings (docs/product/import.md, Rows; decision 006). The file is read twice:
 * first to check that it is readable and which of its rows are replaced by later ones, then to
 * import it.
 */

import path from 'node:path';
import type { Database } from '../../database/database.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import { type AgentFinder, createAgentFinder } from './agent-finder.ts';
import type { ImportReport, RowReport } from './import-report.ts';
import { createSummary, type ImportSummary } from './import-summary.ts';
import {
  type JudgedRows,
  judgeRows,
  keyOf,
  type RefusedRow,
  type UndatedRow,
} from './judge-rows.ts';
import { mapResoRecord } from './reso/reso-mapping.ts';
import { createSpreadsheetDates, type SpreadsheetDates } from './reso/spreadsheet-dates.ts';
import { countPositions, createPositionTable, storePositions } from './position-repository.ts';
import { measureSource } from './source/source-file.ts';
import type { SourceRow } from './source/source-row.ts';
import { openRows } from './source/source-rows.ts';
import { type BatchOutcome, type ImportActor, writeBatch } from './write-batch.ts';

/** Rows per transaction: enough to be fast, and few enough to hold no lock for long. */
const BATCH_ROWS = 500;

/** The progress of an import. */
export type Progress = {
  phase: 'checking' | 'importing';
  /** From 0 to 1. */
  share: number;
  /** Rows processed in this phase. */
  rows: number;
  /** Rows of the file; null while they are being counted. */
  totalRows: number | null;
  /** The outcome so far. */
  summary: Readonly<ImportSummary>;
};

export type ImportOptions = {
  db: Database;
  images: ImageStore;
  /** The absolute path. */
  file: string;
  /** The agent of rows without a known agent. */
  agentEmail: string | undefined;
  /** The importing user; absent for the command line, which has all permissions. */
  actor?: ImportActor | undefined;
  /** How many accepted listings to include in the summary; none if absent. */
  sampleSize?: number;
  /** The declared encoding of the file; UTF-8 if absent. */
  encoding?: string | undefined;
  /** Reports what would change, without changing anything. */
  isDryRun?: boolean;
  now: () => Date;
  report: ImportReport;
  /** Awaited before the next batch. */
  onProgress: (progress: Progress) => void | Promise<void>;
  /** Ends the import after the current batch. */
  shutdownSignal: AbortSignal;
};

/**
 * Imports valid rows, and reports all others.
 *
 * @returns the outcome
 * @throws StartError if the file is unreadable or there is no such agent; nothing is imported then
 */
export async function importListings(options: ImportOptions): Promise<ImportSummary> {
  const started = performance.now();
  // A single connection, because the table of positions is temporary.
  return options.db.connection().execute(async (db) => {
    const agents = await createAgentFinder(db, options.agentEmail);
    const summary = createSummary(options);
    await importFile(db, options, agents, await checkFile(db, options, summary), summary);
    summary.seconds = (performance.now() - started) / 1_000;
    return summary;
  });
}

/**
 * The minimum age in days of a new listing with an unreadable date: too old to count as new, and
 * for alerts (docs/product/alerts.md, What alerts report).
 */
const UNDATED_MIN_AGE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Facts about a file after the first pass. */
type KnownFile = {
  /** Whether a key occurs more than once. */
  hasRepeats: boolean;
  /** The assumed listing date of new listings with an unreadable date. */
  undatedAt: Date;
  dates: SpreadsheetDates;
  totalRows: number;
};

async function checkFile(
  db: Database,
  options: ImportOptions,
  summary: ImportSummary,
): Promise<KnownFile> {
  await createPositionTable(db);
  const now = options.now();
  let rows = 0;
  let keys = 0;
  let undatedAt = new Date(now.getTime() - UNDATED_MIN_AGE_DAYS * DAY_MS);
  const dates = createSpreadsheetDates();
  const progress = () => ({ phase: 'checking', rows, totalRows: null, summary }) as const;
  for await (const batch of batchesOf(options, progress)) {
    rows += batch.rows.length;
    const entries = batch.rows.flatMap((row) => {
      if (!('record' in row)) return [];
      dates.note(row.record);
      const mapped = mapResoRecord(row.record, now);
      const date = mapped.kind === 'listing' ? mapped.listing.createdAt : null;
      if (date !== null && date < undatedAt) undatedAt = date;
      const key = keyOf(mapped);
      return key === null ? [] : [{ key, position: row.position }];
    });
    keys += entries.length;
    await storePositions(db, entries);
  }
  undatedAt = dates.findOldest(undatedAt);
  const hasRepeats = keys > (await countPositions(db));
  return { hasRepeats, undatedAt, dates, totalRows: rows };
}

async function importFile(
  db: Database,
  options: ImportOptions,
  agents: AgentFinder,
  known: KnownFile,
  summary: ImportSummary,
): Promise<void> {
  const { images, report, file, isDryRun = false, actor, sampleSize = 0 } = options;
  const { now } = options;
  const context = { db, images, folder: path.dirname(file), now, isDryRun, actor };
  const onlyAgentId = actor?.role === 'agent' ? actor.id : null;
  const { totalRows } = known;

  async function importBatch(rows: readonly SourceRow[], positionName: string): Promise<void> {
    const judged = await judgeRows(db, rows, {
      now: now(),
      agents,
      onlyAgentId,
      positionName,
      ...known,
    });
    const maxSample = sampleSize - summary.sample.length;
    const outcome = await writeBatch({ ...context, maxSample }, judged.writable);
    const refused = [...judged.refused, ...failedRows(outcome)];
    count(summary, rows.length, refused, outcome);
    summary.unreadableDates += judged.undated.length;
    const notes = notesOf(judged, outcome, known.undatedAt);
    summary.rejectedValues += notes.rejectedValues;
    const columns = positionName === 'line' ? columnsOf(rows) : null;
    await report.addRows(toReports(refused, notes.entries), { positionName, columns });
  }

  await report.addLines(known.dates.describeUnclear());
  // The next rows are read and parsed while the database writes these.
  let writing: Promise<void> = Promise.resolve();
  try {
    const progress = () =>
      ({ phase: 'importing', rows: summary.rows, totalRows, summary }) as const;
    for await (const { rows, positionName } of batchesOf(options, progress)) {
      await writing;
      writing = importBatch(rows, positionName);
      // Awaited below; a failure before that is not an unhandled rejection.
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
}

type Note = { position: number; key: string; text: string };

/** Returns the notes on accepted rows. */
function notesOf(
  { writable, undated }: JudgedRows,
  { outcomes, pictureProblems }: BatchOutcome,
  undatedAt: Date,
): { entries: Note[]; rejectedValues: number } {
  const values = writable.flatMap((row): Note[] =>
    row.kind === 'listing' && outcomes.get(row)?.kind !== 'failed'
      ? row.listing.facts.rejected.map((text) => ({
          ...row,
          text: `A value was not imported: ${text}`,
        }))
      : [],
  );
  return {
    rejectedValues: values.length,
    entries: [
      ...values,
      ...undated.map((row) => ({ ...row, text: describeDateFault(row, undatedAt) })),
      ...pictureProblems.map(({ row, text }) => ({
        ...row,
        text: `A picture was not imported: ${text}`,
      })),
    ],
  };
}

/** Merges refusals and notes into one report per row, in order. */
function toReports(refused: readonly RefusedRow[], notes: readonly Note[]): RowReport[] {
  const reports = new Map<number, RowReport>();
  for (const row of refused) reports.set(row.position, { ...row, notes: [] });
  for (const { position, key, text } of notes) {
    const report = reports.get(position) ?? { position, key, refusals: [], notes: [] };
    report.notes.push(text);
    reports.set(position, report);
  }
  return [...reports.values()].toSorted((a, b) => a.position - b.position);
}

/** Describes an unreadable date, and the date assumed instead. */
function describeDateFault({ field, value }: UndatedRow, undatedAt: Date): string {
  const consequence =
    field === 'OnMarketDate'
      ? `a new listing is dated ${undatedAt.toISOString().slice(0, 10)} and does not count as new`
      : 'the time of the price change is unknown';
  return `${value}, which is not a date such as 2026-03-01; ${consequence}`;
}

/** Returns the header's names, which every record has as keys. */
function columnsOf(rows: readonly SourceRow[]): ReadonlySet<string> | null {
  const row = rows.find((one) => 'record' in one);
  return row === undefined || !('record' in row) ? null : new Set(Object.keys(row.record));
}

function failedRows({ outcomes }: BatchOutcome): RefusedRow[] {
  return [...outcomes].flatMap(([{ position, key }, outcome]) =>
    outcome.kind === 'failed' ? [{ position, key, refusals: [outcome.refusal] }] : [],
  );
}

function count(
  summary: ImportSummary,
  rows: number,
  refused: readonly RefusedRow[],
  { outcomes, picturesAdded, picturesRemoved, pictureProblems, sample }: BatchOutcome,
): void {
  summary.rows += rows;
  summary.refused += refused.length;
  for (const reason of refused.flatMap((row) => row.refusals.map((refusal) => refusal.reason))) {
    summary.faults.set(reason, (summary.faults.get(reason) ?? 0) + 1);
  }
  for (const { kind } of outcomes.values()) if (kind !== 'failed') summary[kind] += 1;
  summary.picturesAdded += picturesAdded;
  summary.picturesRemoved += picturesRemoved;
  summary.rejectedPictures += pictureProblems.length;
  summary.sample.push(...sample);
}

/** Yields the rows of the file in batches, and reports progress. */
async function* batchesOf(
  { file, encoding, onProgress, shutdownSignal }: ImportOptions,
  progress: () => Omit<Progress, 'share'>,
): AsyncGenerator<{ rows: SourceRow[]; positionName: string }, void> {
  const size = await measureSource(file);
  let bytesRead = 0;
  const { positionName, groups } = await openRows(
    file,
    (bytes) => {
      bytesRead += bytes;
    },
    encoding,
  );
  const showProgress = async () =>
    onProgress({ ...progress(), share: Math.min(1, bytesRead / Math.max(1, size)) });
  let pending: SourceRow[] = [];
  for await (const group of groups) {
    pending.push(...group);
    while (pending.length >= BATCH_ROWS) {
      shutdownSignal.throwIfAborted();
      yield { rows: pending.slice(0, BATCH_ROWS), positionName };
      pending = pending.slice(BATCH_ROWS);
      await showProgress();
    }
  }
  shutdownSignal.throwIfAborted();
  if (pending.length > 0) yield { rows: pending, positionName };
  bytesRead = size;
  await showProgress();
}
