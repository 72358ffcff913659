/** Background jobs for data sources (docs/product/data-sources.md). */

import { z } from 'zod';
import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { idSchema } from '#shared/schemas/common.ts';
import { type Database, inTransaction, isDatabaseDown } from '../../../database/database.ts';
import { StartError } from '../../../errors/start-error.ts';
import {
  defineJob,
  type JobContext,
  type JobHandlers,
  type RecurringJobs,
} from '../../../jobs/job-handler.ts';
import { addJob, addJobsNoLater } from '../../../jobs/job-queue.ts';
import { findRunAt } from '../../../jobs/job-repository.ts';
import type { DataKey } from '../../../storage/data-key.ts';
import { decryptSecret } from '../../../storage/data-key.ts';
import { addNotification } from '../../notifications/notification-service.ts';
import { cancelToursOfHomes } from '../../tours/tour-change-service.ts';
import { announceAsImport } from '../import-repository.ts';
import { reconcile } from './reconcile.ts';
import { createSourceClient, type SourceAccess, SourceError } from './source-client.ts';
import {
  deleteSource,
  lockListingBatch,
  hasListings,
  lockDefaultAgent,
  releaseListings,
} from './source-listings-repository.ts';
import { downloadMedia } from './source-media.ts';
import { hasDueMedia } from './source-media-repository.ts';
import {
  beginRun,
  addToRunCounts,
  deleteRunsBefore,
  endRun,
  findAdminIds,
  findDeletedSources,
  findDueSources,
  findRun,
  findSource,
  findUnfinishedRuns,
  insertRun,
  isRunning,
  RunCanceledError,
  scheduleNextRun,
  type DataSourceRow,
  updateSource,
} from './source-repository.ts';
import { fetchMetadata, syncChanges } from './source-sync.ts';

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const RETENTION_MS = 30 * DAY_MS;
const RECONCILE_INTERVAL_MS = DAY_MS;
/** The maximum duration of a run so that slow pages don't keep a worker busy forever. */
const MAX_RUN_HOURS = 24;
/** The number of consecutive failures after which admins are notified. */
const MIN_NOTIFIED_FAILURES = 3;
/** The number of concurrent download jobs. */
const MEDIA_JOB_COUNT = 4;
const RELEASE_BATCH_SIZE = 500;
/** The maximum length of a notification's title. */
const MAX_TITLE_LENGTH = 200;

const jobKey = (runId: string) => `source-run:${runId}`;

/** Returns the owner name used to encrypt a source's secret. */
export const secretOwner = (sourceId: string) => `data-source:${sourceId}`;

/** Returns a source's URL and decrypted credentials. */
export function accessOf(source: DataSourceRow, dataKey: DataKey): SourceAccess {
  const secret = decryptSecret(dataKey, source.secret, secretOwner(source.id));
  return {
    baseUrl: source.base_url,
    auth:
      source.auth_kind === 'bearer'
        ? { kind: 'bearer', token: secret }
        : {
            kind: 'client_credentials',
            tokenUrl: source.token_url ?? '',
            clientId: source.client_id ?? '',
            clientSecret: secret,
            scope: source.scope,
          },
  };
}

/** Adds a run. @returns its ID; undefined if another run is unfinished */
export async function addRun(
  transaction: Database,
  sourceId: string,
  now: Date,
): Promise<string | undefined> {
  const runId = await insertRun(transaction, sourceId, now);
  if (runId !== undefined)
    await addJob(transaction, { name: 'sources.run', payload: { runId }, key: jobKey(runId) });
  return runId;
}

const removalKey = (sourceId: string) => `source-remove:${sourceId}`;

/** Adds the job that detaches the listings of a deleted source. */
export const addRemoval = async (transaction: Database, sourceId: string): Promise<void> =>
  addJob(transaction, {
    name: 'sources.remove',
    payload: { sourceId },
    key: removalKey(sourceId),
  });

/**
 * Detaches a batch of listings from a source that is being deleted.
 *
 * @returns whether more listings might remain
 */
export async function releaseListingBatch(
  transaction: Database,
  sourceId: string,
  now: Date,
): Promise<boolean> {
  const agentId = await lockDefaultAgent(transaction, sourceId);
  const ids = await lockListingBatch(transaction, sourceId, RELEASE_BATCH_SIZE);
  if (ids.length > 0) {
    await announceAsImport(transaction);
    await releaseListings(transaction, ids, { agentId, now });
    await cancelToursOfHomes(transaction, ids, 'unavailable', now);
  }
  return ids.length === RELEASE_BATCH_SIZE;
}

/** Jobs that mostly wait for other servers, by name. */
export const outboundSourceJobs: JobHandlers = {
  'sources.run': defineJob(z.object({ runId: idSchema }), async ({ runId }, context) => {
    const { db } = context;
    if (!(await beginRun(db, runId))) return;
    const run = await findRun(db, runId);
    const source = run && (await findSource(db, run.source_id));
    if (source === undefined) return;
    const startedAt = performance.now();
    const now = () => new Date(context.now.getTime() + performance.now() - startedAt);
    const result = await runSync(source, runId, context, now);
    await inTransaction(db, null, (transaction) =>
      finish(transaction, source, runId, result, now()),
    );
  }),

  'sources.media': downloadJob,
};

async function downloadJob(_payload: unknown, context: JobContext): Promise<void> {
  await downloadMedia(context);
}

/** Other jobs by name. */
export const sourceJobs: JobHandlers = {
  'sources.remove': defineJob(
    z.object({ sourceId: idSchema }),
    async ({ sourceId }, { db, now, shutdownSignal }) => {
      while (
        await inTransaction(db, null, (transaction) =>
          releaseListingBatch(transaction, sourceId, now),
        )
      )
        shutdownSignal.throwIfAborted();
      await deleteSource(db, sourceId);
    },
  ),
};

/** Recurring jobs by name. */
export const recurringSourceJobs: RecurringJobs = {
  'sources.due': {
    every: 'minute',
    handle: async ({ db, now, shutdownSignal }) => {
      // Runs restored from a backup have no jobs.
      for (const { id } of await findUnfinishedRuns(db)) {
        if ((await findRunAt(db, jobKey(id))) !== undefined) continue;
        await endRun(db, id, { state: 'failed', error: 'The sync was interrupted.', now });
      }
      for (const id of await findDeletedSources(db))
        if ((await findRunAt(db, removalKey(id))) === undefined) await addRemoval(db, id);
      for (const id of await findDueSources(db, now))
        await inTransaction(db, null, (transaction) => addRun(transaction, id, now));
      if (await hasDueMedia(db, now)) await addMediaJobs(db);
      const cutoff = new Date(now.getTime() - RETENTION_MS);
      while (!shutdownSignal.aborted && (await deleteRunsBefore(db, cutoff)) > 0);
    },
  },
};

async function addMediaJobs(db: Database): Promise<void> {
  const jobs = Array.from({ length: MEDIA_JOB_COUNT }, (_, index) => ({
    name: 'sources.media',
    payload: {},
    key: `source-media:${index}`,
  }));
  await addJobsNoLater(db, jobs);
}

type RunResult = {
  state: 'done' | 'failed' | 'canceled';
  error: string | null;
  isReconciled: boolean;
  isReconciliationSkipped?: boolean;
};

/** @throws if the job must be retried: on shutdown, and while the database is unavailable */
async function runSync(
  source: DataSourceRow,
  runId: string,
  context: JobContext,
  now: () => Date,
): Promise<RunResult> {
  const { db, dataKey, shutdownSignal, log } = context;
  const failed = (error: string): RunResult => ({ state: 'failed', error, isReconciled: false });
  const deadline = new Date(now().getTime() + MAX_RUN_HOURS * 60 * MINUTE_MS);
  try {
    const access = accessOf(source, dataKey);
    const client = createSourceClient(access, {
      signal: shutdownSignal,
      canRetry: true,
      onPage: async (parseMs) => {
        await context.throttle?.(parseMs, shutdownSignal);
        if (!(await isRunning(db, runId))) throw new RunCanceledError();
        if (now() > deadline)
          throw new SourceError(`The sync took more than ${MAX_RUN_HOURS} hours.`);
      },
    });
    const metadata = await fetchMetadata(client);
    const onBatch = async () => {
      if (await hasDueMedia(db, now())) await addMediaJobs(db);
    };
    const isFirst = source.position === null && !(await hasListings(db, source.id));
    const options = { runId, client, metadata, context, now, onBatch };
    if (!(await syncChanges(source, options))) throw new RunCanceledError();
    const lastReconciledMs = source.reconciled_at?.getTime() ?? -Infinity;
    // The first sync has already read all listings.
    if (isFirst || now().getTime() - lastReconciledMs < RECONCILE_INTERVAL_MS)
      return { state: 'done', error: null, isReconciled: isFirst };
    const { removed, skipped } = await reconcile(source, { client, context, now });
    const unchangedCounts = { rows_read: 0, added: 0, updated: 0, unchanged: 0, refused: 0 };
    await addToRunCounts(db, runId, { ...unchangedCounts, removed });
    const error =
      skipped === null
        ? null
        : `${skipped.missing} of ${countOf(skipped.available, 'available listing')} no longer exist at the source. That is too many, so none were taken off the market.`;
    return { state: 'done', error, isReconciled: true, isReconciliationSkipped: skipped !== null };
  } catch (error) {
    if (shutdownSignal.aborted || isDatabaseDown(error)) throw error;
    if (error instanceof RunCanceledError)
      return { state: 'canceled', error: null, isReconciled: false };
    if (error instanceof SourceError || error instanceof StartError) return failed(error.message);
    log.error({ err: error, sourceId: source.id }, 'A sync failed');
    return failed('The sync failed. Listings synced before the failure are kept.');
  }
}

/** Ends a run and schedules the next one. Changes nothing if the run was canceled. */
async function finish(
  transaction: Database,
  source: DataSourceRow,
  runId: string,
  result: RunResult,
  now: Date,
): Promise<void> {
  const current = await findSource(transaction, source.id, { lock: true });
  const { state, error } = result;
  const wasUnfinished = await endRun(transaction, runId, { state, error, now });
  if (!wasUnfinished || current === undefined) return;
  const failures =
    result.state === 'failed'
      ? current.failures + 1
      : result.state === 'done'
        ? 0
        : current.failures;
  await updateSource(transaction, source.id, {
    failures,
    ...(result.isReconciled ? { reconciled_at: now } : {}),
  });
  await scheduleNextRun(transaction, source.id, now);
  const { name } = current;
  const notify = (title: string) =>
    notifyAdmins(transaction, {
      title: title.slice(0, MAX_TITLE_LENGTH),
      link: pagePaths.dataSources({ id: source.id }),
      createdAt: now,
    });
  if (failures === MIN_NOTIFIED_FAILURES && result.state === 'failed')
    await notify(`${name} has failed ${MIN_NOTIFIED_FAILURES} times: ${result.error}`);
  if (result.state === 'done' && current.failures >= MIN_NOTIFIED_FAILURES)
    await notify(`${name} is working again.`);
  if (result.isReconciliationSkipped === true) await notify(`${name}: ${result.error}`);
}

async function notifyAdmins(
  transaction: Database,
  notification: { title: string; link: string; createdAt: Date },
): Promise<void> {
  for (const userId of await findAdminIds(transaction))
    await addNotification(transaction, { userId, kind: 'source', ...notification });
}
