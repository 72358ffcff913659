/**
 * Batches single reads while an earlier batch is running, because most of the cost of reading one row is round trip and
 * overhead.
 */

import { setImmediate as turn } from 'node:timers/promises';

/** Finds one value; undefined if there is none. Rejects every caller in the batch if `read` does. */
export type ReadTogether<T> = (key: string) => Promise<T | undefined>;

/**
 * @param read reads the requested keys, each once; one call runs at a time, so all callers together use one connection
 */
export function createBatch<T>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): ReadTogether<T> {
  let gathering: { keys: Set<string>; found: Promise<ReadonlyMap<string, T>> } | undefined;
  let running: Promise<unknown> = Promise.resolve();

  function gather() {
    const keys = new Set<string>();
    // One turn of the event loop, so that all requests already received join the batch.
    const found = Promise.all([running, turn()]).then(() => {
      gathering = undefined;
      return read([...keys]);
    });
    running = found.catch(() => undefined);
    return { keys, found };
  }

  return async (key) => {
    gathering ??= gather();
    const { keys, found } = gathering;
    keys.add(key);
    return (await found).get(key);
  };
}
