/** Background jobs for imports started in the browser. */

import { z } from 'zod';
import { MAX_IMPORT_ROWS, MAX_IMPORT_TEXT_BYTES, MAX_ENDED_IMPORTS } from '#shared/limits.ts';
import { idSchema } from '#shared/schemas/common.ts';
import { type Database, inTransaction, isDatabaseDown } from '../../../database/database.ts';
import { StartError } from '../../../errors/start-error.ts';
import {
  defineJob,
  type JobContext,
  type JobHandlers,
  type RecurringJobs,
} from '../../../jobs/job-handler.ts';
import { addJob } from '../../../jobs/job-queue.ts';
import { findRunAt } from '../../../jobs/job-repository.ts';
import { requireFreeDisk } from '../../../storage/free-disk.ts';
import { announceEvent } from '../../notifications/event-service.ts';
import { importListings, type Progress } from '../import-listings.ts';
import { describeRejections, type ImportReport } from '../import-report.ts';
import { EncodingError } from '../source/decode-text.ts';
import { createStoredReport } from '../stored-report.ts';
import {
  findOldFolders,
  hasImportFile,
  importFilePath,
  removeImportFolder,
} from './import-files.ts';
import {
  beginRun,
  deleteEndedRunsExceptNewest,
  deleteRunsBefore,
  endRun,
  findOwner,
  findRunOwner,
  findRunsWithJob,
  findUsedFolders,
  type ImportRunRow,
  insertReportedRows,
  pauseRun,
  releaseJob,
  type RunCounts,
  claimNextRun,
  updateCounts,
} from './import-run-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The retention period of ended imports (docs/product/import.md, In the browser). */
const RETENTION_MS = 90 * DAY_MS;
/** The minimum time between progress updates while checking the file. Importing reports every batch. */
const CHECKING_PROGRESS_INTERVAL_MS = 500;
const SAMPLE_SIZE = 6;
/** Prevents a file from crashing the process repeatedly. */
const MAX_INTERRUPTIONS = 1;

const jobKey = (id: string) => `import:${id}`;

/** Adds the job for the account's next import unless another import of the account has one. */
export async function addNextRun(transaction: Database, ownerId: string): Promise<void> {
  const id = await claimNextRun(transaction, ownerId);
  if (id === undefined) return;
  await addJob(transaction, { name: 'imports.run', payload: { importId: id }, key: jobKey(id) });
}

/** Long-running jobs by name. */
export const longImportJobs: JobHandlers = {
  'imports.run': defineJob(z.object({ importId: idSchema }), async ({ importId }, context) => {
    const { db } = context;
    const now = createJobClock(context);
    const ownerId = await findRunOwner(db, importId);
    if (ownerId === undefined) return;
    const run = await inTransaction(db, null, (transaction) => beginRun(transaction, importId));
    const result = run === undefined ? null : await runImport(run, context, now);
    await finish({ ...context, now: now() }, { id: importId, ownerId }, result);
  }),
};

/** Recurring jobs by name. */
export const recurringImportJobs: RecurringJobs = {
  'imports.sweep': {
    every: 'hour',
    handle: async (context) => {
      const { db, now, shutdownSignal, importFolder } = context;
      // Imports restored from a backup have neither jobs nor files.
      for (const run of await findRunsWithJob(db)) {
        if ((await findRunAt(db, jobKey(run.id))) !== undefined) continue;
        await finish(context, run, failed('The import was interrupted. Please start it again.'));
      }
      const cutoff = new Date(now.getTime() - RETENTION_MS);
      while (!shutdownSignal.aborted && (await deleteRunsBefore(db, cutoff)) > 0);
      const folders = await findOldFolders(importFolder, Date.now());
      const used = await findUsedFolders(db, folders);
      for (const folder of folders) {
        if (!used.has(folder)) await removeImportFolder(importFolder, folder);
      }
    },
  },
};

type RunResult = { state: 'done' | 'failed' | 'canceled'; error: string | null };

const failed = (error: string): RunResult => ({ state: 'failed', error });

const encodingMessage = (fileName: string) =>
  `${fileName} is not UTF-8. Please save it as UTF-8 (in Excel as “CSV UTF-8”) and choose it again.`;

/** Creates a clock that continues from the job's start time. */
function createJobClock({ now }: JobContext): () => Date {
  const started = performance.now();
  return () => new Date(now.getTime() + performance.now() - started);
}

/** @throws if the job must be retried: on shutdown, and while the database is unavailable */
async function runImport(
  run: ImportRunRow,
  context: JobContext,
  now: () => Date,
): Promise<RunResult> {
  const { db, images, importFolder, shutdownSignal, log } = context;
  const owner = await findOwner(db, run.owner_id);
  if (owner === undefined || owner.role === 'user') {
    return failed('This account can no longer import listings.');
  }
  if (run.interruptions > MAX_INTERRUPTIONS) {
    return failed(
      'The import was interrupted twice, so it was not restarted. Listings that were already imported are kept. Please split the file into smaller files.',
    );
  }
  if (!(await hasImportFile(importFolder, run))) {
    return failed(
      'The uploaded file is missing. Please import it again. If this happens repeatedly, contact the site’s operator: all machines must share the folder DATA_DIR/imports.',
    );
  }
  const canceled = new AbortController();
  let latest: Progress | undefined;
  let reportedAt = -Infinity;
  try {
    await importListings({
      db,
      images,
      requireFreeDisk: () => requireFreeDisk(importFolder, context.freeDiskBytes),
      file: importFilePath(importFolder, run.folder, run.file_name),
      agentEmail: owner.role === 'agent' ? owner.email : (run.agent_email ?? undefined),
      actor: { id: run.owner_id, role: owner.role, name: owner.name, ipAddress: run.place },
      sampleSize: SAMPLE_SIZE,
      limits: { maxBytes: MAX_IMPORT_TEXT_BYTES, maxRows: MAX_IMPORT_ROWS },
      hasPictures: false,
      isDryRun: run.is_dry_run,
      now,
      report: createDatabaseReport(db, run.id),
      onProgress: async (progress) => {
        latest = progress;
        const isThrottled = performance.now() - reportedAt < CHECKING_PROGRESS_INTERVAL_MS;
        if (progress.phase === 'checking' && isThrottled) return;
        reportedAt = performance.now();
        const isRunning = await inTransaction(db, null, async (transaction) => {
          await announce(transaction, run, now());
          return updateCounts(transaction, run.id, toRunCounts(progress));
        });
        if (!isRunning) canceled.abort();
      },
      shutdownSignal: AbortSignal.any([shutdownSignal, canceled.signal]),
    });
    return { state: 'done', error: null };
  } catch (error) {
    if (canceled.signal.aborted) return { state: 'canceled', error: null };
    if (isDatabaseDown(error)) throw error;
    if (shutdownSignal.aborted) {
      await pauseRun(db, run);
      throw error;
    }
    if (error instanceof EncodingError) return failed(encodingMessage(run.file_name));
    if (error instanceof StartError) return failed(error.message);
    log.error({ err: error, importId: run.id }, 'An import failed');
    return failed('The import failed. Listings imported before the failure are kept.');
  } finally {
    // Also stores counts that changed since the last progress update.
    if (latest !== undefined) await updateCounts(db, run.id, toRunCounts(latest));
  }
}

/** Ends an import unless it was already canceled, and starts the account's next one. */
async function finish(
  context: JobContext,
  run: { id: string; ownerId: string },
  result: RunResult | null,
): Promise<void> {
  const { db, importFolder, now } = context;
  const endedRun = await inTransaction(db, null, async (transaction) => {
    const ended = await releaseJob(transaction, run);
    if (ended === undefined) return undefined;
    if (result !== null) await endRun(transaction, run.id, { ...result, now });
    await deleteEndedRunsExceptNewest(transaction, run.ownerId, MAX_ENDED_IMPORTS);
    await announce(transaction, { id: run.id, owner_id: run.ownerId }, now);
    await addNextRun(transaction, run.ownerId);
    return ended;
  });
  // The sweep removes the file of a deleted account.
  if (endedRun !== undefined) await removeImportFolder(importFolder, endedRun.folder);
}

async function announce(
  transaction: Database,
  { id, owner_id: ownerId }: Pick<ImportRunRow, 'id' | 'owner_id'>,
  now: Date,
): Promise<void> {
  const event = { userIds: [ownerId], kind: 'import', data: { _id: id }, createdAt: now } as const;
  await announceEvent(transaction, event);
}

function toRunCounts({ totalRows, summary }: Progress): RunCounts {
  return {
    rows_read: summary.rows,
    total_rows: totalRows,
    added: summary.imported,
    updated: summary.updated,
    removed: summary.deleted,
    unchanged: summary.unchanged,
    refused: summary.refused,
    sample: summary.sample,
  };
}

/**
 * Creates a report that stores rejected rows and notes. Lines about the whole file are stored as notes
 * on the first row.
 */
function createDatabaseReport(db: Database, id: string): ImportReport {
  const store = createStoredReport(async (rows) => insertReportedRows(db, id, rows));
  return {
    addRows: async (rows) =>
      store(
        rows.map(({ position, key, rejections, notes }) => ({
          position,
          key,
          reason: rejections.length === 0 ? null : describeRejections(rejections),
          notes,
        })),
      ),
    addLines: async (lines) =>
      store(
        lines.length === 0 ? [] : [{ position: 1, key: null, reason: null, notes: [...lines] }],
      ),
  };
}
