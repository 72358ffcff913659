/**
 * Tracks worker liveness. Each worker holds a database lock with its name, on a connection that its process keeps open.
 * A killed process loses the lock immediately, and other processes take over its jobs (docs/product/jobs.md).
 */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Connection, Database } from '../database/database.ts';
import {
  findDeadWorkers,
  HOLD_WORKER_LOCK,
  REFRESH_JOB_LOCKS,
  unlockJobsOf,
} from './job-repository.ts';

const RETRY_MS = 500;
/** How often the connection is checked. A lost connection must be replaced before `CHECK_MS` has passed. */
const HEARTBEAT_MS = 2_000;
/** A connection that does not respond within this time is considered lost. */
const RESPONSE_TIMEOUT_MS = 4_000;
/** How often the locks of running jobs are refreshed; the library unlocks jobs after four hours. */
const REFRESH_MS = 30 * 60_000;
/**
 * The interval between checks for dead workers. A worker counts as dead if it has no lock in two
 * consecutive checks because it may lose its connection briefly.
 */
const CHECK_MS = 10_000;

/**
 * Holds the locks of this process's workers and of their running jobs until `shutdownSignal` is aborted, and reconnects
 * when necessary.
 *
 * @param onAcquired called each time all locks have been acquired
 */
export async function holdWorkerLocks(
  connection: Connection,
  workers: readonly string[],
  shutdownSignal: AbortSignal,
  onAcquired: () => void,
  refreshMs = REFRESH_MS,
): Promise<void> {
  let refreshedMs = performance.now();
  while (!shutdownSignal.aborted) {
    const client = new pg.Client({
      ...(typeof connection === 'string' ? { connectionString: connection } : connection),
      application_name: 'doorstep-jobs',
      connectionTimeoutMillis: 5_000,
      query_timeout: RESPONSE_TIMEOUT_MS,
      keepAlive: true,
    });
    const lost = new AbortController();
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    const lostOrShutdown = AbortSignal.any([shutdownSignal, lost.signal]);
    try {
      await client.connect();
      for (const worker of workers) await client.query(HOLD_WORKER_LOCK, [worker]);
      onAcquired();
      while (!shutdownSignal.aborted) {
        await pause(HEARTBEAT_MS, lostOrShutdown);
        // Fails if the connection is lost. After an IP failover, this query is the only way to notice.
        await client.query('');
        if (performance.now() - refreshedMs < refreshMs) continue;
        await client.query(REFRESH_JOB_LOCKS, [workers]);
        refreshedMs = performance.now();
      }
    } catch {
      // The database is down or the connection was lost, so the locks are lost too.
    }
    await client.end().catch(() => undefined);
    await pause(RETRY_MS, shutdownSignal);
  }
}

/**
 * Periodically unlocks the jobs of dead workers, until `shutdownSignal` is aborted.
 *
 * @param ownWorkers returns the workers that run in this process, which are alive even if they have lost their locks
 */
export async function unlockDeadWorkers(
  db: Database,
  ownWorkers: () => readonly string[],
  shutdownSignal: AbortSignal,
  onUnlocked: (workers: string[]) => void,
  checkMs = CHECK_MS,
): Promise<void> {
  let suspects: string[] = [];
  while (!shutdownSignal.aborted) {
    try {
      const workersWithoutLock = await findDeadWorkers(db);
      const liveWorkers = ownWorkers();
      const deadWorkers = workersWithoutLock.filter((worker) => !liveWorkers.includes(worker));
      const confirmedWorkers = deadWorkers.filter((worker) => suspects.includes(worker));
      if (confirmedWorkers.length > 0) {
        await unlockJobsOf(db, confirmedWorkers);
        onUnlocked(confirmedWorkers);
      }
      suspects = deadWorkers;
    } catch {
      // The database is down. The next check tries again.
    }
    await pause(checkMs, shutdownSignal);
  }
}

/** Waits, at most until the signal is aborted. Does not keep the process running. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
