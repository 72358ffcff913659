/** Responses that are the same for every visitor (docs/product/api.md, Caching). */

import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compress, type EncodingName, pickEncoding } from './encodings.ts';
import type { CachedResponse } from './cached-response.ts';
import { isCompressible } from './convert-body.ts';

/**
 * Returns a weak ETag because a proxy's compression changes the bytes but not the content (RFC
 * 9110, 8.8.1).
 */
export function etagOf(body: string | Buffer): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}

/** Browsers send one tag, and proxies a few. Longer headers are ignored because splitting them would take time. */
const MAX_TAGS_LENGTH = 1_000;

/**
 * Returns whether the client already has this version (RFC 9110, 13.1.2). Modification times would
 * not work: a transaction's changes become visible later than their timestamps.
 */
export function isFresh(
  { 'if-none-match': tags }: IncomingHttpHeaders,
  { etag }: Pick<CachedResponse, 'etag'>,
): boolean {
  if (tags === undefined || tags.length > MAX_TAGS_LENGTH) return false;
  const opaqueTag = etag.replace(/^W\//, '');
  return (
    tags.trim() === '*' ||
    tags.split(',').some((part) => part.trim().replace(/^W\//, '') === opaqueTag)
  );
}

/** Response headers that describe the content and are cached with it. */
const CONTENT_HEADERS = [
  'content-type',
  'content-security-policy',
  // Set by redirects, such as to the short form of a URL.
  'location',
  'link',
  'x-total-count',
  'x-searched-for',
  'x-robots-tag',
  'last-modified',
];

/**
 * Converts a response to its cached form.
 *
 * @param headers all response headers; only those in `CONTENT_HEADERS` are stored
 */
export function toCachedResponse(
  status: number,
  headers: Record<string, unknown>,
  body: Buffer,
): CachedResponse {
  const copiedHeaders = CONTENT_HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, String(value)]];
  });
  return { status, headers: Object.fromEntries(copiedHeaders), body, etag: etagOf(body) };
}

/**
 * Sends a response that can be revalidated. Browsers do so on every request and get 304 if their copy
 * is current, unless the handler has set `Cache-Control`, as it does for private responses.
 */
export async function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
): Promise<FastifyReply> {
  reply.cachedResponse = response;
  reply.code(response.status).headers(response.headers);
  if (!reply.hasHeader('cache-control')) reply.header('Cache-Control', 'no-cache');
  if (response.staleSeconds !== undefined) {
    // While the database is down, a stale response is better than an error (RFC 9111, 4.2.4).
    reply.header('Age', String(response.staleSeconds)).header('X-Doorstep-Stale', '1');
  }
  if (response.status === 200) {
    reply.header('ETag', response.etag);
    if (isFresh(request.headers, response)) {
      return reply.code(304).removeHeader('content-type').send();
    }
  }
  const { body, encoding } =
    response.encodings === undefined ? response : await convertForClient(request, response);
  if (encoding !== undefined) reply.header('Content-Encoding', encoding);
  return reply.send(body);
}

/**
 * Returns the body to send to a client that accepts an encoding, or undefined if it must be converted
 * first. Bodies that are not worth compressing are sent to every client.
 */
export const findReadyBody = (
  { encodings, body }: CachedResponse,
  encoding: EncodingName | undefined,
): Buffer | undefined => (encodings === undefined ? body : encodings.find(encoding));

/** Returns whether a response can be sent to its client without converting its body. */
export const needsNoConversion = (
  headers: IncomingHttpHeaders,
  response: CachedResponse,
): boolean =>
  isFresh(headers, response) ||
  findReadyBody(response, pickEncoding(headers['accept-encoding'])) !== undefined;

/**
 * Converts a response to the encoding that its client accepts, unless the client already has this
 * version.
 * Call it in a queue slot, so that the number of uncompressed bodies in memory is limited.
 */
export async function convertForClient(
  request: FastifyRequest,
  response: CachedResponse,
): Promise<CachedResponse> {
  const { encodings, encoding: _stored, ...others } = response;
  if (isFresh(request.headers, response)) return response;
  const encoding = pickEncoding(request.headers['accept-encoding']);
  if (encodings === undefined) {
    if (encoding === undefined || !isCompressible(response.headers, response.body)) return response;
    return { ...response, body: await compress(response.body, encoding), encoding };
  }
  const body = await encodings.convert(encoding);
  return { ...others, body, ...(encoding === undefined ? {} : { encoding }) };
}

/**
 * Prevents caching by default, because caches must not store responses that are meant for one user. Public responses
 * set `Cache-Control` themselves.
 */
export function installPrivateByDefault(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    if (!reply.hasHeader('cache-control')) reply.header('Cache-Control', 'no-store');
    return payload;
  });
}
