/**
 * Imports a file of listings (docs/product/import.md, Rows; decision 006). Reads the file twice:
 * first to check that it is readable and to collect information about all rows, such as repeated keys
 * and date formats, then to import it.
 */

import path from 'node:path';
import { formatNumber } from '#shared/format/numbers.ts';
import { createPace } from '../../concurrency/pace.ts';
import type { Database } from '../../database/database.ts';
import { StartError } from '../../errors/start-error.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import { type AgentFinder, createAgentFinder } from './agent-finder.ts';
import type { ImportReport, RowReport } from './import-report.ts';
import { createSummary, type ImportSummary } from './import-summary.ts';
import {
  type ClassifiedRows,
  classifyRows,
  keyOf,
  type RejectedRow,
  type UndatedRow,
} from './classify-rows.ts';
import { mapResoRecord } from './reso/reso-mapping.ts';
import { createSpreadsheetDates, type SpreadsheetDates } from './reso/spreadsheet-dates.ts';
import { countKeys, createPositionTable, storePositions } from './position-repository.ts';
import { measureSource } from './source/source-file.ts';
import type { SourceRow } from './source/source-row.ts';
import { openRows } from './source/source-rows.ts';
import { type BatchOutcome, type ImportActor, writeBatch } from './write-batch.ts';

/** The number of rows per transaction: enough to be fast, without holding locks for long. */
const BATCH_ROWS = 500;
/** A batch of this length is written early to limit memory use and lock time. */
const BATCH_CHARACTERS = 1024 * 1024;

/** The progress of an import. */
export type Progress = {
  phase: 'checking' | 'importing';
  /** From 0 to 1. */
  fraction: number;
  /** The number of rows processed in this phase. */
  rows: number;
  /** The number of rows in the file; null while they are being counted. */
  totalRows: number | null;
  /** The outcome so far. */
  summary: Readonly<ImportSummary>;
};

export type ImportOptions = {
  db: Database;
  images: ImageStore;
  /** Called before each batch. @throws StartError if the disk is almost full */
  requireFreeDisk: () => Promise<void>;
  /** The absolute path. */
  file: string;
  /** The email address of the agent for rows without a known agent. */
  agentEmail: string | undefined;
  /** The importing user; absent for the command line, which has every permission. */
  actor?: ImportActor | undefined;
  /** The maximum number of accepted listings in the summary; 0 if absent. */
  sampleSize?: number;
  /** The declared encoding of the file; UTF-8 if absent. */
  encoding?: string | undefined;
  /** Limits for files from users; absent for the command line, whose files can be of any size. */
  limits?: { maxBytes: number; maxRows: number };
  /** Whether the file's folder contains its pictures; true by default. */
  hasPictures?: boolean;
  /** Reports the changes without making them. */
  isDryRun?: boolean;
  now: () => Date;
  report: ImportReport;
  /** Awaited before the next batch. */
  onProgress: (progress: Progress) => void | Promise<void>;
  /** Ends the import after the current batch. */
  shutdownSignal: AbortSignal;
};

/**
 * Imports valid rows and reports invalid ones.
 *
 * @returns the outcome
 * @throws StartError if the file is unreadable or too large, or the agent is unknown (in these cases,
 * nothing is imported), the disk is almost full, or the actor can no longer import listings
 * @throws the reason of `shutdownSignal`
 */
export async function importListings(options: ImportOptions): Promise<ImportSummary> {
  const startedAt = performance.now();
  // The temporary table of positions exists only on this connection.
  return options.db.connection().execute(async (db) => {
    const agents = await createAgentFinder(db, options.agentEmail);
    const summary = createSummary(options);
    await importFile(db, options, agents, await checkFile(db, options, summary), summary);
    summary.seconds = (performance.now() - startedAt) / 1_000;
    return summary;
  });
}

/**
 * New listings with an unreadable date are assumed to be at least this many days old so that they
 * are not considered new and trigger no alerts (docs/product/alerts.md, What alerts report).
 */
const MIN_UNDATED_AGE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The result of the first pass. */
type CheckedFile = {
  /** Whether the file contains a key more than once. */
  hasRepeatedKeys: boolean;
  /** The assumed listing date of new listings with an unreadable date. */
  assumedDate: Date;
  dates: SpreadsheetDates;
  totalRows: number;
};

async function checkFile(
  db: Database,
  options: ImportOptions,
  summary: ImportSummary,
): Promise<CheckedFile> {
  await createPositionTable(db);
  const now = options.now();
  let rows = 0;
  let keys = 0;
  let assumedDate = new Date(now.getTime() - MIN_UNDATED_AGE_DAYS * DAY_MS);
  const dates = createSpreadsheetDates();
  const pace = createPace();
  const progress = () => ({ phase: 'checking', rows, totalRows: null, summary }) as const;
  for await (const batch of readBatches(options, progress)) {
    rows += batch.rows.length;
    checkRowCount(rows, options);
    const entries: { key: string; position: number }[] = [];
    for (const row of batch.rows) {
      if (pace.shouldYield()) await pace.yieldToEventLoop();
      if (!('record' in row)) continue;
      dates.collect(row.record);
      const mapped = mapResoRecord(row.record, now);
      const date = mapped.kind === 'listing' ? mapped.listing.createdAt : null;
      if (date !== null && date < assumedDate) assumedDate = date;
      const key = keyOf(mapped);
      if (key !== null) entries.push({ key, position: row.position });
    }
    keys += entries.length;
    await storePositions(db, entries);
  }
  assumedDate = dates.findOldest(assumedDate);
  const hasRepeatedKeys = keys > (await countKeys(db));
  return { hasRepeatedKeys, assumedDate, dates, totalRows: rows };
}

/** @throws StartError if the file has too many rows */
function checkRowCount(rows: number, { file, limits }: ImportOptions): void {
  if (limits === undefined || rows <= limits.maxRows) return;
  throw new StartError(
    `${path.basename(file)} has more than ${formatNumber(limits.maxRows)} rows. Split it into smaller files.`,
  );
}

async function importFile(
  db: Database,
  options: ImportOptions,
  agents: AgentFinder,
  checked: CheckedFile,
  summary: ImportSummary,
): Promise<void> {
  const { images, report, file, isDryRun = false, actor, sampleSize = 0 } = options;
  const { now, requireFreeDisk, hasPictures = true } = options;
  const folder = hasPictures ? path.dirname(file) : null;
  const reviews = { notificationCount: 0 };
  const context = { db, images, requireFreeDisk, folder, now, isDryRun, actor, reviews };
  const onlyAgentId = actor?.role === 'agent' ? actor.id : null;
  const { totalRows } = checked;

  async function importBatch(rows: readonly SourceRow[], positionName: string): Promise<void> {
    const classified = await classifyRows(db, rows, {
      now: now(),
      agents,
      onlyAgentId,
      positionName,
      ...checked,
    });
    const maxSampleSize = sampleSize - summary.sample.length;
    const outcome = await writeBatch({ ...context, maxSampleSize }, classified.writable);
    const rejected = [...classified.rejected, ...failedRows(outcome)];
    addToSummary(summary, rows.length, rejected, outcome);
    summary.unreadableDates += classified.undated.length;
    const notes = collectNotes(classified, outcome, checked.assumedDate);
    summary.rejectedValues += notes.rejectedValues;
    const columns = positionName === 'line' ? columnsOf(rows) : null;
    await report.addRows(toReports(rejected, notes.entries), { positionName, columns });
  }

  await report.addLines(checked.dates.describeAmbiguous());
  // Reads and parses the next batch while the database writes this one.
  let writing: Promise<void> = Promise.resolve();
  try {
    const progress = () =>
      ({ phase: 'importing', rows: summary.rows, totalRows, summary }) as const;
    for await (const { rows, positionName } of readBatches(options, progress)) {
      await writing;
      writing = importBatch(rows, positionName);
      // Awaited later. Prevents an unhandled rejection until then.
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
}

type Note = { position: number; key: string; text: string };

/** Collects the notes on accepted rows. */
function collectNotes(
  { writable, undated }: ClassifiedRows,
  { outcomes, pictureProblems }: BatchOutcome,
  assumedDate: Date,
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
      ...undated.map((row) => ({ ...row, text: describeDateError(row, assumedDate) })),
      ...pictureProblems.map(({ row, text }) => ({
        ...row,
        text: `A picture was not imported: ${text}`,
      })),
    ],
  };
}

/** Merges rejections and notes into one report per row, in file order. */
function toReports(rejected: readonly RejectedRow[], notes: readonly Note[]): RowReport[] {
  const reports = new Map<number, RowReport>();
  for (const row of rejected) reports.set(row.position, { ...row, notes: [] });
  for (const { position, key, text } of notes) {
    const report = reports.get(position) ?? { position, key, rejections: [], notes: [] };
    report.notes.push(text);
    reports.set(position, report);
  }
  return [...reports.values()].toSorted((a, b) => a.position - b.position);
}

/** Describes an unreadable date and its consequence. */
function describeDateError({ field, value }: UndatedRow, assumedDate: Date): string {
  const consequence =
    field === 'OnMarketDate'
      ? `if the listing is not on the site yet, it gets the date ${assumedDate.toISOString().slice(0, 10)} so that it does not count as newly listed`
      : 'the time of the price change is unknown';
  return `${value}, which is not a valid date, such as 2026-03-01; ${consequence}`;
}

/** Returns the column names; every record has all of them as keys. */
function columnsOf(rows: readonly SourceRow[]): ReadonlySet<string> | null {
  const row = rows.find((candidate) => 'record' in candidate);
  return row === undefined || !('record' in row) ? null : new Set(Object.keys(row.record));
}

function failedRows({ outcomes }: BatchOutcome): RejectedRow[] {
  return [...outcomes].flatMap(([{ position, key }, outcome]) =>
    outcome.kind === 'failed' ? [{ position, key, rejections: [outcome.rejection] }] : [],
  );
}

function addToSummary(
  summary: ImportSummary,
  rows: number,
  rejected: readonly RejectedRow[],
  { outcomes, picturesAdded, picturesRemoved, pictureProblems, sample }: BatchOutcome,
): void {
  summary.rows += rows;
  summary.refused += rejected.length;
  for (const reason of rejected.flatMap((row) =>
    row.rejections.map((rejection) => rejection.reason),
  )) {
    summary.errors.set(reason, (summary.errors.get(reason) ?? 0) + 1);
  }
  for (const { kind } of outcomes.values()) if (kind !== 'failed') summary[kind] += 1;
  summary.picturesAdded += picturesAdded;
  summary.picturesRemoved += picturesRemoved;
  summary.rejectedPictures += pictureProblems.length;
  summary.sample.push(...sample);
}

/** Yields the file's rows in batches and reports progress. */
async function* readBatches(
  { file, encoding, limits, onProgress, shutdownSignal }: ImportOptions,
  progress: () => Omit<Progress, 'fraction'>,
): AsyncGenerator<{ rows: SourceRow[]; positionName: string }, void> {
  const size = await measureSource(file);
  let bytesRead = 0;
  const { positionName, groups } = await openRows(file, {
    onRead: (bytes) => {
      bytesRead += bytes;
    },
    encoding,
    maxBytes: limits?.maxBytes,
  });
  const reportProgress = async () =>
    onProgress({ ...progress(), fraction: Math.min(1, bytesRead / Math.max(1, size)) });
  let pending: SourceRow[] = [];
  let characters = 0;
  for await (const group of groups) {
    for (const row of group) {
      pending.push(row);
      characters += lengthOf(row);
      if (pending.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
      shutdownSignal.throwIfAborted();
      yield { rows: pending, positionName };
      pending = [];
      characters = 0;
      await reportProgress();
    }
  }
  shutdownSignal.throwIfAborted();
  if (pending.length > 0) yield { rows: pending, positionName };
  bytesRead = size;
  await reportProgress();
}

/** Returns the number of characters in a row's values. */
function lengthOf(row: SourceRow): number {
  if ('error' in row) return row.error.length;
  return Object.values(row.record).reduce<number>((sum, value) => sum + valueLength(value), 0);
}

function valueLength(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : 0;
}
