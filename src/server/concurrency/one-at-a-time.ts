/**
 * What reads all matches of a search may take seconds among millions of listings: such work waits for each other, so
 * that it never holds all connections, and nobody has to wait for it.
 */

import { setTimeout as wait } from 'node:timers/promises';

/** Works that may wait. Whoever comes later goes without. */
const WAITING_MOST = 20;

/**
 * Does works one after the other; one that is asked for again before it is done, only once. A failure is for those who
 * wait for it.
 */
export type OneAtATime<T> = {
  /**
   * @param key says which work it is
   * @param patienceMs how long the caller waits; the work goes on after that
   * @returns undefined when that is over, or when too many wait already
   */
  run: (key: string, work: () => Promise<T>, patienceMs: number) => Promise<T | undefined>;
};

export function createOneAtATime<T>(): OneAtATime<T> {
  const running = new Map<string, Promise<T>>();
  let last: Promise<unknown> = Promise.resolve();

  function begin(key: string, work: () => Promise<T>): Promise<T> | undefined {
    const known = running.get(key);
    if (known !== undefined || running.size > WAITING_MOST) return known;
    const result = last.then(work).finally(() => running.delete(key));
    running.set(key, result);
    last = result.catch(() => undefined);
    return result;
  }

  return {
    run: async (key, work, patienceMs) => {
      const result = begin(key, work);
      if (result === undefined) return undefined;
      const patience = new AbortController();
      try {
        return await Promise.race([
          result,
          wait(patienceMs, undefined, { signal: patience.signal }),
        ]);
      } finally {
        patience.abort();
      }
    },
  };
}
