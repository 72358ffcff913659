/**
 * Caches in memory the responses that are the same for every visitor (decision 034). Each entry stores
 * the version of the public data that it was rendered from. The database announces changes with
 * NOTIFY, and every change raises the version.
 */

import { LRUCache } from 'lru-cache';
import { MAX_CACHED_RESPONSE_AGE_MS, MAX_STALE_FALLBACK_AGE_MS } from '#shared/limits.ts';
import { copyOut, createBodyConverter, isCompressible } from './convert-body.ts';
import type { CachedResponse } from './cached-response.ts';
import { compress } from './encodings.ts';
import { createRenderLoad } from './render-load.ts';

/** Options for the lookup of a cached response. */
export type CacheOptions = {
  /**
   * Whether the request came over the network. Only these requests get outdated entries while the
   * process is busy. API calls made while rendering a page always get the current version.
   */
  isFromNetwork: boolean;
};

const IN_PROCESS: CacheOptions = { isFromNetwork: false };

/** The cache of one process. */
export type ResponseCache = {
  /**
   * Returns an entry that can be sent immediately, or undefined.
   *
   * @param isUsable returns whether the caller can send an entry; if not, it is treated as absent
   */
  peek: (
    key: string,
    options?: CacheOptions,
    isUsable?: (response: CachedResponse) => boolean,
  ) => CachedResponse | undefined;
  /**
   * Returns an entry, or a new response, which is cached if its status is 200. Requests for the same key and version
   * wait for one render. A failure rejects all of them and is not cached. While the database is down, an entry from the
   * last ten minutes is returned instead, with its age, unless a later render responded with a redirect or an error
   * such as 404.
   */
  get: (
    key: string,
    render: () => Promise<CachedResponse>,
    options?: CacheOptions,
  ) => Promise<CachedResponse>;
  /** Returns the version of public data that reads see; null while they could miss changes. */
  version: () => number | null;
  /** Returns whether the process handles more renders than a few visitors would cause. */
  isBusy: () => boolean;
  /** Returns the counts for the metrics. */
  counts: () => { bytes: number; entries: number; hits: number; misses: number };
  /** Handles an announced change. An import announces changes continuously but raises the version at most once a second. */
  notify: (message: string) => void;
  /**
   * Resolves when all changes that were committed before the call have raised the version. For an import, this can
   * happen up to a second later (see `notify`).
   */
  catchUp: () => Promise<void>;
  /** Sets whether changes are being announced. While they are not, no entry is stored or current. */
  setLive: (isLive: boolean) => void;
};

type Entry = { response: CachedResponse; version: number; renderedAtMs: number };
/** A render in progress, with the announced version at its start. */
type Render = { response: Promise<CachedResponse>; version: number; startedAtMs: number };

/** The message that an import sends (db/migrations/0050_announce_visible_changes.sql). */
const IMPORT = 'import';

/** Memory used by an entry in addition to its body and key. */
const ENTRY_OVERHEAD_BYTES = 2_000;

/** The minimum time between two raises of the version by an import. */
const IMPORT_INTERVAL_MS = 1_000;

/** The share of the memory that is reserved for bodies in other encodings. */
const CONVERSIONS_SHARE = 1 / 8;

/**
 * @param maxBytes the maximum total size of cached responses; 0 disables the cache
 * @param options.staleMs the maximum age of an outdated entry that a busy process sends
 * @param options.dataAsOfMs returns the time, by `now`, up to which reads see all changes; absent if they see every change
 * @param options.catchUp waits until all committed changes are announced, and returns whether they were
 * @param options.isDatabaseDown returns whether an error means that the database is down
 * @param options.statusOf returns the status of the response for an error
 * @param options.now a clock in milliseconds
 */
export function createResponseCache(
  maxBytes: number,
  options: {
    staleMs?: number;
    dataAsOfMs?: () => number;
    catchUp?: () => Promise<boolean>;
    isDatabaseDown?: (error: unknown) => boolean;
    statusOf?: (error: unknown) => number;
    now?: () => number;
  } = {},
): ResponseCache {
  const { staleMs = 0, dataAsOfMs = () => Infinity, catchUp } = options;
  const {
    isDatabaseDown = () => false,
    statusOf = () => 500,
    now = () => performance.now(),
  } = options;
  const conversionBytes = Math.floor(maxBytes * CONVERSIONS_SHARE);
  const toEncodings = createBodyConverter(conversionBytes);
  const entries =
    maxBytes > 0
      ? new LRUCache<string, Entry>({
          maxSize: maxBytes - conversionBytes,
          // Don't let one response evict all others.
          maxEntrySize: Math.ceil(maxBytes / 8),
          sizeCalculation: ({ response: { body } }, key) =>
            body.length + key.length * 2 + ENTRY_OVERHEAD_BYTES,
        })
      : undefined;
  const renders = new Map<string, Render>();
  const { run: runVisitorRender, isBusy } = createRenderLoad(now);
  const lookups = { hits: 0, misses: 0 };
  let isLive = false;
  let version = 0;
  let raisedAtMs = Number.NEGATIVE_INFINITY;

  function raiseVersion(): void {
    version += 1;
    raisedAtMs = now();
  }

  const allowsStale = ({ isFromNetwork }: CacheOptions) => isFromNetwork && isBusy();

  /** Returns whether reads include the last change, which a replica may not have yet. */
  const includesLastChange = () => dataAsOfMs() >= raisedAtMs;

  function find(key: string, request: CacheOptions): CachedResponse | undefined {
    const entry = isLive ? entries?.get(key) : undefined;
    if (entry === undefined) return undefined;
    const ageMs = now() - entry.renderedAtMs;
    const isUsable =
      ageMs <= MAX_CACHED_RESPONSE_AGE_MS &&
      (entry.version === version || (ageMs <= staleMs && allowsStale(request)));
    return isUsable ? entry.response : undefined;
  }

  /** Finds an entry to serve while the database is down. */
  function findStaleFallback(key: string): CachedResponse | undefined {
    const entry = entries?.get(key);
    if (entry === undefined) return undefined;
    const ageMs = now() - entry.renderedAtMs;
    if (ageMs > MAX_STALE_FALLBACK_AGE_MS) return undefined;
    return { ...entry.response, staleSeconds: Math.floor(ageMs / 1_000) };
  }

  /** Discards an entry whose page no longer exists, such as a deleted listing's, so that it is never a fallback. */
  function discardIfMissing(startedAtMs: number, key: string, status: number): void {
    const isMissing = status >= 300 && status < 500 && status !== 429;
    const existing = entries?.peek(key);
    if (isMissing && existing !== undefined && existing.renderedAtMs <= startedAtMs)
      entries?.delete(key);
  }

  /** Stores an entry, unless a render that started later finished first. */
  function store(key: string, entry: Entry): void {
    const existing = entries?.peek(key);
    if ((existing?.renderedAtMs ?? 0) <= entry.renderedAtMs) entries?.set(key, entry);
  }

  /**
   * Compresses a response that can be stored. Its requests wait for this in their queue slots, so the
   * number of uncompressed bodies in memory is limited.
   */
  async function compressBody(response: CachedResponse): Promise<CachedResponse> {
    if (response.status !== 200 || !isCompressible(response.headers, response.body))
      return { ...response, body: copyOut(response.body) };
    const body = copyOut(await compress(response.body, 'br'));
    const encodings = toEncodings({ body, etag: response.etag });
    return { ...response, body, encoding: 'br', encodings };
  }

  async function renderOrFallBack(
    key: string,
    render: () => Promise<CachedResponse>,
  ): Promise<CachedResponse> {
    try {
      const response = { ...(await compressBody(await render())), sent: {} };
      // A page responds with 503 if its data could not be read.
      return response.status === 503 && !isLive ? (findStaleFallback(key) ?? response) : response;
    } catch (error) {
      const fallback = isDatabaseDown(error) ? findStaleFallback(key) : undefined;
      if (fallback === undefined) throw error;
      return fallback;
    }
  }

  /**
   * Starts a render and stores its response under a version that its data is guaranteed to include.
   */
  function startRender(key: string, render: () => Promise<CachedResponse>): Render {
    const startedAtMs = now();
    const dataVersion = includesLastChange() ? version : version - 1;
    const newRender = { version, startedAtMs, response: renderOrFallBack(key, render) };
    renders.set(key, newRender);
    const end = () => {
      if (renders.get(key) === newRender) renders.delete(key);
    };
    newRender.response.then(
      (response) => {
        end();
        if (response.status === 200 && response.staleSeconds === undefined && isLive)
          store(key, { response, version: dataVersion, renderedAtMs: startedAtMs });
        else discardIfMissing(startedAtMs, key, response.status);
      },
      (error: unknown) => {
        end();
        discardIfMissing(startedAtMs, key, statusOf(error));
      },
    );
    return newRender;
  }

  let importRaisedAtMs = Number.NEGATIVE_INFINITY;
  let importTimer: NodeJS.Timeout | undefined;
  function raiseForImport(): void {
    if (importTimer !== undefined) return;
    const raiseNow = () => {
      importTimer = undefined;
      importRaisedAtMs = now();
      raiseVersion();
    };
    const waitMs = importRaisedAtMs + IMPORT_INTERVAL_MS - now();
    if (waitMs <= 0) raiseNow();
    else importTimer = setTimeout(raiseNow, waitMs).unref();
  }

  return {
    peek: (key, request = IN_PROCESS, isUsable = () => true) => {
      const response = find(key, request);
      if (response === undefined || !isUsable(response)) return undefined;
      lookups.hits += 1;
      return response;
    },
    get: async (key, render, request = IN_PROCESS) => {
      lookups.misses += 1;
      if (entries === undefined) return render();
      const cached = find(key, request);
      if (cached !== undefined) return cached;
      const running = renders.get(key);
      if (
        running !== undefined &&
        (running.version === version ||
          (allowsStale(request) && now() - running.startedAtMs <= staleMs))
      )
        return running.response;
      if (!request.isFromNetwork) return startRender(key, render).response;
      return runVisitorRender(() => startRender(key, render).response);
    },
    version: () => (isLive && includesLastChange() ? version : null),
    isBusy,
    counts: () => ({
      bytes: entries?.calculatedSize ?? 0,
      entries: entries?.size ?? 0,
      ...lookups,
    }),
    notify: (message) => (message === IMPORT ? raiseForImport() : raiseVersion()),
    catchUp: async () => {
      const isCaughtUp = isLive && (await catchUp?.().catch(() => false));
      if (isCaughtUp !== true) raiseVersion();
    },
    setLive: (newIsLive) => {
      isLive = newIsLive;
      raiseVersion();
    },
  };
}
