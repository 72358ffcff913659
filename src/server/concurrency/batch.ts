/**
 * Batches reads of single rows that start at the same time, or while an earlier batch is running. Most
 * of the cost of reading one row is the round trip and other overhead.
 */

import { setImmediate as turn } from 'node:timers/promises';

/** Returns one value; undefined if there is none. If the read fails, every caller in the batch gets the error. */
export type BatchedFind<T> = (key: string) => Promise<T | undefined>;

/**
 * @param read reads distinct keys; calls never overlap, so all callers share one connection
 */
export function createBatch<T>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): BatchedFind<T> {
  let pending: { keys: Set<string>; results: Promise<ReadonlyMap<string, T>> } | undefined;
  let running: Promise<unknown> = Promise.resolve();

  function openBatch() {
    const keys = new Set<string>();
    // Waits one turn of the event loop, so that all requests already received join the batch.
    const results = Promise.all([running, turn()]).then(() => {
      pending = undefined;
      return read([...keys]);
    });
    running = results.catch(() => undefined);
    return { keys, results };
  }

  return async (key) => {
    pending ??= openBatch();
    const { keys, results } = pending;
    keys.add(key);
    return (await results).get(key);
  };
}
