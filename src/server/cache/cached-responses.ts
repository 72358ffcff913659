/** Responses that are the same for every visitor (docs/product/api.md, Caching). */

import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CachedResponse } from './response-cache.ts';

/** Weak, since compression by a proxy changes the bytes and not the meaning (RFC 9110, 8.8.1). */
export function etagOf(body: string | Buffer): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`;
}

/** Whether the caller has this very version already (RFC 9110, 13.1.2). */
export function isFresh(request: FastifyRequest, etag: string): boolean {
  const sent = request.headers['if-none-match'];
  if (sent === undefined) return false;
  return (
    sent.trim() === '*' ||
    sent.split(',').some((part) => part.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
  );
}

/** Headers of a response that belong to its content and are cached with it. */
const CONTENT_HEADERS = [
  'content-type',
  'content-security-policy',
  // A page that sends its reader to the short form of its address says where.
  'location',
  'link',
  'x-total-count',
  'x-searched-for',
];

/**
 * A response in the form in which it is cached.
 *
 * @param headers all headers that were set; those that belong to the content are taken
 */
export function toCachedResponse(
  status: number,
  headers: Record<string, unknown>,
  body: Buffer,
): CachedResponse {
  const kept = CONTENT_HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, String(value)]];
  });
  return { status, headers: Object.fromEntries(kept), body, etag: etagOf(body) };
}

/** Sends a response that is the same for everybody: browsers cache it, ask again each time, and get 304. */
export function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse,
): FastifyReply {
  reply.code(answer.status).headers(answer.headers).header('Cache-Control', 'no-cache');
  if (answer.staleSeconds !== undefined) {
    // The database is away: better what was true a moment ago than an error (RFC 9111, 4.2.4).
    reply.header('Age', String(answer.staleSeconds)).header('X-Doorstep-Stale', '1');
  }
  if (answer.status !== 200) return reply.send(answer.body);
  reply.header('ETag', answer.etag);
  return isFresh(request, answer.etag)
    ? reply.code(304).removeHeader('content-type').send()
    : reply.send(answer.body);
}

/** Responses for one user are never cached, neither here nor on the way. */
export function installPrivateByDefault(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      reply.header('Cache-Control', 'no-store');
    }
    return payload;
  });
}
