/**
 * Runs the workers of a server process, which execute jobs while it serves requests (docs/product/jobs.md).
 */

import { untilAborted } from '../concurrency/until-aborted.ts';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, Logger, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Connection, Database } from '../database/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { JobContext, JobHandlers, JobTable } from './job-handler.ts';
import type { JobMetrics } from './job-metrics.ts';
import { runMailJob } from './mail-job.ts';
import { isUrgentMail } from './mail-kinds.ts';
import { addNextRun, ensureRuns, keepRuns } from './recurring-jobs.ts';
import { unlockDeadWorkers, holdWorkerLocks } from './worker-lock.ts';

/** Low because jobs compete with requests for the database. */
const MAX_CONCURRENT_JOBS = 2;
/** Long jobs must not delay other jobs or compete with requests for the database. */
const MAX_CONCURRENT_LONG_JOBS = 1;
/**
 * Each email group sends one email at a time, so a killed process leaves at most one per group
 * unfinished.
 */
const MAX_CONCURRENT_EMAILS = 1;
/** The maximum delay of a scheduled job, except in large groups. Immediate jobs do not wait for a poll. */
const POLL_MS = 1_000;
/** In larger groups, each worker polls less often, so that idle workers cost little. */
const MAX_POLLS_PER_INTERVAL = 16;
/** How long running jobs can take at shutdown before they are stopped. */
const DRAIN_TIMEOUT_MS = 4_000;
/** How long recording finished jobs can take at shutdown. */
const COMPLETION_TIMEOUT_MS = 5_000;
/** The delay before workers restart after a failure, e.g. while the database is down. */
const RESTART_DELAY_MS = 2_000;

/** The workers of one group of jobs. */
type WorkerGroup = {
  /** The worker ID under which the group's jobs are locked. */
  worker: string;
  /** Fulfilled or rejected when the group stops working. */
  ended: Promise<unknown>;
  /** Stops claiming jobs and waits for running jobs. */
  stop: () => Promise<unknown>;
};

type Workers = {
  /** Stops claiming jobs and waits for running jobs. */
  stop: () => Promise<void>;
};

/** Starts running jobs. Never fails: while the database is down, it retries. */
export function startJobWorkers(options: {
  table: JobTable;
  /** Uses `pool`. */
  db: Database;
  /** A separate pool so that jobs and requests do not wait for each other. */
  pool: pg.Pool;
  /** A separate pool so that jobs that hold connections cannot delay emails. */
  emails: { db: Database; pool: pg.Pool };
  connection: Connection;
  mailer: Mailer;
  context: Omit<JobContext, 'now' | 'db' | 'shutdownSignal'>;
  /** Returns the current time. */
  now: () => Date;
  metrics?: JobMetrics | undefined;
  /** The interval between checks for dead workers; 10 seconds if absent. */
  checkMs?: number;
}): Workers {
  const { table, db, pool, emails, connection, now, metrics } = options;
  const { log } = options.context;
  releaseOnce(pool);
  releaseOnce(emails.pool);
  const shutdown = new AbortController();
  /** The IDs of this process's workers; empty when none can be running jobs. */
  let ownWorkers: string[] = [];
  const contextOf = (signal: AbortSignal): JobContext => ({
    ...options.context,
    db,
    now: now(),
    shutdownSignal: signal,
  });

  const mailTasks = Object.entries(table.emails).map(([name, handler]): [string, TaskFunction] => [
    name,
    async (payload, { job, abortSignal }) =>
      runMailJob(
        handler,
        { id: job.id, name, payload },
        { ...contextOf(abortSignal), db: emails.db },
        options.mailer,
      ),
  ]);
  const [urgentEmails, otherEmails] = [true, false].map((isUrgent) =>
    Object.fromEntries(mailTasks.filter(([name]) => isUrgentMail(name) === isUrgent)),
  ) as [Record<string, TaskFunction>, Record<string, TaskFunction>];
  const toTasks = (handlers: JobHandlers): Tasks =>
    Object.fromEntries(
      Object.entries(handlers).map(([name, handle]): [string, TaskFunction] => [
        name,
        async (payload, { abortSignal }) => handle(payload, contextOf(abortSignal)),
      ]),
    );
  const longTasks = toTasks(table.long);
  const recurringTasks = Object.entries(table.recurring).map(([name, { every, handle }]) => [
    name,
    async (_payload: unknown, { abortSignal, job }: TaskHelpers) => {
      // Schedules the next run before the work itself, in case the work fails.
      await addNextRun(db, name, every, { now: now(), runAt: job.run_at });
      await handle(contextOf(abortSignal));
    },
  ]);

  async function start(
    tasks: Record<string, TaskFunction>,
    concurrency: number,
    canClaim: Promise<void>,
    pgPool = pool,
  ): Promise<WorkerGroup> {
    const events: WorkerEvents = new EventEmitter();
    const created = Promise.withResolvers<string>();
    const failed = Promise.withResolvers<void>();
    const jobsEnded = Promise.withResolvers<void>();
    events.once('pool:create', ({ workerPool }) => created.resolve(workerPool.id));
    events.once('pool:fatalError', () => failed.resolve());
    events.once('pool:gracefulShutdown:complete', () => jobsEnded.resolve());
    events.once('pool:forcefulShutdown:complete', () => jobsEnded.resolve());
    events.once('pool:forcefulShutdown:error', () => jobsEnded.resolve());
    metrics?.watch(events);
    const runner = await run({
      pgPool,
      taskList: tasks,
      concurrency,
      events,
      noHandleSignals: true,
      // Called before each job; makes the worker wait until it holds its lock.
      forbiddenFlags: async () => {
        await canClaim;
        return null;
      },
      pollInterval: POLL_MS * Math.ceil(concurrency / MAX_POLLS_PER_INTERVAL),
      gracefulShutdownAbortTimeout: DRAIN_TIMEOUT_MS,
      logger: toLogger(log),
      parsedCronItems: [],
      // With the default delays, a lost connection would cause an unhandled rejection.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    const completed = jobsEnded.promise.then(async () =>
      sleep(COMPLETION_TIMEOUT_MS, undefined, { ref: false }),
    );
    return {
      worker: await created.promise,
      // If recording a finished job fails, Graphile Worker 0.18 can wait forever instead of
      // stopping.
      ended: Promise.race([runner.promise, failed.promise]),
      stop: async () => Promise.race([runner.stop(), completed]),
    };
  }

  /** Runs workers until shutdown or a failure. */
  async function runUntilFailure(): Promise<void> {
    await ensureRuns(db, table.recurring, now());
    const locks = new AbortController();
    /**
     * A worker without its lock would be considered dead, and other workers would take over its
     * jobs.
     */
    const locksHeld = Promise.withResolvers<void>();
    const groups: WorkerGroup[] = [];
    let holdingLocks: Promise<void> | undefined;
    try {
      const otherTasks = { ...toTasks(table.jobs), ...Object.fromEntries(recurringTasks) };
      groups.push(await start(otherTasks, MAX_CONCURRENT_JOBS, locksHeld.promise));
      if (Object.keys(longTasks).length > 0) {
        groups.push(await start(longTasks, MAX_CONCURRENT_LONG_JOBS, locksHeld.promise));
      }
      for (const { jobs, maxConcurrent } of table.outbound ?? [])
        groups.push(await start(toTasks(jobs), maxConcurrent, locksHeld.promise));
      // Password reset emails must not wait behind a thousand alerts.
      for (const tasks of [urgentEmails, otherEmails]) {
        if (Object.keys(tasks).length === 0) continue;
        groups.push(await start(tasks, MAX_CONCURRENT_EMAILS, locksHeld.promise, emails.pool));
      }
      ownWorkers = groups.map(({ worker }) => worker);
      holdingLocks = holdWorkerLocks(connection, ownWorkers, locks.signal, locksHeld.resolve);
      const ended = Promise.race(groups.map((group) => group.ended));
      await Promise.race([ended.catch(() => undefined), untilAborted(shutdown.signal)]);
    } finally {
      const stopped = groups.map((group) => group.stop().catch(() => undefined));
      // Lets waiting workers continue so that they can stop.
      locksHeld.resolve();
      await Promise.all(stopped);
      ownWorkers = [];
      // Released only now because jobs can still run until this point.
      locks.abort();
      await holdingLocks;
    }
  }

  async function runUntilShutdown(): Promise<void> {
    while (!shutdown.signal.aborted) {
      try {
        await runUntilFailure();
      } catch (error) {
        log.warn({ err: error }, 'Background work failed and will restart');
      }
      await sleep(RESTART_DELAY_MS, undefined, { signal: shutdown.signal }).catch(() => undefined);
    }
  }

  const running = runUntilShutdown();
  const { signal } = shutdown;
  const keepingRuns = keepRuns(db, table.recurring, { now, shutdownSignal: signal });
  const unlockingDeadWorkers = unlockDeadWorkers(
    db,
    () => ownWorkers,
    shutdown.signal,
    (workers) => log.warn({ workers }, 'Background jobs of a dead process will run again'),
    options.checkMs,
  );
  return {
    stop: async () => {
      shutdown.abort();
      await Promise.all([running, keepingRuns, unlockingDeadWorkers]);
    },
  };
}

type TaskHelpers = { job: { id: string; run_at: Date }; abortSignal: AbortSignal };
type Tasks = Record<string, TaskFunction>;
type TaskFunction = (payload: unknown, helpers: TaskHelpers) => Promise<void>;

/**
 * Logs only the library's warnings and errors, without payloads, which contain personal data. The
 * library's messages quote errors, which can contain email addresses and tokens.
 */
function toLogger(log: JobContext['log']): Logger {
  return new Logger(() => (level, message, details) => {
    if (level !== 'error' && level !== 'warning') return;
    // There are intentionally fewer connections than jobs: jobs that wait for other servers use none.
    if (message.startsWith('WARNING: having maxPoolSize')) return;
    const job = details?.['job'] as Job | undefined;
    // As an error, so that the log masks addresses and tokens.
    if (job === undefined) return log.warn({ err: message }, 'Background work reported an error');
    const { id, task_identifier: name, attempts, max_attempts: maxAttempts } = job;
    const { error: err = details?.['fatalError'] } = details ?? {};
    log.warn({ job: { id, name, attempts, maxAttempts }, err }, 'A background job failed');
  });
}

type OnConnect = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  /** Undefined if there is no connection. */
  release: ((reason?: boolean | Error) => void) | undefined,
) => void;

/**
 * Ignores the second release of a connection. Graphile Worker 0.18 releases its listening
 * connection twice if the database goes down while it starts to listen. The pool would then throw
 * an uncaught error and crash the process.
 */
export function releaseOnce(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);
  const connectOnce = (onConnect?: OnConnect) => {
    if (onConnect === undefined) return connect();
    return connect((error, client, release) => {
      if (release === undefined) return onConnect(error, client, release);
      let isReleased = false;
      return onConnect(error, client, (reason) => {
        if (!isReleased) release(reason);
        isReleased = true;
      });
    });
  };
  Object.assign(pool, { connect: connectOnce });
}
