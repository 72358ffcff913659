/**
 * The changes of late, by number: whether a response that was begun at one of them can be older than another one. What
 * was read before a change and is finished after it must not be cached.
 */

import {
  type ComeAndGone,
  comeAndGone,
  type Dependency,
  isAffected,
  type ListingChange,
  type MatchCount,
} from './dependencies.ts';

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
  /** What the changes after `from` have made of a number of matches; undefined where that is not known. */
  comeAndGone: (count: MatchCount, from: number) => ComeAndGone | undefined;
};

export function createChangeLog(): ChangeLog {
  /** The change of number `n` stands at `n % REMEMBERED_MOST`. */
  const changes: ListingChange[] = [];
  let current = 0;
  let lastDrop = 0;
  let dropCount = 0;

  /** The changes after one, up to another one; undefined where they are not known. */
  function changesSince(from: number, until: number): ListingChange[] | undefined {
    if (until <= from) return [];
    if (lastDrop > from || current - from >= REMEMBERED_MOST) return undefined;
    const since: ListingChange[] = [];
    for (let number = from + 1; number <= until; number += 1) {
      const change = changes[number % REMEMBERED_MOST];
      if (change === undefined) return undefined;
      since.push(change);
    }
    return since;
  }

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
      const since = changesSince(from, until);
      if (since?.length === 0) return false;
      if (since === undefined || dependencies === undefined) return true;
      return since.some((change) => dependencies.some((one) => isAffected(one, change)));
    },
    comeAndGone: (count, from) => {
      const since = changesSince(from, current);
      if (since === undefined) return undefined;
      const sum = { come: 0, gone: 0 };
      for (const change of since) {
        const one = comeAndGone(count, change);
        if (one === undefined) return undefined;
        sum.come += one.come;
        sum.gone += one.gone;
      }
      return sum;
    },
  };
}
