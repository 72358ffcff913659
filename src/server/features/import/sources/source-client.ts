/**
 * A client for RESO Web APIs that handles credentials, Retry-After, and paging
 * (docs/product/data-sources.md, Syncs).
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { formatNumber } from '#shared/format/numbers.ts';
import { OutboundError } from '../../../http/outbound/outbound-error.ts';
import {
  type OutboundRequest,
  type OutboundResponse,
  sendOutbound,
} from '../../../http/outbound/outbound-request.ts';
import type { Reach } from '../../../http/outbound/address-ranges.ts';
import type { ResoRecord } from '../reso/reso-record.ts';

/** A source's URL and credentials. */
export type SourceAccess = {
  baseUrl: string;
  auth:
    | { kind: 'bearer'; token: string }
    | {
        kind: 'client_credentials';
        tokenUrl: string;
        clientId: string;
        clientSecret: string;
        scope: string | null;
      };
};

/** An error with a message for admins. */
export class SourceError extends Error {}

/** A page of rows. `date` is the response's Date header, or null if it has none. */
export type SourcePage = {
  rows: ResoRecord[];
  next: string | null;
  count: number | null;
  date: Date | null;
};

type ReadOptions = { hasMedia?: boolean };

export type SourceClient = {
  /** @throws SourceError */
  readMetadata: () => Promise<string>;
  /**
   * @param url relative to the base URL, or a page's link
   * @param options.hasMedia whether rows are expanded with their pictures
   * @throws SourceError
   */
  readPage: (url: string, options?: ReadOptions) => Promise<SourcePage>;
  /** Counts a query's rows without retries. Returns null if the server fails or reports no count. */
  countRows: (url: string) => Promise<number | null>;
};

const TIMEOUT_MS = 60_000;
/** Limits how long parsing a response can block the server. */
const MAX_JSON_BYTES = 2 * 1024 * 1024;
/** Larger than the limit for JSON because a complete data dictionary has thousands of lookups. */
const MAX_METADATA_BYTES = 8 * 1024 * 1024;
const MAX_ROWS_PER_PAGE = 5_000;
/**
 * Servers can send empty pages, for example if they filter rows after paging. More than this many in a
 * row indicate a server error.
 */
const MAX_EMPTY_PAGES = 100;
/**
 * More than any real source has. If a sync reaches a limit, it fails, and the next one continues from
 * its stored position.
 */
const MAX_PAGES = 100_000;
const MAX_ROWS = 5_000_000;
/** The maximum number of rows per batch. The process handles requests between batches. */
const BATCH_ROWS = 500;
/** Delays before retries, each plus up to 20% jitter. */
const RETRY_DELAYS_MS = [1_000, 3_000, 10_000, 30_000, 60_000];
/** A longer Retry-After fails the run. The next scheduled run tries again. */
const MAX_RETRY_AFTER_MS = 10 * 60_000;
/**
 * Pages of these sizes stay far below `MAX_JSON_BYTES`, even if every row of a page with media has 40
 * pictures.
 */
const PAGE_SIZE = 250;
const PAGE_SIZE_WITH_MEDIA = 40;

/** Allows loopback addresses only for explicit loopback URLs. All others must be public. */
export function reachOf(url: string): Reach {
  const { hostname } = new URL(url);
  const isLoopback =
    hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  return isLoopback ? 'loopback' : 'public';
}

/**
 * @param options.canRetry false if a user is waiting
 * @param options.onPage called after each page is parsed, with the duration of parsing; awaited
 *   before the page is returned
 */
export function createSourceClient(
  { baseUrl, auth }: SourceAccess,
  options: {
    signal: AbortSignal;
    canRetry: boolean;
    onPage?: (parseMs: number) => Promise<void>;
  },
): SourceClient {
  const { signal, canRetry, onPage } = options;
  let token = auth.kind === 'bearer' ? auth.token : null;

  async function sendWithRetries(
    request: Omit<OutboundRequest, 'reach' | 'timeoutMs'>,
    shouldRetry = canRetry,
  ) {
    const outboundRequest = {
      ...request,
      reach: reachOf(request.url),
      timeoutMs: TIMEOUT_MS,
      signal,
    };
    for (let attempt = 0; ; attempt += 1) {
      const delayMs = shouldRetry ? RETRY_DELAYS_MS[attempt] : undefined;
      const result = await sendOutbound(outboundRequest).catch((error: unknown) => {
        if (!(error instanceof OutboundError)) throw error;
        const isPermanent = ['url', 'address', 'size', 'redirect'].includes(error.failure);
        if (isPermanent || delayMs === undefined) throw new SourceError(error.message);
        return null;
      });
      const status = result?.status ?? 503;
      const isBusy = status === 429 || status >= 500;
      if (result !== null && (!isBusy || delayMs === undefined)) return result;
      const requestedMs = parseRetryAfter(result);
      if (requestedMs !== null && requestedMs > MAX_RETRY_AFTER_MS)
        throw new SourceError(`${hostOf(request.url)} requested a long delay (status ${status}).`);
      await sleep(requestedMs ?? (delayMs ?? 0) * (1 + Math.random() / 5), undefined, { signal });
    }
  }

  async function fetchToken(): Promise<string> {
    if (auth.kind === 'bearer') return auth.token;
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (auth.scope !== null) form.set('scope', auth.scope);
    const encoded = [auth.clientId, auth.clientSecret].map(encodeURIComponent).join(':');
    const { status, body } = await sendWithRetries({
      url: auth.tokenUrl,
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(encoded).toString('base64')}`,
      },
      body: form.toString(),
      maxBytes: MAX_JSON_BYTES,
    });
    const response = status === 200 ? parseObject(body) : null;
    const accessToken = response?.['access_token'];
    if (typeof accessToken !== 'string')
      throw new SourceError(`${hostOf(auth.tokenUrl)} did not return a token (status ${status}).`);
    return accessToken;
  }

  async function get(
    url: string,
    request: { accept: string; maxBytes: number; pageSize?: number },
    shouldRetry?: boolean,
  ): Promise<OutboundResponse> {
    const { accept, maxBytes, pageSize = PAGE_SIZE } = request;
    for (let isRetry = false; ; isRetry = true) {
      const accessToken = (token ??= await fetchToken());
      const headers = {
        accept,
        authorization: `Bearer ${accessToken}`,
        prefer: `odata.maxpagesize=${pageSize}`,
        'odata-maxversion': '4.01',
      };
      const response = await sendWithRetries({ url, headers, maxBytes }, shouldRetry);
      const { status } = response;
      if (status === 200) return response;
      // The token can expire during a long run.
      if (status === 401 && auth.kind === 'client_credentials' && !isRetry) token = null;
      else if (status === 401 || status === 403)
        throw new SourceError(`${hostOf(url)} rejected the credentials (status ${status}).`);
      else throw new SourceError(`${hostOf(url)} responded with status ${status}.`);
    }
  }

  async function readPage(
    url: string,
    { hasMedia, shouldRetry }: { hasMedia?: boolean; shouldRetry?: boolean } = {},
  ): Promise<SourcePage> {
    const pageUrl = new URL(url, `${baseUrl}/`);
    const pageSize = hasMedia === true ? PAGE_SIZE_WITH_MEDIA : PAGE_SIZE;
    const { body, headers } = await get(
      pageUrl.href,
      { accept: 'application/json', maxBytes: MAX_JSON_BYTES, pageSize },
      shouldRetry,
    );
    const startedAt = performance.now();
    const response = parseObject(body);
    await onPage?.(performance.now() - startedAt);
    const rows: unknown = response?.['value'];
    if (Array.isArray(rows) && rows.length > MAX_ROWS_PER_PAGE)
      throw new SourceError(
        `${pageUrl.host} sent a page of ${formatNumber(rows.length)} rows. The limit is ${formatNumber(MAX_ROWS_PER_PAGE)}.`,
      );
    if (!Array.isArray(rows) || !rows.every(isObject))
      throw new SourceError(`${pageUrl.host} did not respond with OData.`);
    const date = new Date(headers['date'] ?? '');
    const count = response?.['@odata.count'];
    return {
      rows,
      next: nextPageUrl(response?.['@odata.nextLink'], pageUrl),
      count: Number.isSafeInteger(count) ? Number(count) : null,
      date: Number.isNaN(date.getTime()) ? null : date,
    };
  }

  return {
    readMetadata: async () => {
      const request = { accept: 'application/xml', maxBytes: MAX_METADATA_BYTES };
      return (await get(`${baseUrl}/$metadata`, request)).body.toString('utf8');
    },
    readPage,
    async countRows(url) {
      try {
        return (await readPage(url, { shouldRetry: false })).count;
      } catch (error) {
        if (error instanceof SourceError) return null;
        throw error;
      }
    },
  };
}

/**
 * Reads pages. Requests each page while the previous one is processed.
 *
 * @throws SourceError, also for a server whose pages never end
 */
export async function* readPages(
  client: Pick<SourceClient, 'readPage'>,
  firstUrl: string,
  options?: ReadOptions,
): AsyncGenerator<SourcePage, void> {
  let pending: Promise<SourcePage> | null = client.readPage(firstUrl, options);
  let emptyPages = 0;
  let pageCount = 0;
  let rowCount = 0;
  // Detects cycles of links: the link on the last of the pages 1, 2, 4, 8, … is remembered and compared
  // with later links (Brent's algorithm).
  let earlierLink: string | null = null;
  let nextPower = 1;
  while (pending !== null) {
    const page: SourcePage = await pending;
    pageCount += 1;
    rowCount += page.rows.length;
    if (rowCount > MAX_ROWS)
      throw new SourceError(`The server sent more than ${formatNumber(MAX_ROWS)} rows.`);
    if (page.next !== null && pageCount === MAX_PAGES)
      throw new SourceError(`The server sent more than ${formatNumber(MAX_PAGES)} pages.`);
    if (page.next !== null && page.next === earlierLink)
      throw new SourceError('The server links to a page that it has already sent.');
    if (pageCount === nextPower) {
      earlierLink = page.next;
      nextPower *= 2;
    }
    emptyPages = page.rows.length === 0 ? emptyPages + 1 : 0;
    if (emptyPages > MAX_EMPTY_PAGES)
      throw new SourceError(`The server sent more than ${MAX_EMPTY_PAGES} empty pages in a row.`);
    pending = page.next === null ? null : client.readPage(page.next, options);
    // Awaited in the next iteration. Prevents an unhandled rejection until then.
    pending?.catch(() => undefined);
    yield page;
  }
}

/** Reads pages in batches of rows to write together. An empty page is one batch. */
export async function* readBatches(
  client: Pick<SourceClient, 'readPage'>,
  firstUrl: string,
  options: ReadOptions,
): AsyncGenerator<SourcePage, void> {
  for await (const page of readPages(client, firstUrl, options)) {
    for (let start = 0; start === 0 || start < page.rows.length; start += BATCH_ROWS)
      yield { ...page, rows: page.rows.slice(start, start + BATCH_ROWS) };
  }
}

/** Returns the next page's URL. Requires the same server because requests contain the token. */
function nextPageUrl(link: unknown, pageUrl: URL): string | null {
  if (typeof link !== 'string' || link === '') return null;
  const next = URL.parse(link, pageUrl.href);
  if (next?.origin !== pageUrl.origin)
    throw new SourceError(`${pageUrl.host} links to a next page on another server.`);
  if (next.href === pageUrl.href)
    throw new SourceError(`${pageUrl.host} links to the same page again.`);
  return next.href;
}

/**
 * Parses a Retry-After header, which is in seconds or a date (RFC 9110, 10.2.3). Returns the delay in
 * milliseconds; null if it is absent or invalid.
 */
function parseRetryAfter(response: OutboundResponse | null): number | null {
  const text = response?.headers['retry-after']?.trim();
  if (text === undefined || text === '') return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

const hostOf = (url: string) => new URL(url).host;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseObject(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
