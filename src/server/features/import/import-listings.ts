/**
 * Imports a file of listings (docs/product/import.md, Rows; decision 006). The file is read twice: first to see that it
 * can be read to its end and which of its rows are replaced by later ones, then to import it.
 */

import path from 'node:path';
import type { Database } from '../../database/database.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import { type AgentFinder, createAgentFinder } from './agent-finder.ts';
import { describeRefusals, type ImportReport, type Remark, toRemark } from './import-report.ts';
import { countPositions, createPositionTable, rememberPositions } from './import-repository.ts';
import { createSummary, type ImportSummary } from './import-summary.ts';
import { createColumnCheck } from './missing-columns.ts';
import { judgeRows, keyOf, type RefusedRow, type UndatedRow } from './judge-rows.ts';
import { mapResoRecord } from './reso/reso-mapping.ts';
import { createSpreadsheetDates, type SpreadsheetDates } from './reso/spreadsheet-dates.ts';
import { measureSource } from './source/source-file.ts';
import type { SourceRow } from './source/source-row.ts';
import { openRows } from './source/source-rows.ts';
import { type BatchOutcome, writeBatch } from './write-batch.ts';

/** Rows in one transaction: large enough to be fast, small enough to hold no lock for long. */
const BATCH_ROWS = 500;

/** How far the import is; `share` from 0 to 1. */
export type Progress = { phase: 'checking' | 'importing'; share: number; rows: number };

export type ImportOptions = {
  db: Database;
  images: ImageStore;
  /** Absolute. */
  file: string;
  /** The agent of rows whose own is none here. */
  agentEmail: string | undefined;
  /** The file's, as declared; UTF-8 if absent. */
  encoding?: string | undefined;
  /** Changes nothing, and reports what would be changed. */
  isDryRun?: boolean;
  now: () => Date;
  report: ImportReport;
  onProgress: (progress: Progress) => void;
  /** Ends the import after the batch that is being written. */
  ending: AbortSignal;
};

/**
 * Imports every good row and reports every other.
 *
 * @returns what was done
 * @throws StartError when the file cannot be read or the agent is none: then nothing was imported
 */
export async function importListings(options: ImportOptions): Promise<ImportSummary> {
  const started = performance.now();
  // One connection throughout: the table of positions is this connection's own.
  return options.db.connection().execute(async (db) => {
    const agents = await createAgentFinder(db, options.agentEmail);
    const summary = await importFile(db, options, agents, await checkFile(db, options));
    summary.seconds = (performance.now() - started) / 1_000;
    return summary;
  });
}

/**
 * The age in days of a new listing whose date cannot be read, at least: too old to be called new, and for alerts
 * (docs/product/alerts.md, What alerts report).
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
};

async function checkFile(db: Database, options: ImportOptions): Promise<KnownFile> {
  await createPositionTable(db);
  const now = options.now();
  let rows = 0;
  let keys = 0;
  let undatedAt = new Date(now.getTime() - UNDATED_MIN_AGE_DAYS * DAY_MS);
  const dates = createSpreadsheetDates();
  for await (const batch of batchesOf(options, 'checking', () => rows)) {
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
    await rememberPositions(db, entries);
  }
  undatedAt = dates.findOldest(undatedAt);
  return { hasRepeats: keys > (await countPositions(db)), undatedAt, dates };
}

async function importFile(
  db: Database,
  options: ImportOptions,
  agents: AgentFinder,
  known: KnownFile,
): Promise<ImportSummary> {
  const { images, report, file, isDryRun = false } = options;
  const summary = createSummary({ isDryRun });
  const { now } = options;
  const context = { db, images, folder: path.dirname(file), now, isDryRun };
  let columnCheck: ReturnType<typeof createColumnCheck> | undefined;

  async function importBatch(rows: readonly SourceRow[], positionName: string): Promise<void> {
    const judged = await judgeRows(db, rows, { now: now(), agents, positionName, ...known });
    const outcome = await writeBatch(context, judged.writable);
    const refused = [...judged.refused, ...failedRows(outcome)];
    count(summary, rows.length, refused, outcome);
    summary.datesNotRead += judged.undated.length;
    columnCheck ??= createColumnCheck(positionName === 'line' ? columnsOf(rows) : null);
    await report.addLines(columnCheck.describe(refused));
    const { ownRefusals } = columnCheck;
    const factRemarks = judged.writable.flatMap((row) =>
      row.kind === 'listing' && outcome.outcomes.get(row)?.kind !== 'failed'
        ? row.listing.facts.notTaken.map((text) =>
            toRemark(positionName, row, `A value was not taken: ${text}`),
          )
        : [],
    );
    summary.valuesNotTaken += factRemarks.length;
    const remarks: Remark[] = [
      ...factRemarks,
      ...refused
        .filter((row) => ownRefusals(row).length > 0)
        .map((row) => toRemark(positionName, row, describeRefusals(ownRefusals(row)))),
      ...judged.undated.map((row) =>
        toRemark(positionName, row, describeDateFault(row, known.undatedAt)),
      ),
      ...outcome.pictureProblems.map(({ row, text }) =>
        toRemark(positionName, row, `A picture was not taken: ${text}`),
      ),
    ];
    await report.add(remarks.toSorted((a, b) => a.position - b.position));
  }

  await report.addLines(known.dates.describeUnclear());
  // The next rows are read and taken apart while the database works on these.
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const { rows, positionName } of batchesOf(
      options,
      'importing',
      () => summary.rows,
    )) {
      await writing;
      writing = importBatch(rows, positionName);
      // Awaited below; a failure before that is not an unhandled rejection.
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
  return summary;
}

/** Describes an unreadable date, and the date assumed instead. */
function describeDateFault({ field, value }: UndatedRow, undatedAt: Date): string {
  const consequence =
    field === 'OnMarketDate'
      ? `a new listing counts as of ${undatedAt.toISOString().slice(0, 10)} and not as new`
      : 'when the price changed is not known';
  return `${value}, which is no date such as 2026-03-01; ${consequence}`;
}

/** The header's names, which every row has. */
function columnsOf(rows: readonly SourceRow[]): ReadonlySet<string> | null {
  const row = rows.find((one) => 'record' in one);
  return row === undefined || !('record' in row) ? null : new Set(Object.keys(row.record));
}

function failedRows({ outcomes }: BatchOutcome): RefusedRow[] {
  return [...outcomes].flatMap(([{ position, key }, outcome]) =>
    outcome.kind === 'failed'
      ? [{ position, key, refusals: [{ reason: 'database', detail: outcome.reason }] }]
      : [],
  );
}

function count(
  summary: ImportSummary,
  rows: number,
  refused: readonly RefusedRow[],
  { outcomes, picturesAdded, picturesRemoved, pictureProblems }: BatchOutcome,
): void {
  summary.rows += rows;
  summary.refused += refused.length;
  for (const reason of refused.flatMap((row) => row.refusals.map((refusal) => refusal.reason))) {
    summary.faults.set(reason, (summary.faults.get(reason) ?? 0) + 1);
  }
  for (const { kind } of outcomes.values()) if (kind !== 'failed') summary[kind] += 1;
  summary.picturesAdded += picturesAdded;
  summary.picturesRemoved += picturesRemoved;
  summary.picturesNotTaken += pictureProblems.length;
}

/** The rows of the file in batches; reports the progress of reading. */
async function* batchesOf(
  { file, encoding, onProgress, ending }: ImportOptions,
  phase: Progress['phase'],
  countRows: () => number,
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
  let waiting: SourceRow[] = [];
  for await (const group of groups) {
    waiting.push(...group);
    while (waiting.length >= BATCH_ROWS) {
      ending.throwIfAborted();
      yield { rows: waiting.slice(0, BATCH_ROWS), positionName };
      waiting = waiting.slice(BATCH_ROWS);
      onProgress({ phase, share: Math.min(1, bytesRead / Math.max(1, size)), rows: countRows() });
    }
  }
  ending.throwIfAborted();
  if (waiting.length > 0) yield { rows: waiting, positionName };
  onProgress({ phase, share: 1, rows: countRows() });
}
