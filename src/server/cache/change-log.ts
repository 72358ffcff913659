/**
 * The changes of late, by number: whether a response that was begun at one of them can be older than another one. What
 * was read before a change and is finished after it must not be cached.
 */

import { type Dependency, isAffected, type ListingChange } from './dependencies.ts';

/** Changes that are remembered; what was begun before them counts as old. */
const REMEMBERED_MOST = 1_000;

/** Numbers begin at 0 and grow with every change. */
export type ChangeLog = {
  /** Of the newest change. */
  current: () => number;
  /** How often anything may have changed. */
  dropCount: () => number;
  note: (change: ListingChange) => void;
  /** From now on everything that was begun before is old. */
  noteAnything: () => void;
  /**
   * Whether what was begun at `from` can be another one by the changes after it.
   *
   * @param dependencies absent where every change counts
   * @param until changes after that one do not count
   */
  isOutdated: (
    dependencies: readonly Dependency[] | undefined,
    from: number,
    until?: number,
  ) => boolean;
};

export function createChangeLog(): ChangeLog {
  /** The change of number `n` stands at `n % REMEMBERED_MOST`. */
  const changes: ListingChange[] = [];
  let current = 0;
  let lastDrop = 0;
  let dropCount = 0;

  return {
    current: () => current,
    dropCount: () => dropCount,
    note: (change) => {
      current += 1;
      changes[current % REMEMBERED_MOST] = change;
    },
    noteAnything: () => {
      current += 1;
      lastDrop = current;
      dropCount += 1;
    },
    isOutdated: (dependencies, from, until = current) => {
      if (until <= from) return false;
      if (lastDrop > from || current - from >= REMEMBERED_MOST || dependencies === undefined)
        return true;
      for (let number = from + 1; number <= until; number += 1) {
        const change = changes[number % REMEMBERED_MOST];
        if (change === undefined || dependencies.some((one) => isAffected(one, change)))
          return true;
      }
      return false;
    },
  };
}
