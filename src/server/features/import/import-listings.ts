/**
 * Imports a file of listings (interface: Bulk import; decision 006). The file is read twice: first to see that it
 * can be read to its end and which of its rows are replaced by later ones, then to import it.
 */

import path from 'node:path';
import type { Database } from '../../database/database.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import { type AgentFinder, createAgentFinder } from './agent-finder.ts';
import { withGatheringIndexes } from './gathering-indexes-repository.ts';
import { describeRefusals, type ImportReport, type Remark, toRemark } from './import-report.ts';
import { countPositions, createPositionTable, rememberPositions } from './import-repository.ts';
import { createSummary, type ImportSummary } from './import-summary.ts';
import { judgeRows, keyOf, type RefusedRow } from './judge-rows.ts';
import { mapResoRecord } from './reso/reso-mapping.ts';
import { measureSource } from './source/source-file.ts';
import type { SourceRow } from './source/source-row.ts';
import { openRows } from './source/source-rows.ts';
import { type BatchOutcome, writeBatch } from './write-batch.ts';

/** Rows in one transaction: large enough to be fast, small enough to hold no lock for long. */
const BATCH_ROWS = 500;

/** From so many rows on it pays to prepare the database. */
const LONG_IMPORT_ROWS = 5_000;

/** How far the import is; `share` from 0 to 1. */
export type Progress = { phase: 'checking' | 'importing'; share: number; rows: number };

export type ImportOptions = {
  db: Database;
  images: ImageStore;
  /** Absolute. */
  file: string;
  /** The agent of rows whose own is none here. */
  agentEmail: string | undefined;
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
    const { rowCount, hasRepeats } = await checkFile(db, options);
    const importIt = () => importFile(db, options, agents, hasRepeats);
    const summary = await (rowCount < LONG_IMPORT_ROWS
      ? importIt()
      : withGatheringIndexes(db, importIt));
    summary.seconds = (performance.now() - started) / 1_000;
    return summary;
  });
}

/** Reads the file to its end; `hasRepeats`: some key stands in it more than once. */
async function checkFile(
  db: Database,
  options: ImportOptions,
): Promise<{ rowCount: number; hasRepeats: boolean }> {
  await createPositionTable(db);
  const now = options.now();
  let rows = 0;
  let keys = 0;
  for await (const batch of batchesOf(options, 'checking', () => rows)) {
    rows += batch.rows.length;
    const entries = batch.rows.flatMap((row) => {
      const key = 'record' in row ? keyOf(mapResoRecord(row.record, now)) : null;
      return key === null ? [] : [{ key, position: row.position }];
    });
    keys += entries.length;
    await rememberPositions(db, entries);
  }
  return { rowCount: rows, hasRepeats: keys > (await countPositions(db)) };
}

async function importFile(
  db: Database,
  options: ImportOptions,
  agents: AgentFinder,
  hasRepeats: boolean,
): Promise<ImportSummary> {
  const { images, report, file } = options;
  const summary = createSummary();
  const now = options.now();
  const context = { db, images, folder: path.dirname(file), now };

  async function importBatch(rows: readonly SourceRow[], positionName: string): Promise<void> {
    const judged = await judgeRows(db, rows, { now, agents, hasRepeats, positionName });
    const outcome = await writeBatch(context, judged.writable);
    const refused = [...judged.refused, ...failedRows(outcome)];
    count(summary, rows.length, refused, outcome);
    const remarks: Remark[] = [
      ...refused.map((row) => toRemark(positionName, row, describeRefusals(row.refusals))),
      ...outcome.pictureProblems.map(({ row, text }) =>
        toRemark(positionName, row, `A picture was not taken: ${text}`),
      ),
    ];
    await report.add(remarks.toSorted((a, b) => a.position - b.position));
  }

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
      // Awaited below; until then its failure is nobody's surprise.
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
  return summary;
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
  { outcomes, picturesAdded, pictureProblems }: BatchOutcome,
): void {
  summary.rows += rows;
  summary.refused += refused.length;
  for (const reason of refused.flatMap((row) => row.refusals.map((refusal) => refusal.reason))) {
    summary.faults.set(reason, (summary.faults.get(reason) ?? 0) + 1);
  }
  for (const { kind } of outcomes.values()) if (kind !== 'failed') summary[kind] += 1;
  summary.picturesAdded += picturesAdded;
  summary.picturesNotTaken += pictureProblems.length;
}

/** The rows of the file in batches; tells how far the reading is. */
async function* batchesOf(
  { file, onProgress, ending }: ImportOptions,
  phase: Progress['phase'],
  countRows: () => number,
): AsyncGenerator<{ rows: SourceRow[]; positionName: string }, void> {
  const size = await measureSource(file);
  let bytesRead = 0;
  const { positionName, groups } = await openRows(file, (bytes) => {
    bytesRead += bytes;
  });
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
