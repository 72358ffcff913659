/**
 * Responses that are the same for every visitor, held in memory, bounded by bytes, and dropped all together as soon as
 * anything public changes. A hit asks nobody: the database announces changes by NOTIFY, and a process that may have
 * missed one does not use what it holds, unless the database cannot be reached at all.
 */

import { LRUCache } from 'lru-cache';
import { createBodyForms, isWorthPacking } from './body-forms.ts';
import type { CachedResponse } from './cached-response.ts';
import { compress } from './encodings.ts';
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
  /** For the metrics: what is cached now, and how often something was found and not found so far. */
  counts: () => { bytes: number; entries: number; hits: number; misses: number };
  /** Something public changed: all that is cached goes, and what is being created now will not be cached. */
  drop: () => void;
  /**
   * Whether every change will be heard of from now on. While it is not, nothing is cached and nothing cached is used but
   * in place of a response that the database is missing for.
   */
  setLive: (isLive: boolean) => void;
};

type Entry = { response: CachedResponse; madeAtMs: number };

/** Bytes that an entry costs beside its body and its key. */
const ENTRY_OVERHEAD_BYTES = 1_000;

/** What of the memory other forms of the responses may take, such as those for clients that read nothing compressed. */
const FORMS_SHARE = 1 / 8;

/**
 * @param maxBytes of all cached responses together; 0 caches nothing and joins no requests
 * @param options.onDrop called at every change before anything can be read after it
 * @param options.isUnreachable whether an error says that the database cannot be reached; none does if absent
 * @param options.now the clock, in milliseconds
 */
export function createResponseCache(
  maxBytes: number,
  options: {
    onDrop?: (() => void) | undefined;
    isUnreachable?: (error: unknown) => boolean;
    now?: () => number;
  } = {},
): ResponseCache {
  const { onDrop, isUnreachable = () => false, now = Date.now } = options;
  const formBytes = Math.floor(maxBytes * FORMS_SHARE);
  const cached =
    maxBytes > 0
      ? new LRUCache<string, Entry>({
          maxSize: maxBytes - formBytes,
          // One response must not push out all others.
          maxEntrySize: Math.ceil(maxBytes / 8),
          sizeCalculation: ({ response: { body } }, key) =>
            body.length + key.length * 2 + ENTRY_OVERHEAD_BYTES,
        })
      : undefined;
  const forms = createBodyForms(formBytes);
  const inFlight = new Map<string, Promise<CachedResponse>>();
  const lookUps = { hits: 0, misses: 0 };
  let isLive = false;
  /** Grows with every change: a response that was begun under an older one may be out of date. */
  let changeCount = 0;

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
    changeCount += 1;
    // Who asks from now on must see the change, so nobody joins what was begun before it.
    inFlight.clear();
  };
  const drop = () => {
    startVersion();
    cached?.clear();
  };

  /**
   * Holds a response at once, and compressed as soon as that is done: who asked for it does not wait. It is made
   * smaller while it is new, so that nothing that is asked for once takes the place of ten others for long.
   */
  function hold(key: string, response: CachedResponse): void {
    const entry = { response, madeAtMs: now() };
    cached?.set(key, entry);
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
    try {
      const response = await make();
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
      const known = findFresh(key) ?? inFlight.get(key);
      if (known !== undefined) return known;
      const begunAt = changeCount;
      const making = makeOrStandIn(key, make);
      inFlight.set(key, making);
      try {
        const response = await making;
        const isWorthCaching = response.status === 200 && response.staleSeconds === undefined;
        if (isWorthCaching && begunAt === changeCount && isLive) hold(key, response);
        return response;
      } finally {
        if (inFlight.get(key) === making) inFlight.delete(key);
      }
    },
    isCaching: () => cached !== undefined && isLive,
    isEnabled: cached !== undefined,
    counts: () => ({
      bytes: cached?.calculatedSize ?? 0,
      entries: cached?.size ?? 0,
      ...lookUps,
    }),
    cacheVersion: () => (isLive ? changeCount : null),
    drop,
    setLive: (nowLive) => {
      isLive = nowLive;
      // What is held may be old when changes are heard of again; until then it may have to stand in.
      if (nowLive) drop();
      else startVersion();
    },
  };
}
