/** Counts of a search: exact up to 10,000; above, at most a minute old (docs/product/api.md, Lists). */

import { LRUCache } from 'lru-cache';
import { COUNT_MAX_AGE_MS, MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import type { ResponseCache } from '../../../cache/response-cache.ts';
import { type Database, sqlStateOf } from '../../../database/database.ts';
import { createOneAtATime } from '../../../concurrency/one-at-a-time.ts';
import { countAll, countFromTotals, countUpToLimit, estimateCount } from './count-statements.ts';
import { countByBitmaps } from './bitmaps/bitmap-statements.ts';
import type { CountPlan } from './plan/plan-search.ts';
import { type SearchConditions, searchKey } from './search-conditions.ts';

/** Different searches whose counts are remembered; the one asked for longest ago goes first. */
const REMEMBERED_MOST = 5_000;

/** How long a count follows changes before it is counted again, in milliseconds: an error would not stay for ever. */
const FOLLOWS_MS = 10 * 60_000;

/** How long a response waits for a large count that nobody has asked for lately, in milliseconds. */
const LARGE_COUNT_WAIT_MS = 1_000;

/**
 * How many listings a search has.
 *
 * @param options.bypassCache whether a number up to 10,000 is counted in any case
 */
export type CountProperties = (
  db: Database,
  plan: CountPlan,
  options?: { bypassCache: boolean },
) => Promise<number>;

/** PostgreSQL's code for a statement that took longer than one may. */
const TOOK_TOO_LONG = '57014';

/** How counts follow the changes of listings. */
export type MatchChanges = Pick<ResponseCache, 'comeAndGone' | 'isOfVersion'>;

type Remembered = {
  count: number;
  /** Of the listings that were counted; see `ResponseCache.cacheVersion`. */
  cacheVersion: number | null;
  /** Whether it is of that version exactly: a change that is heard of late may be in a count already. */
  isSure: boolean;
  countedAtMs: number;
};

/**
 * A count is used again as long as no listing has changed, and follows those that come to the search and leave it for a
 * while. A large one is also used for a while after that, and counted again in the background meanwhile.
 *
 * Among millions of listings a large count may take seconds. Such counts wait for each other, so that they never hold
 * all connections, and whoever is the first to ask for one that takes too long gets the planner's estimate; so does
 * everybody for a while where the database gives the count up.
 *
 * @param options.now in milliseconds
 * @param options.cacheVersion of the listings; null while changes could be missed
 * @param options.changes absent where a count is made again after every change
 * @param options.waitMs see LARGE_COUNT_WAIT_MS
 */
export function createCountProperties(options: {
  now: () => number;
  cacheVersion: () => number | null;
  changes?: MatchChanges;
  waitMs?: number | undefined;
}): CountProperties {
  const { now, cacheVersion, changes, waitMs = LARGE_COUNT_WAIT_MS } = options;
  const remembered = new LRUCache<string, Remembered>({ max: REMEMBERED_MOST });
  const counting = new Map<string, Promise<number>>();
  const largeCounts = createOneAtATime<number>();

  async function countNow(db: Database, plan: CountPlan, key: string) {
    const begunAt = { cacheVersion: cacheVersion(), countedAtMs: now() };
    const { conditions, bitmaps } = plan;
    // Both are as fast for many as for few.
    const total =
      bitmaps === undefined
        ? await countFromTotals(db, conditions)
        : await countByBitmaps(db, conditions, bitmaps);
    const count = total ?? (await countUpToLimit(db, conditions));
    if (total === undefined && count > MAX_REACHABLE_ENTRIES) return countLarge(db, plan, key);
    remember(key, { count, isSure: false, ...begunAt });
    return count;
  }

  function remember(key: string, counted: Remembered): void {
    remembered.set(key, counted);
    const { cacheVersion: version } = counted;
    if (version === null || changes === undefined) return;
    // Nobody waits for it; a change that comes first leaves it open.
    changes.isOfVersion(version).then(
      (isSure) => (counted.isSure = isSure),
      () => undefined,
    );
  }

  async function countLarge(db: Database, { conditions }: CountPlan, key: string) {
    const estimate = async () =>
      Math.max(await estimateCount(db, conditions), MAX_REACHABLE_ENTRIES + 1);
    const count = async () => {
      const begunAt = { cacheVersion: cacheVersion(), countedAtMs: now() };
      try {
        const all = await countAll(db, conditions);
        remember(key, { count: all, isSure: false, ...begunAt });
        return all;
      } catch (error) {
        if (sqlStateOf(error) !== TOOK_TOO_LONG) throw error;
        // Else every request would begin it again, and wait. It follows nothing, and is tried again when it is old.
        const count = await estimate();
        remember(key, { count, isSure: false, cacheVersion: null, countedAtMs: now() });
        return count;
      }
    };
    return (await largeCounts.run(key, count, waitMs)) ?? (await estimate());
  }

  /** Counts of the same listings for the same search are under way only once; never joined across a change. */
  async function countOnce(db: Database, plan: CountPlan, key: string) {
    const current = cacheVersion();
    if (current === null) return countNow(db, plan, key);
    const running = `${current} ${key}`;
    const count = counting.get(running) ?? countNow(db, plan, key);
    counting.set(running, count);
    try {
      return await count;
    } finally {
      counting.delete(running);
    }
  }

  /** Whether a count is what it would be now, after it was made to follow what has changed. */
  function isCurrent(known: Remembered, { words, ...facts }: SearchConditions): boolean {
    const current = cacheVersion();
    if (known.cacheVersion === null || current === null) return false;
    if (known.cacheVersion === current) return true;
    if (now() - known.countedAtMs > FOLLOWS_MS) return false;
    const asked = { search: facts, isExact: words === undefined };
    const since = changes?.comeAndGone(asked, known.cacheVersion);
    if (since === undefined || (since.come + since.gone > 0 && !known.isSure)) return false;
    known.count += since.come - since.gone;
    known.cacheVersion = current;
    return true;
  }

  return async (db, plan, { bypassCache } = { bypassCache: false }) => {
    const key = searchKey(plan.conditions);
    const known = remembered.get(key);
    if (bypassCache && (known?.count ?? 0) <= MAX_REACHABLE_ENTRIES) return countNow(db, plan, key);
    if (known === undefined) return countOnce(db, plan, key);
    if (isCurrent(known, plan.conditions)) return known.count;
    const ageMs = now() - known.countedAtMs;
    if (known.count <= MAX_REACHABLE_ENTRIES || ageMs > COUNT_MAX_AGE_MS) {
      return countOnce(db, plan, key);
    }
    // Old after half its time: the next request finds a new one. A failure is for the request that then has to wait.
    if (ageMs > COUNT_MAX_AGE_MS / 2) countOnce(db, plan, key).catch(() => undefined);
    return known.count;
  };
}
