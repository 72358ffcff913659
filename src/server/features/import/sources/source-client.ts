/**
 * A client for RESO Web APIs that handles credentials, Retry-After, and paging
 * (docs/product/data-sources.md, Syncs).
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { OutboundError } from '../../../http/outbound/outbound-error.ts';
import {
  type OutboundRequest,
  type OutboundResponse,
  sendOutbound,
} from '../../../http/outbound/outbound-request.ts';
import type { Reach } from '../../../http/outbound/address-ranges.ts';
import type { ResoRecord } from '../reso/reso-record.ts';

/** A source with its secret. */
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

/** A page of rows. `date` is the response's Date header, if any. */
export type SourcePage = {
  rows: ResoRecord[];
  next: string | null;
  count: number | null;
  date: Date | null;
};

export type SourceClient = {
  /** @throws SourceError */
  readMetadata: () => Promise<string>;
  /** @param url relative to the base URL, or a page's link. @throws SourceError */
  readPage: (url: string) => Promise<SourcePage>;
  /** Requests the number of a query's rows, without retries; null if the server does not give it. */
  countRows: (url: string) => Promise<number | null>;
};

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Pauses before retries, each plus up to 20% of jitter. */
const RETRY_DELAYS_MS = [1_000, 3_000, 10_000, 30_000, 60_000];
/** A longer pause fails the run; the next scheduled run tries again. */
const MAX_RETRY_AFTER_MS = 10 * 60_000;
const PAGE_SIZE = 500;

/** Allows loopback addresses only for explicit loopback URLs; all others must be public. */
export function reachOf(url: string): Reach {
  const { hostname } = new URL(url);
  const isLoopback =
    hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  return isLoopback ? 'loopback' : 'public';
}

/** @param options.mayRetry false if a user is waiting */
export function createSourceClient(
  { baseUrl, auth }: SourceAccess,
  options: { signal: AbortSignal; mayRetry: boolean },
): SourceClient {
  const { signal, mayRetry } = options;
  let token = auth.kind === 'bearer' ? auth.token : null;

  async function sendWithRetries(
    request: Omit<OutboundRequest, 'reach' | 'timeoutMs' | 'maxBytes'>,
    isRetried = mayRetry,
  ) {
    const sending = {
      ...request,
      reach: reachOf(request.url),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      signal,
    };
    for (let tries = 0; ; tries += 1) {
      const pauseMs = isRetried ? RETRY_DELAYS_MS[tries] : undefined;
      const result = await sendOutbound(sending).catch((error: unknown) => {
        if (!(error instanceof OutboundError)) throw error;
        const isLasting = ['url', 'address', 'size', 'redirect'].includes(error.failure);
        if (isLasting || pauseMs === undefined) throw new SourceError(error.message);
        return null;
      });
      const status = result?.status ?? 503;
      const isBusy = status === 429 || status >= 500;
      if (result !== null && (!isBusy || pauseMs === undefined)) return result;
      const requestedMs = retryAfterMs(result);
      if (requestedMs !== null && requestedMs > MAX_RETRY_AFTER_MS)
        throw new SourceError(`${hostOf(request.url)} requested a long pause (status ${status}).`);
      await sleep(requestedMs ?? (pauseMs ?? 0) * (1 + Math.random() / 5), undefined, { signal });
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
    });
    const response = status === 200 ? parseObject(body) : null;
    const given = response?.['access_token'];
    if (typeof given !== 'string')
      throw new SourceError(`${hostOf(auth.tokenUrl)} did not return a token (status ${status}).`);
    return given;
  }

  async function get(url: string, accept: string, isRetried?: boolean): Promise<OutboundResponse> {
    for (let isSecondTry = false; ; isSecondTry = true) {
      const sent = (token ??= await fetchToken());
      const headers = {
        accept,
        authorization: `Bearer ${sent}`,
        prefer: `odata.maxpagesize=${PAGE_SIZE}`,
        'odata-maxversion': '4.01',
      };
      const response = await sendWithRetries({ url, headers }, isRetried);
      const { status } = response;
      if (status === 200) return response;
      // The token can expire during a long run.
      if (status === 401 && auth.kind === 'client_credentials' && !isSecondTry) token = null;
      else if (status === 401 || status === 403)
        throw new SourceError(`${hostOf(url)} refused the credentials (status ${status}).`);
      else throw new SourceError(`${hostOf(url)} responded with status ${status}.`);
    }
  }

  async function readPage(url: string, isRetried?: boolean): Promise<SourcePage> {
    const from = new URL(url, `${baseUrl}/`);
    const { body, headers } = await get(from.href, 'application/json', isRetried);
    const response = parseObject(body);
    const rows: unknown = response?.['value'];
    if (!Array.isArray(rows) || !rows.every(isObject))
      throw new SourceError(`${from.host} did not respond with OData.`);
    const date = new Date(headers['date'] ?? '');
    const count = response?.['@odata.count'];
    return {
      rows,
      next: nextOf(response?.['@odata.nextLink'], from),
      count: Number.isSafeInteger(count) ? Number(count) : null,
      date: Number.isNaN(date.getTime()) ? null : date,
    };
  }

  return {
    readMetadata: async () =>
      (await get(`${baseUrl}/$metadata`, 'application/xml')).body.toString('utf8'),
    readPage: (url) => readPage(url),
    async countRows(url) {
      try {
        return (await readPage(url, false)).count;
      } catch (error) {
        if (error instanceof SourceError) return null;
        throw error;
      }
    },
  };
}

/** Reads pages; each is requested while its predecessor is processed. */
export async function* readPages(
  client: Pick<SourceClient, 'readPage'>,
  first: string,
): AsyncGenerator<SourcePage, void> {
  let reading: Promise<SourcePage> | null = client.readPage(first);
  while (reading !== null) {
    const page: SourcePage = await reading;
    reading = page.next === null ? null : client.readPage(page.next);
    // Awaited above; a failure before that is not an unhandled rejection.
    reading?.catch(() => undefined);
    yield page;
  }
}

/** Returns the next page's URL; only on the same server, because the token is sent to it. */
function nextOf(link: unknown, from: URL): string | null {
  if (typeof link !== 'string' || link === '') return null;
  const next = URL.parse(link, from.href);
  if (next?.origin !== from.origin)
    throw new SourceError(`${from.host} links to a next page on another server.`);
  if (next.href === from.href) throw new SourceError(`${from.host} links to the same page again.`);
  return next.href;
}

/** Parses a Retry-After header: seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs(response: OutboundResponse | null): number | null {
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
