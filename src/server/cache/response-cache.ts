/**
 * Responses that are the same for every visitor, held in memory, bounded by bytes, and dropped as soon as something
 * changes that they were made of (decision 029). A hit asks nobody: the database announces changes by NOTIFY, and a
 * process that may have missed one does not use what it holds, unless the database cannot be reached at all.
 */

import { LRUCache } from 'lru-cache';
import { createChangeLog } from './change-log.ts';
import { createBodyForms, isWorthPacking } from './body-forms.ts';
import type { CachedResponse } from './cached-response.ts';
import type { ComeAndGone, ListingChange, MatchCount } from './dependencies.ts';
import { createDependencyIndex } from './dependency-index.ts';
import { compress } from './encodings.ts';
import type { PublicChange } from './public-changes.ts';
import { bytesOf } from './search-weight.ts';
import { CACHED_RESPONSE_MAX_AGE_MS, STALE_RESPONSE_MAX_AGE_MS } from '#shared/limits.ts';

/** The cache of one process. */
export type ResponseCache = {
  /**
   * A response that can be sent at once, or undefined. Never waits.
   *
   * @param isUsable whether the asker can use it; else it is as if there were none
   */
  peek: (
    key: string,
    isUsable?: (response: CachedResponse) => boolean,
  ) => CachedResponse | undefined;
  /**
   * A cached response, or a new one, which is cached if it is a success and nothing changed meanwhile. Requests for
   * the same thing at the same time create it once; a failure is everybody's and is not cached. While the database
   * cannot be reached, what was created within the last ten minutes is given instead, with its age.
   */
  get: (key: string, make: () => Promise<CachedResponse>) => Promise<CachedResponse>;
  /** Whether responses are cached at all just now. */
  isCaching: () => boolean;
  /** Whether this process has a cache, be it in use now or not. */
  isEnabled: boolean;
  /**
   * A number that is another one after every change of public data, for others who cache something; null while
   * changes could be missed.
   */
  cacheVersion: () => number | null;
  /** What has become of a number of matches since a version of the cache; undefined where that is not known. */
  comeAndGone: (count: MatchCount, since: number) => ComeAndGone | undefined;
  /**
   * Whether nothing had changed beyond a version, of which was not heard yet, when this was called: what was read
   * before then, but not before that version, is of that version exactly.
   */
  isOfVersion: (version: number) => Promise<boolean>;
  /** As `cacheVersion`, for changes that are not of listings alone. */
  siteVersion: () => number | null;
  /** The clock by which responses age, in milliseconds. */
  now: () => number;
  /** For the metrics: what is cached now, and how often something was found and not found so far. */
  counts: () => { bytes: number; entries: number; hits: number; misses: number };
  /** Something public changed, as the database announced it: what was made of it goes. */
  hear: (change: PublicChange) => void;
  /** Resolves when every change has been heard of that was made until now; without a way to know, everything goes. */
  catchUp: () => Promise<void>;
  /** Anything may have changed: all that is cached goes, and what is being created now will not be cached. */
  drop: () => void;
  /**
   * Whether every change will be heard of from now on. While it is not, nothing is cached and nothing cached is used but
   * in place of a response that the database is missing for.
   */
  setLive: (isLive: boolean) => void;
};

type Entry = { response: CachedResponse; madeAtMs: number; dependencyBytes: number };

/** Bytes that an entry costs beside its body, its key and what it was made of. */
const ENTRY_OVERHEAD_BYTES = 2_000;

/** How often an import that goes on drops everything, in milliseconds. */
const IMPORT_PAUSE_MS = 1_000;

/** Changes are compared with so many searches in a second at most, some 0.2 seconds of work; then everything goes. */
const COMPARED_PER_SECOND = 500_000;

/** What of the memory other forms of the responses may take, such as those for clients that read nothing compressed. */
const FORMS_SHARE = 1 / 8;

/**
 * @param maxBytes of all cached responses together; 0 caches nothing and joins no requests
 * @param options.onDrop called at every change before anything can be read after it
 * @param options.catchUp waits until all changes so far were heard of, and says whether they were
 * @param options.isUnreachable whether an error says that the database cannot be reached; none does if absent
 * @param options.now the clock, in milliseconds
 */
export function createResponseCache(
  maxBytes: number,
  options: {
    onDrop?: (() => void) | undefined;
    catchUp?: () => Promise<boolean>;
    isUnreachable?: (error: unknown) => boolean;
    now?: () => number;
  } = {},
): ResponseCache {
  const { onDrop, catchUp, isUnreachable = () => false, now = Date.now } = options;
  const index = createDependencyIndex();
  const log = createChangeLog();
  const formBytes = Math.floor(maxBytes * FORMS_SHARE);
  const cached =
    maxBytes > 0
      ? new LRUCache<string, Entry>({
          maxSize: maxBytes - formBytes,
          // One response must not push out all others.
          maxEntrySize: Math.ceil(maxBytes / 8),
          sizeCalculation: ({ response: { body }, dependencyBytes }, key) =>
            body.length + key.length * 2 + dependencyBytes + ENTRY_OVERHEAD_BYTES,
          dispose: (_entry, key, reason) => {
            if (reason !== 'set') index.remove(key);
          },
        })
      : undefined;
  const forms = createBodyForms(formBytes);
  const inFlight = new Map<string, { response: Promise<CachedResponse>; begunAt: number }>();
  const lookUps = { hits: 0, misses: 0 };
  let isLive = false;

  const findFresh = (key: string): CachedResponse | undefined => {
    const entry = isLive ? cached?.get(key) : undefined;
    return entry !== undefined && now() - entry.madeAtMs <= CACHED_RESPONSE_MAX_AGE_MS
      ? entry.response
      : undefined;
  };

  /** What stands in while the database is away, with its age. */
  const findStale = (key: string): CachedResponse | undefined => {
    const entry = cached?.get(key);
    if (entry === undefined) return undefined;
    const ageMs = now() - entry.madeAtMs;
    if (ageMs > STALE_RESPONSE_MAX_AGE_MS) return undefined;
    return { ...entry.response, staleSeconds: Math.floor(ageMs / 1_000) };
  };

  const startVersion = () => {
    onDrop?.();
    log.noteAnything();
    // Who asks from now on must see the change, so nobody joins what was begun before it.
    inFlight.clear();
  };
  const drop = () => {
    startVersion();
    cached?.clear();
  };

  const compared = { sinceMs: 0, count: 0 };
  function hearOfListing(change: ListingChange): void {
    if (now() - compared.sinceMs >= 1_000) Object.assign(compared, { sinceMs: now(), count: 0 });
    compared.count += index.comparisonCount();
    if (compared.count > COMPARED_PER_SECOND) return drop();
    onDrop?.();
    log.note(change);
    for (const key of index.affectedBy(change)) cached?.delete(key);
  }

  let lastImportDropMs = Number.NEGATIVE_INFINITY;
  let importDrop: NodeJS.Timeout | undefined;
  function hearOfImport(): void {
    onDrop?.();
    if (importDrop !== undefined) return;
    const dropNow = () => {
      importDrop = undefined;
      lastImportDropMs = now();
      drop();
    };
    const waitMs = lastImportDropMs + IMPORT_PAUSE_MS - now();
    if (waitMs <= 0) return dropNow();
    importDrop = setTimeout(dropNow, waitMs).unref();
  }

  /**
   * Holds a response at once, and compressed as soon as that is done: who asked for it does not wait. It is made
   * smaller while it is new, so that nothing that is asked for once takes the place of ten others for long.
   */
  function hold(key: string, response: CachedResponse): void {
    const dependencyBytes = bytesOf(response.dependsOn);
    const entry = { response, madeAtMs: response.madeAtMs ?? now(), dependencyBytes };
    cached?.set(key, entry);
    // One that is too large for the cache is not in it.
    if (cached?.peek(key) !== entry) return;
    index.add(key, response.dependsOn);
    if (!isWorthPacking(response)) return;
    compress(response.body, 'br').then(
      (body) => {
        // It may have been dropped meanwhile.
        if (cached?.peek(key) !== entry) return;
        cached.set(key, { ...entry, response: { ...response, body, encoding: 'br', forms } });
      },
      // Then it is held as it is.
      () => undefined,
    );
  }

  /** Creates a response, or finds the one that stands in for it. */
  async function makeOrStandIn(
    key: string,
    make: () => Promise<CachedResponse>,
  ): Promise<CachedResponse> {
    const begunAtMs = now();
    try {
      const made = await make();
      const madeAtMs = Math.min(begunAtMs, made.madeAtMs ?? begunAtMs);
      const response = { ...made, madeAtMs, sent: {} };
      // A page tells by its status that its data could not be loaded.
      return response.status === 503 && !isLive ? (findStale(key) ?? response) : response;
    } catch (error) {
      const standIn = isUnreachable(error) ? findStale(key) : undefined;
      if (standIn === undefined) throw error;
      return standIn;
    }
  }

  return {
    peek: (key, isUsable = () => true) => {
      const known = findFresh(key);
      if (known === undefined || !isUsable(known)) return undefined;
      lookUps.hits += 1;
      return known;
    },
    get: async (key, make) => {
      lookUps.misses += 1;
      if (cached === undefined) return make();
      if (!isLive) return makeOrStandIn(key, make);
      const arrivedAt = log.current();
      for (;;) {
        const known = findFresh(key);
        if (known !== undefined) return known;
        const running = inFlight.get(key);
        if (running === undefined) break;
        const response = await running.response;
        // Who asks must see what was changed before.
        if (!log.isOutdated(response.dependsOn, running.begunAt, arrivedAt)) return response;
      }
      const begunAt = log.current();
      const making = { response: makeOrStandIn(key, make), begunAt };
      inFlight.set(key, making);
      try {
        const response = await making.response;
        const isWorthCaching = response.status === 200 && response.staleSeconds === undefined;
        if (isWorthCaching && isLive && !log.isOutdated(response.dependsOn, begunAt))
          hold(key, response);
        return response;
      } finally {
        if (inFlight.get(key) === making) inFlight.delete(key);
      }
    },
    isCaching: () => cached !== undefined && isLive,
    isEnabled: cached !== undefined,
    now,
    counts: () => ({
      bytes: cached?.calculatedSize ?? 0,
      entries: cached?.size ?? 0,
      ...lookUps,
    }),
    cacheVersion: () => (isLive ? log.current() : null),
    comeAndGone: (count, since) => (isLive ? log.comeAndGone(count, since) : undefined),
    isOfVersion: async (version) => {
      const hasHeard = isLive && (await catchUp?.().catch(() => false));
      return hasHeard === true && isLive && log.current() === version;
    },
    siteVersion: () => (isLive ? log.dropCount() : null),
    hear: (change) => {
      if (change.kind === 'listing') hearOfListing(change);
      else if (change.kind === 'import') hearOfImport();
      else drop();
    },
    catchUp: async () => {
      const hasHeard = isLive && (await catchUp?.().catch(() => false));
      if (hasHeard !== true) drop();
    },
    drop,
    setLive: (nowLive) => {
      isLive = nowLive;
      // What is held may be old when changes are heard of again; until then it may have to stand in.
      if (nowLive) drop();
      else startVersion();
    },
  };
}
