/** CPU time of processes (Linux only; NaN or 0 elsewhere). */

import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Clock ticks per second in /proc on Linux. */
const TICKS_PER_SECOND = 100;
const POLL_MS = 100;

/** Returns the CPU time that all threads of a process have used. */
export async function usedCpuMs(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user, system] = stat.split(' ').slice(13, 15).map(Number);
  return (((user ?? Number.NaN) + (system ?? Number.NaN)) * 1_000) / TICKS_PER_SECOND;
}

/**
 * Watches processes, including those that start or end while they are watched.
 *
 * @returns a function that stops watching and returns the CPU seconds used while watching
 */
async function watch(listPids: () => Promise<number[]>): Promise<() => Promise<number>> {
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  const recordTimes = async (times: readonly Map<number, number>[]) => {
    for (const pid of await listPids()) {
      const used = await usedCpuMs(pid);
      if (!Number.isNaN(used)) for (const time of times) time.set(pid, used);
    }
  };
  await recordTimes([first, last]);
  const controller = new AbortController();
  const polling = (async () => {
    while (!controller.signal.aborted) {
      await sleep(POLL_MS, undefined, { signal: controller.signal }).catch(() => undefined);
      await recordTimes([last]);
    }
  })();
  return async () => {
    controller.abort();
    await polling;
    const used = [...last].map(([pid, time]) => time - (first.get(pid) ?? 0));
    return used.reduce((sum, ms) => sum + ms, 0) / 1_000;
  };
}

/** Watches one process. */
export const watchProcess = (pid: number | undefined) =>
  watch(async () => (pid === undefined ? [] : [pid]));

/** Watches a database's connection processes, excluding PostgreSQL's shared processes. */
export async function watchDatabase(url: string): Promise<() => Promise<number>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const stopWatching = await watch(async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    return rows.map(({ pid }) => pid);
  });
  return async () => {
    const seconds = await stopWatching();
    await client.end();
    return seconds;
  };
}
