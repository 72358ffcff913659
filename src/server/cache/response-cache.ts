/**
 * Public answers kept in memory, bounded by bytes, and dropped all together as soon as anything public changes.
 * Nothing is kept while changes could be missed.
 */

import { LRUCache } from 'lru-cache';
import { CACHED_RESPONSE_MAX_AGE_MS } from '#shared/limits.ts';

/** An answer as it goes out: its body, and the headers that belong to it. */
export type CachedResponse = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  etag: string;
};

/** What is kept of public answers. */
export type ResponseCache = {
  /**
   * Waits until every change that was committed before now has been heard of. To be called when a request comes, before
   * anything else here: what is found after it is not older than the request.
   */
  catchUp: () => Promise<void>;
  /** A kept answer, or undefined. Never waits. */
  peek: (key: string) => CachedResponse | undefined;
  /**
   * A kept answer, or a new one, which is kept if it is a success and nothing changed meanwhile. Requests for
   * the same thing at the same time make it once; a failure is everybody's and is not kept.
   */
  get: (key: string, make: () => Promise<CachedResponse>) => Promise<CachedResponse>;
  /** Whether answers are kept at all just now. */
  isKeeping: () => boolean;
  /**
   * A number that is another one after every change of public data, for others who keep something; null while
   * changes could be missed.
   */
  cacheVersion: () => number | null;
  /** For the metrics: what is kept now, and how often something was found and not found so far. */
  counts: () => { bytes: number; entries: number; hits: number; misses: number };
  /** Something public changed: all that is kept goes, and what is being made now will not be kept. */
  drop: () => void;
  /** Whether every change will be heard of from now on. While it is not, nothing is kept. */
  setLive: (isLive: boolean) => void;
};

/** Bytes that an entry costs beside its body and its key. */
const ENTRY_OVERHEAD_BYTES = 500;

/**
 * @param maxBytes of all kept answers together; 0 keeps nothing and joins no requests
 * @param options.onDrop told of every change before anything can be read after it
 * @param options.catchUp see ChangeListener
 */
export function createResponseCache(
  maxBytes: number,
  options: { onDrop?: (() => void) | undefined; catchUp?: () => Promise<void> } = {},
): ResponseCache {
  const kept =
    maxBytes > 0
      ? new LRUCache<string, CachedResponse>({
          maxSize: maxBytes,
          // One answer must not push out all others.
          maxEntrySize: Math.ceil(maxBytes / 8),
          sizeCalculation: ({ body }, key) => body.length + key.length * 2 + ENTRY_OVERHEAD_BYTES,
          ttl: CACHED_RESPONSE_MAX_AGE_MS,
        })
      : undefined;
  const inFlight = new Map<string, Promise<CachedResponse>>();
  const lookUps = { hits: 0, misses: 0 };
  let isLive = false;
  /** Grows with every change: an answer that was begun under an older one may be out of date. */
  let changeCount = 0;

  const drop = () => {
    options.onDrop?.();
    changeCount += 1;
    kept?.clear();
    // Whoever asks from now on must see the change, so nobody joins what was begun before it.
    inFlight.clear();
  };

  return {
    catchUp: async () => {
      if (isLive) await options.catchUp?.();
    },
    peek: (key) => {
      const known = isLive ? kept?.get(key) : undefined;
      if (known !== undefined) lookUps.hits += 1;
      return known;
    },
    get: async (key, make) => {
      lookUps.misses += 1;
      if (kept === undefined || !isLive) return make();
      const known = kept.get(key) ?? inFlight.get(key);
      if (known !== undefined) return known;
      const begunAt = changeCount;
      const making = make();
      inFlight.set(key, making);
      try {
        const answer = await making;
        if (answer.status === 200 && begunAt === changeCount && isLive) kept.set(key, answer);
        return answer;
      } finally {
        if (inFlight.get(key) === making) inFlight.delete(key);
      }
    },
    isKeeping: () => kept !== undefined && isLive,
    counts: () => ({
      bytes: kept?.calculatedSize ?? 0,
      entries: kept?.size ?? 0,
      ...lookUps,
    }),
    cacheVersion: () => (isLive ? changeCount : null),
    drop,
    setLive: (nowLive) => {
      isLive = nowLive;
      drop();
    },
  };
}
