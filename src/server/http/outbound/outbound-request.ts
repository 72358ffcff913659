/**
 * Requests to servers that users or the operator specify. Addresses are checked after DNS, when the connection is made,
 * which prevents DNS rebinding. Time, size, and redirects are limited.
 */

import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { isAllowedAddress, type Reach } from './address-ranges.ts';
import { resolveHost } from './host-addresses.ts';
import { OutboundError, toOutboundError } from './outbound-error.ts';

/** A request. */
export type OutboundRequest = {
  url: string;
  /** GET if absent. */
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  reach: Reach;
  /** Includes DNS, connection, redirects, and body. */
  timeoutMs: number;
  /** The maximum size of the response body. */
  maxBytes: number;
  /** Whether a larger body is an error or is truncated; `reject` if absent. */
  whenLarger?: 'reject' | 'truncate';
  /** The maximum number of redirects to follow; with 0 (the default), a redirect is returned as the response. */
  maxRedirects?: number;
  signal?: AbortSignal;
  /** The system's if absent. */
  nameServers?: readonly string[];
};

/** A response with any status. */
export type OutboundResponse = {
  status: number;
  /** Names are lowercase; repeated headers are joined with commas. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The URL that responded, after redirects. */
  url: string;
};

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Headers that must not be sent to another server after a redirect. */
const SECRET_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization']);

/**
 * Sends a request and reads the response.
 *
 * @throws OutboundError if there is no response within the limits; the signal's reason if it was aborted
 */
export async function sendOutbound(options: OutboundRequest): Promise<OutboundResponse> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  return follow(options, timeout, options.maxRedirects ?? 0);
}

async function follow(
  options: OutboundRequest,
  timeout: AbortSignal,
  remainingRedirects: number,
): Promise<OutboundResponse> {
  const { signal, maxRedirects = 0 } = options;
  const url = checkUrl(options.url, options.reach);
  const combinedSignal = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  const response = await sendOnce(url, options, combinedSignal).catch((error: unknown) => {
    if (signal?.aborted === true) throw signal.reason;
    if (!timeout.aborted) throw toOutboundError(error, url.host);
    const seconds = options.timeoutMs / 1000;
    throw new OutboundError('timeout', `${url.host} did not respond within ${seconds} seconds.`);
  });
  const { location } = response.headers;
  if (maxRedirects === 0 || !REDIRECTS.has(response.status) || location === undefined)
    return response;
  if (remainingRedirects === 0)
    throw new OutboundError('redirect', `${url.host} redirects too many times.`);
  return follow(followRedirect(url, location, options), timeout, remainingRedirects - 1);
}

/**
 * Checks and parses a URL without looking up its host.
 *
 * @throws OutboundError `url` if it is invalid; `address` if its host is an IP address outside `reach`
 */
export function checkUrl(text: string, reach: Reach): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new OutboundError('url', 'The URL must start with http:// or https://.');
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('url', 'The URL must not contain a user name or password.');
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isAllowedAddress(host, reach)) throw addressNotAllowedError(host);
  return url;
}

/**
 * Checks a URL and the addresses that its host name resolves to. A host name that does not resolve
 * yet is accepted.
 *
 * @throws OutboundError like `checkUrl`, and if the name resolves to an address outside `reach`
 */
export async function checkTarget(text: string, reach: Reach): Promise<URL> {
  const url = checkUrl(text, reach);
  if (reach === 'any') return url;
  const signal = AbortSignal.timeout(MAX_LOOKUP_MS);
  const addresses = await resolveHost(hostOf(url), { reach, signal }).catch(() => []);
  if (!addresses.every(({ address }) => isAllowedAddress(address, reach)))
    throw addressNotAllowedError(url.hostname);
  return url;
}

/** The maximum time that a user waits for DNS. */
const MAX_LOOKUP_MS = 2_000;

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

const addressNotAllowedError = (host: string) =>
  new OutboundError(
    'address',
    isIP(host) === 0
      ? `${host} resolves to an address that is not public.`
      : `${host} is not a public address.`,
  );

/** Returns a GET request for the new location. Omits secrets if it is on another server. */
function followRedirect(from: URL, location: string, options: OutboundRequest): OutboundRequest {
  const to = URL.parse(location, from.href);
  if (to === null) throw new OutboundError('redirect', `${from.host} redirects to an invalid URL.`);
  if (from.protocol === 'https:' && to.protocol !== 'https:')
    throw new OutboundError('redirect', `${from.host} redirects to an insecure URL.`);
  const { headers = {}, body: _body, ...others } = options;
  const allowedHeaders = Object.entries(headers).filter(
    ([name]) => to.origin === from.origin || !SECRET_HEADERS.has(name.toLowerCase()),
  );
  return { ...others, url: to.href, method: 'GET', headers: Object.fromEntries(allowedHeaders) };
}

async function sendOnce(
  url: URL,
  options: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const { method = 'GET', headers = {}, body, reach } = options;
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request: ClientRequest = send(url, {
      method,
      headers: {
        'user-agent': 'Doorstep',
        'accept-encoding': 'identity',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      },
      // A new connection each time because a pooled connection would skip the address check.
      agent: false,
      lookup: checkedLookup({ reach, signal, nameServers: options.nameServers }),
      signal,
    });
    request.on('response', resolve).on('error', reject).end(body);
  });
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(
      Object.entries(response.headersDistinct).map(([name, values = []]) => [
        name,
        values.join(', '),
      ]),
    ),
    body: await readBody(response, url, options),
    url: url.href,
  };
}

/** Returns a lookup function that rejects names with any address outside `reach`. */
function checkedLookup(options: Parameters<typeof resolveHost>[1]): LookupFunction {
  return (hostname, { all }, callback) => {
    resolveWithCallback(hostname, options, (error, addresses) => {
      if (error !== null) {
        callback(error, []);
        return;
      }
      const [first] = addresses;
      if (
        first === undefined ||
        !addresses.every(({ address }) => isAllowedAddress(address, options.reach))
      )
        callback(addressNotAllowedError(hostname), []);
      else if (all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

const resolveWithCallback = callbackify(resolveHost);

async function readBody(
  response: IncomingMessage,
  url: URL,
  { maxBytes, whenLarger = 'reject' }: OutboundRequest,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) {
      if (whenLarger === 'truncate') return Buffer.concat(chunks).subarray(0, maxBytes);
      throw new OutboundError('size', `${url.host} sent more than ${maxBytes} bytes.`);
    }
  }
  return Buffer.concat(chunks);
}
