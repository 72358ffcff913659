/**
 * How workers show that they are alive: each holds a lock of the database under its name, on a connection that lasts as
 * long as its process. A killed process loses the lock at once, and its jobs go to others (docs/product/jobs.md).
 */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Connection, Database } from '../database/database.ts';
import { findDeadWorkers, HOLD_WORKER_LOCK, unlockWorkers } from './job-repository.ts';

const RETRY_MS = 500;
/** Between two looks for dead workers: one that is missing twice has not only lost its connection for a moment. */
const LOOK_MS = 10_000;

/**
 * Holds the locks of this process's workers until `ending` is aborted; connects again when it has to.
 *
 * @param onHeld called whenever all of them are held
 */
export async function holdWorkerLocks(
  connection: Connection,
  workers: readonly string[],
  ending: AbortSignal,
  onHeld: () => void,
): Promise<void> {
  while (!ending.aborted) {
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
      await Promise.race([lost, aborted(ending)]);
    } catch {
      // The database is away: others see the locks gone, and so they are.
    }
    await client.end().catch(() => undefined);
    await pause(RETRY_MS, ending);
  }
}

/** Frees the jobs of workers that have died, again and again until `ending` is aborted. */
export async function freeDeadWorkers(
  db: Database,
  ending: AbortSignal,
  onFreed: (workers: string[]) => void,
  lookMs = LOOK_MS,
): Promise<void> {
  let missing: string[] = [];
  while (!ending.aborted) {
    try {
      const dead = await findDeadWorkers(db);
      const gone = dead.filter((worker) => missing.includes(worker));
      if (gone.length > 0) {
        await unlockWorkers(db, gone);
        onFreed(gone);
      }
      missing = dead;
    } catch {
      // The database is away: the next look comes soon enough.
    }
    await pause(lookMs, ending);
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
