/**
 * Sends cached responses. The first hook serves most browser requests: it skips all other hooks and reuses the headers
 * that they set the first time the response was sent.
 */

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CachedResponse } from './cached-response.ts';
import {
  findReadyBody,
  isFresh,
  needsNoConversion,
  sendCachedResponse,
} from './cached-responses.ts';
import { pickEncoding } from './encodings.ts';
import type { CacheOptions, ResponseCache } from './response-cache.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The response being sent, if it is the same for every visitor. */
    cachedResponse: CachedResponse | undefined;
  }
}

/** Headers that depend on the connection, the encoding, or the time. */
const NOT_CACHED = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/**
 * Sends cached responses from the first hook. Must be installed before all other hooks.
 *
 * @param options.canSend returns whether the hook may respond to the request now
 * @param options.onSent called when a response has been passed to its connection
 */
export function installFastReplies(
  app: FastifyInstance,
  cache: Pick<ResponseCache, 'peek'>,
  options: {
    canSend: (request: FastifyRequest) => boolean;
    onSent: (request: FastifyRequest) => void;
  },
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (!isPlain(raw) || !options.canSend(request)) return done();
    const accepted = pickEncoding(raw.headers['accept-encoding']);
    const cached = cache.peek(
      raw.url ?? '',
      { isFromNetwork: true },
      // A 304 needs no body.
      (response) =>
        response.sent?.all !== undefined &&
        (isFresh(raw.headers, response) || findReadyBody(response, accepted) !== undefined),
    );
    if (cached?.sent?.all === undefined) return done();
    const headers = cached.sent.all;
    if (isFresh(raw.headers, cached)) {
      reply.hijack();
      reply.raw.writeHead(304, withoutContentType(headers)).end();
      return options.onSent(request);
    }
    const body = findReadyBody(cached, accepted);
    if (body === undefined) return done();
    const encoding = cached.encodings && accepted;
    reply.hijack();
    const bodyHeaders = encoding === undefined ? [] : ['content-encoding', encoding];
    bodyHeaders.push('content-length', String(body.length));
    reply.raw.writeHead(200, headers.concat(bodyHeaders));
    reply.raw.end(raw.method === 'HEAD' ? undefined : body);
    options.onSent(request);
  });
}

/**
 * Sends the remaining cached responses through all hooks and stores their headers. Must be installed after everything
 * that sets headers.
 *
 * @param optionsOf returns the cache options of a request
 */
export function installCachedReplies(
  app: FastifyInstance,
  cache: Pick<ResponseCache, 'peek'>,
  optionsOf: (request: FastifyRequest) => CacheOptions,
): void {
  app.decorateReply('cachedResponse', undefined);

  app.addHook('onRequest', async (request, reply) => {
    const { method, url = '', headers } = request.raw;
    if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return;
    // Conversions wait in the route's queue.
    const cached = cache.peek(url, optionsOf(request), (response) =>
      needsNoConversion(headers, response),
    );
    if (cached !== undefined) return sendCachedResponse(request, reply, cached);
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const { cachedResponse, statusCode } = reply;
    if (
      cachedResponse?.sent !== undefined &&
      cachedResponse.sent.all === undefined &&
      cachedResponse.staleSeconds === undefined &&
      (statusCode === 200 || statusCode === 304) &&
      request.headers.origin === undefined
    ) {
      const type = cachedResponse.headers['content-type'];
      // A 304 omits Content-Type.
      const headers = type === undefined ? {} : { 'content-type': type };
      cachedResponse.sent.all = Object.entries({ ...headers, ...reply.getHeaders() }).flatMap(
        ([name, value]) =>
          NOT_CACHED.has(name) || value === undefined ? [] : [name, String(value)],
      );
    }
    done(null, payload);
  });
}

/** Returns whether the request is guaranteed to get the same response as every visitor. */
function isPlain({ method, headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers.authorization === undefined &&
    headers.origin === undefined &&
    headers.host !== undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined &&
    headers.upgrade === undefined
  );
}

function withoutContentType(headers: readonly string[]): string[] {
  const index = headers.indexOf('content-type');
  return index === -1 ? [...headers] : headers.toSpliced(index, 2);
}
