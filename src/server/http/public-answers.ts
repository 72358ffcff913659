/** Browsers keep public answers but ask again each time: an ETag, and 304 where nothing has changed. */

import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

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

/** Gives every successful public GET below /api its ETag; the rest of the API is never kept. */
export function installPublicAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.url.startsWith('/api/') || reply.hasHeader('cache-control')) return payload;
    const isPublic = request.routeOptions.config.isPublicData === true;
    if (request.method !== 'GET' || !isPublic || reply.statusCode !== 200) {
      reply.header('Cache-Control', 'no-store');
      return payload;
    }
    reply.header('Cache-Control', 'no-cache');
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const etag = etagOf(payload);
    reply.header('ETag', etag);
    if (!isFresh(request, etag)) return payload;
    reply.code(304).removeHeader('Content-Length').removeHeader('Content-Type');
    return null;
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is the same for everybody. */
    isPublicData?: boolean;
  }
}
