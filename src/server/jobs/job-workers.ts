/** The workers of one server process: they do jobs while it answers requests (docs/product/jobs.md). */

import { untilAborted } from '../concurrency/until-aborted.ts';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, run, type Runner, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Connection, Database } from '../database/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { JobContext, JobTable } from './job-handler.ts';
import type { JobMetrics } from './job-metrics.ts';
import { runMailJob } from './mail-job.ts';
import { isUrgentMail } from './mail-kinds.ts';
import { addNextTurn, ensureTurns } from './recurring.ts';
import { freeDeadWorkers, holdWorkerLocks } from './worker-lock.ts';

/** Jobs other than emails that a process does at once: work for the database, of which requests need the most. */
const JOBS_AT_ONCE = 2;
/** Jobs that take minutes: they must not keep the others waiting, nor take the database from requests. */
const LONG_JOBS_AT_ONCE = 1;
/** Jobs that wait for other servers, most of the time without the database: slow ones must not hold all of them up. */
const OUTBOUND_JOBS_AT_ONCE = 8;
/** One mail after the other in each queue: of a killed process at most one of each can have been under way. */
const MAILS_AT_ONCE = 1;
/** How late a job may begin that was added for later; those that are due at once are announced. */
const POLL_MS = 1_000;
/** How long running jobs may take at the end of the process before they are stopped. */
const DRAIN_MS = 4_000;
/** Before workers that have broken down, because the database is away, begin again. */
const RESTART_MS = 2_000;

type Workers = {
  /** Takes no more jobs, and waits for those that are running. */
  stop: () => Promise<void>;
};

/** Begins to do jobs; never fails: while the database is away, it tries again and again. */
export function startJobWorkers(options: {
  table: JobTable;
  /** A pool of its own: jobs must not wait for requests, nor requests for jobs. */
  db: Database;
  pool: pg.Pool;
  connection: Connection;
  mailer: Mailer;
  context: Omit<JobContext, 'now' | 'db' | 'ending'>;
  /** The clock. */
  now: () => Date;
  metrics?: JobMetrics | undefined;
  /** Between two looks for dead workers; 10 seconds if absent. */
  lookMs?: number;
}): Workers {
  const { table, db, pool, connection, now, metrics } = options;
  const { log } = options.context;
  const ending = new AbortController();
  const contextOf = (signal: AbortSignal): JobContext => ({
    ...options.context,
    db,
    now: now(),
    ending: signal,
  });

  const mailTasks = Object.entries(table.mails).map(([name, handler]): [string, TaskFunction] => [
    name,
    async (payload, { job, abortSignal }) =>
      runMailJob(handler, { id: job.id, name, payload }, contextOf(abortSignal), options.mailer),
  ]);
  const [urgentMails, otherMails] = [true, false].map((isUrgent) =>
    Object.fromEntries(mailTasks.filter(([name]) => isUrgentMail(name) === isUrgent)),
  ) as [Record<string, TaskFunction>, Record<string, TaskFunction>];
  const [jobTasks, longTasks, outboundTasks] = [table.jobs, table.long, table.outbound ?? {}].map(
    (handlers) =>
      Object.fromEntries(
        Object.entries(handlers).map(([name, handle]): [string, TaskFunction] => [
          name,
          async (payload, { abortSignal }) => handle(payload, contextOf(abortSignal)),
        ]),
      ),
  ) as [Tasks, Tasks, Tasks];
  const recurringTasks = Object.entries(table.recurring).map(([name, { every, handle }]) => [
    name,
    async (_payload: unknown, { abortSignal }: TaskHelpers) => {
      // Before the work itself, which may fail: the next turn comes in any case.
      await addNextTurn(db, name, every, now());
      await handle(contextOf(abortSignal));
    },
  ]);

  async function start(
    tasks: Record<string, TaskFunction>,
    concurrency: number,
    mayTake: Promise<void>,
  ): Promise<{ runner: Runner; worker: string }> {
    const events: WorkerEvents = new EventEmitter();
    const created = Promise.withResolvers<string>();
    events.once('pool:create', ({ workerPool }) => created.resolve(workerPool.id));
    metrics?.watch(events);
    const runner = await run({
      pgPool: pool,
      taskList: tasks,
      concurrency,
      events,
      noHandleSignals: true,
      // Asked before each job: where what is left out is known later, the worker waits.
      forbiddenFlags: async () => {
        await mayTake;
        return null;
      },
      pollInterval: POLL_MS,
      gracefulShutdownAbortTimeout: DRAIN_MS,
      logger: toLogger(log),
      parsedCronItems: [],
      // By default, nothing would handle the rejection of a lost connection.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    return { runner, worker: await created.promise };
  }

  /** Works until the end, or until something breaks. */
  async function work(): Promise<void> {
    await ensureTurns(db, table.recurring, now());
    const locks = new AbortController();
    /** The job of a worker whose lock is not held yet would pass for one of an ended process. */
    const held = Promise.withResolvers<void>();
    const started: Awaited<ReturnType<typeof start>>[] = [];
    let holding: Promise<void> | undefined;
    try {
      const otherTasks = { ...jobTasks, ...Object.fromEntries(recurringTasks) };
      started.push(await start(otherTasks, JOBS_AT_ONCE, held.promise));
      if (Object.keys(longTasks).length > 0) {
        started.push(await start(longTasks, LONG_JOBS_AT_ONCE, held.promise));
      }
      if (Object.keys(outboundTasks).length > 0) {
        started.push(await start(outboundTasks, OUTBOUND_JOBS_AT_ONCE, held.promise));
      }
      // Whoever waits for a link to sign in does not wait behind the news of a thousand others.
      for (const tasks of [urgentMails, otherMails]) {
        if (Object.keys(tasks).length === 0) continue;
        started.push(await start(tasks, MAILS_AT_ONCE, held.promise));
      }
      const workers = started.map(({ worker }) => worker);
      holding = holdWorkerLocks(connection, workers, locks.signal, held.resolve);
      const broken = Promise.race(started.map(({ runner }) => runner.promise));
      await Promise.race([broken.catch(() => undefined), untilAborted(ending.signal)]);
    } finally {
      const stopped = started.map(({ runner }) => runner.stop().catch(() => undefined));
      // Pending takers find that there is nothing to take.
      held.resolve();
      await Promise.all(stopped);
      // Only now: until then jobs may be running.
      locks.abort();
      await holding;
    }
  }

  async function keepWorking(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await work();
      } catch (error) {
        log.warn({ err: error }, 'Background work could not begin and is tried again');
      }
      await sleep(RESTART_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }

  const working = keepWorking();
  const freeing = freeDeadWorkers(
    db,
    ending.signal,
    (workers) => log.warn({ workers }, 'Background work of an ended process is done again'),
    options.lookMs,
  );
  return {
    stop: async () => {
      ending.abort();
      await Promise.all([working, freeing]);
    },
  };
}

type TaskHelpers = { job: { id: string }; abortSignal: AbortSignal };
type Tasks = Record<string, TaskFunction>;
type TaskFunction = (payload: unknown, helpers: TaskHelpers) => Promise<void>;

/** The library's words in the server's log: failures only, and without payloads, which name people. */
function toLogger(log: JobContext['log']): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn(message);
  });
}
