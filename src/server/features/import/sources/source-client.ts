/** Reads a RESO Web API: credentials, pauses that the server asks for, and pages (docs/product/data-sources.md, Syncs). */

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

/** An error as a sentence for admins. */
export class SourceError extends Error {}

/** A page of rows. `date`: when the server sent it, if it says so. */
export type SourcePage = {
  rows: ResoRecord[];
  next: string | null;
  count: number | null;
  date: Date | null;
};

export type SourceClient = {
  /** @throws SourceError */
  readMetadata: () => Promise<string>;
  /** @param url below the base, or a link of a page. @throws SourceError */
  readPage: (url: string) => Promise<SourcePage>;
};

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Before tries after a failure; each with up to a fifth more. */
const PAUSES_MS = [1_000, 3_000, 10_000, 30_000, 60_000];
/** Longer pauses than this end a run; the next one comes anyway. */
const RETRY_AFTER_MAX_MS = 10 * 60_000;
const PAGE_SIZE = 500;

/** A server on loopback is allowed only if its URL says so; all others need public addresses. */
export function reachOf(url: string): Reach {
  const { hostname } = new URL(url);
  const isLoopback =
    hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  return isLoopback ? 'loopback' : 'public';
}

/** @param options.mayRetry false while a user is waiting */
export function createSourceClient(
  { baseUrl, auth }: SourceAccess,
  options: { signal: AbortSignal; mayRetry: boolean },
): SourceClient {
  const { signal, mayRetry } = options;
  let token = auth.kind === 'bearer' ? auth.token : null;

  async function sendPatiently(request: Omit<OutboundRequest, 'reach' | 'timeoutMs' | 'maxBytes'>) {
    const sending = {
      ...request,
      reach: reachOf(request.url),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      signal,
    };
    for (let tries = 0; ; tries += 1) {
      const pauseMs = mayRetry ? PAUSES_MS[tries] : undefined;
      const result = await sendOutbound(sending).catch((error: unknown) => {
        if (!(error instanceof OutboundError)) throw error;
        const isLasting = ['url', 'address', 'size', 'redirect'].includes(error.failure);
        if (isLasting || pauseMs === undefined) throw new SourceError(error.message);
        return null;
      });
      const status = result?.status ?? 503;
      const isBusy = status === 429 || status >= 500;
      if (result !== null && (!isBusy || pauseMs === undefined)) return result;
      const wantedMs = retryAfterMs(result);
      if (wantedMs !== null && wantedMs > RETRY_AFTER_MAX_MS)
        throw new SourceError(`${hostOf(request.url)} demanded a long pause (status ${status}).`);
      await sleep(wantedMs ?? (pauseMs ?? 0) * (1 + Math.random() / 5), undefined, { signal });
    }
  }

  async function fetchToken(): Promise<string> {
    if (auth.kind === 'bearer') return auth.token;
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (auth.scope !== null) form.set('scope', auth.scope);
    const encoded = [auth.clientId, auth.clientSecret].map(encodeURIComponent).join(':');
    const { status, body } = await sendPatiently({
      url: auth.tokenUrl,
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(encoded).toString('base64')}`,
      },
      body: form.toString(),
    });
    const answer = status === 200 ? parseObject(body) : null;
    const given = answer?.['access_token'];
    if (typeof given !== 'string')
      throw new SourceError(`${hostOf(auth.tokenUrl)} gave no token (status ${status}).`);
    return given;
  }

  async function get(url: string, accept: string): Promise<OutboundResponse> {
    for (let isSecondTry = false; ; isSecondTry = true) {
      const sent = (token ??= await fetchToken());
      const response = await sendPatiently({
        url,
        headers: {
          accept,
          authorization: `Bearer ${sent}`,
          prefer: `odata.maxpagesize=${PAGE_SIZE}`,
          'odata-maxversion': '4.01',
        },
      });
      const { status } = response;
      if (status === 200) return response;
      // A token ends before a long walk does.
      if (status === 401 && auth.kind === 'client_credentials' && !isSecondTry) token = null;
      else if (status === 401 || status === 403)
        throw new SourceError(`${hostOf(url)} refused the credentials (status ${status}).`);
      else throw new SourceError(`${hostOf(url)} responded with status ${status}.`);
    }
  }

  return {
    readMetadata: async () =>
      (await get(`${baseUrl}/$metadata`, 'application/xml')).body.toString('utf8'),
    async readPage(url) {
      const from = new URL(url, `${baseUrl}/`);
      const { body, headers } = await get(from.href, 'application/json');
      const answer = parseObject(body);
      const rows: unknown = answer?.['value'];
      if (!Array.isArray(rows) || !rows.every(isObject))
        throw new SourceError(`${from.host} did not respond with OData.`);
      const date = new Date(headers['date'] ?? '');
      const count = answer?.['@odata.count'];
      return {
        rows,
        next: nextOf(answer?.['@odata.nextLink'], from),
        count: typeof count === 'number' ? count : null,
        date: Number.isNaN(date.getTime()) ? null : date,
      };
    },
  };
}

/** Only the server itself gets its token. */
function nextOf(link: unknown, from: URL): string | null {
  if (typeof link !== 'string' || link === '') return null;
  const next = URL.parse(link, from.href);
  if (next?.origin !== from.origin)
    throw new SourceError(`${from.host} links to a next page on another server.`);
  if (next.href === from.href) throw new SourceError(`${from.host} links to the same page again.`);
  return next.href;
}

/** Seconds or a date (RFC 9110, 10.2.3). */
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
