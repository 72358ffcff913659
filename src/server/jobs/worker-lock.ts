/**
 * Worker liveness: each worker holds a database lock under its name, on a connection that lasts as long as its process.
 * A killed process loses the lock immediately, and others take over its jobs (docs/product/jobs.md).
 */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Connection, Database } from '../database/database.ts';
import { findDeadWorkers, HOLD_WORKER_LOCK, unlockWorkers } from './job-repository.ts';

const RETRY_MS = 500;
/** The interval between checks: a worker missing twice has not just lost its connection briefly. */
const CHECK_MS = 10_000;

/**
 * Holds the locks of this process's workers until `shutdownSignal` is aborted, reconnecting when necessary.
 *
 * @param onHeld called whenever all locks are held
 */
export async function holdWorkerLocks(
  connection: Connection,
  workers: readonly string[],
  shutdownSignal: AbortSignal,
  onHeld: () => void,
): Promise<void> {
  while (!shutdownSignal.aborted) {
    const client = new pg.Client({
      ...(typeof connection === 'string' ? { connectionString: connection } : connection),
      application_name: 'doorstep-jobs',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    try {
      await client.connect();
      for (const worker of workers) await client.query(HOLD_WORKER_LOCK, [worker]);
      onHeld();
      await Promise.race([lost, aborted(shutdownSignal)]);
    } catch {
      // The database is down, and the locks are lost.
    }
    await client.end().catch(() => undefined);
    await pause(RETRY_MS, shutdownSignal);
  }
}

/** Frees the jobs of dead workers periodically until `shutdownSignal` is aborted. */
export async function freeDeadWorkers(
  db: Database,
  shutdownSignal: AbortSignal,
  onFreed: (workers: string[]) => void,
  checkMs = CHECK_MS,
): Promise<void> {
  let missing: string[] = [];
  while (!shutdownSignal.aborted) {
    try {
      const dead = await findDeadWorkers(db);
      const gone = dead.filter((worker) => missing.includes(worker));
      if (gone.length > 0) {
        await unlockWorkers(db, gone);
        onFreed(gone);
      }
      missing = dead;
    } catch {
      // The database is down: the next check is soon enough.
    }
    await pause(checkMs, shutdownSignal);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
