/** Runs background work with its dependencies, continuously in a server process or once in a command. */

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { type Database, openDatabase } from '../database/database.ts';
import type { Installation } from './installation.ts';
import type { JobContext, JobLog } from '../jobs/job-handler.ts';
import { findDeadWorkers, unlockJobsOf } from '../jobs/job-repository.ts';
import { type DueJobsResult, runDueJobs } from '../jobs/run-due-jobs.ts';
import { holdWorkerLocks } from '../jobs/worker-lock.ts';
import { createThrottle } from '../concurrency/throttle.ts';
import { untilAborted } from '../concurrency/until-aborted.ts';
import { createMailer, type Mailer } from '../mail/mailer.ts';
import { toMailSite } from '../features/site/site-mail.ts';
import { createSiteReader } from '../features/site/site-reader.ts';
import { JOB_TABLE } from './job-handlers.ts';

/** For listening (each of the four worker groups has its own connection), for concurrent jobs, and for recording the progress of a long job. */
const MAX_JOB_CONNECTIONS = 9;
/** For the two worker groups that send emails. */
const MAX_MAIL_CONNECTIONS = 4;
/** Jobs wait for a connection instead of failing, which would restart their worker. */
const CONNECT_TIMEOUT_MS = 20_000;
/** Longer than for requests because work such as alert matching and cleanup takes longer. */
const STATEMENT_TIMEOUT_MS = 120_000;

type Dependencies = { config: Config; installation: Installation; publicUrl: string; log: JobLog };

/** @param db reads the site's settings for emails */
function createContext({ config, installation, publicUrl, log }: Dependencies, db: Database) {
  // Emails are rare, so the current settings are read for each.
  const { read } = createSiteReader(db, () => null);
  const mailer: Mailer = createMailer({
    smtpUrl: config.smtpUrl,
    from: async () => config.mailFromFor(publicUrl, (await read()).name),
    folder: path.join(installation.dataDir, 'mail'),
  });
  const context: Omit<JobContext, 'now' | 'db' | 'shutdownSignal'> = {
    images: installation.images,
    dataKey: installation.dataKey,
    importFolder: path.join(installation.dataDir, 'imports'),
    site: async () => toMailSite(await read(), publicUrl),
    contactEmail: config.contactEmail,
    allowsPrivateWebhooks: config.allowsPrivateWebhooks,
    inquiryKeepDays: config.inquiryKeepDays,
    alertTimes: config.alertTimes,
    costRates: config.costRates,
    log,
  };
  return { mailer, context };
}

/** Starts running jobs in this process. The library is loaded only now, to save startup time and memory. */
export async function startBackgroundWork(
  dependencies: Dependencies & { requestCount: () => number },
  registry?: Registry,
): Promise<{ stop: () => Promise<void> }> {
  const { connection } = dependencies.installation;
  const { startJobWorkers } = await import('../jobs/job-workers.ts');
  const open = (maxConnections: number) =>
    openDatabase(connection, {
      maxConnections,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
    });
  const { db, pool } = open(MAX_JOB_CONNECTIONS);
  const emails = open(MAX_MAIL_CONNECTIONS);
  const metrics =
    registry && (await import('../jobs/job-metrics.ts')).createJobMetrics(registry, db);
  const { mailer, context } = createContext(dependencies, emails.db);
  const workers = startJobWorkers({
    mailer,
    context: { ...context, throttle: createThrottle(dependencies.requestCount) },
    table: JOB_TABLE,
    db,
    pool,
    emails,
    connection,
    now: () => new Date(),
    metrics,
  });
  return {
    stop: async () => {
      await workers.stop();
      await Promise.all([pool.end(), emails.pool.end()]);
    },
  };
}

/** Runs all jobs due by a time and then stops (`npm run jobs`). */
export async function runBackgroundWork(
  dependencies: Dependencies,
  at: Date,
  shutdownSignal: AbortSignal,
): Promise<DueJobsResult> {
  const { connection } = dependencies.installation;
  const { db, pool } = openDatabase(connection, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  const { mailer, context } = createContext(dependencies, db);
  const worker = `command-${randomBytes(6).toString('hex')}`;
  const lockRelease = new AbortController();
  const lockHeld = Promise.withResolvers<void>();
  const holdingLock = holdWorkerLocks(connection, [worker], lockRelease.signal, lockHeld.resolve);
  try {
    await unlockJobsOf(db, await findDeadWorkers(db));
    // Without the lock, claimed jobs would look like those of a dead process.
    await Promise.race([lockHeld.promise, untilAborted(shutdownSignal)]);
    return await runDueJobs(JOB_TABLE, { ...context, db, now: at, shutdownSignal }, mailer, {
      worker,
    });
  } finally {
    lockRelease.abort();
    await holdingLock;
    await pool.end();
  }
}
