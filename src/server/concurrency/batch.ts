/**
 * What is asked for one by one is read together, while what was asked for before is on its way. A statement for one row
 * is mostly the statement: its way to the database and back, and what it takes to begin.
 */

import { setImmediate as turn } from 'node:timers/promises';

/** Finds one thing; undefined if there is none. Rejects as `read` did, for everybody who was read for together. */
export type ReadTogether<T> = (key: string) => Promise<T | undefined>;

/**
 * @param read reads what was asked for, each key once; one call runs at a time, so that however many ask, they take one
 *   connection
 */
export function createBatch<T>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): ReadTogether<T> {
  let gathering: { keys: Set<string>; found: Promise<ReadonlyMap<string, T>> } | undefined;
  let running: Promise<unknown> = Promise.resolve();

  function gather() {
    const keys = new Set<string>();
    // Within a turn of the event loop, every request that has come is taken from its connection.
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
