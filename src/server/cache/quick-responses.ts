/**
 * Sends cached responses before the framework does anything: no route is looked up, no hook is run, and the headers are
 * those that the hooks gave the same response when it was sent for the first time. Whatever is unusual about a request
 * goes the long way.
 */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type BodyForm, isWorthPacking } from './body-forms.ts';
import { isFreshFor } from './cached-responses.ts';
import { pickEncoding } from './encodings.ts';
import type { CachedResponse } from './cached-response.ts';
import type { ResponseCache } from './response-cache.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** What is being sent, where it is the same for everybody. */
    cachedResponse: CachedResponse | undefined;
  }
}

/** Of one connection, or of one form of the body. */
const NOT_OF_CONTENT = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** Must be installed after everything that adds headers. */
export function installSentHeaders(app: FastifyInstance): void {
  app.decorateReply('cachedResponse', undefined);
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
      // Who has it already is not told what it is.
      const headers = type === undefined ? {} : { 'content-type': type };
      const all = { ...headers, ...reply.getHeaders() };
      cachedResponse.sent.all = Object.entries(all).flatMap(([name, value]) =>
        NOT_OF_CONTENT.has(name) || value === undefined ? [] : [name, String(value)],
      );
      cachedResponse.sent.route = request.routeOptions.url ?? 'none';
    }
    done(null, payload);
  });
}

/** A response that was sent so. */
export type QuickResponse = {
  request: IncomingMessage;
  response: ServerResponse;
  route: string;
  begunAtMs: number;
};

/**
 * Wraps the handler of requests.
 *
 * @param options.isAsked whether it may answer at all just now
 * @param options.onSent called for each response, when it has been handed to the connection
 */
export function answerQuickly(
  handle: RequestListener,
  cache: Pick<ResponseCache, 'peek'>,
  options: { isAsked: () => boolean; onSent: (sent: QuickResponse) => void },
): RequestListener {
  return (request, response) => {
    const begunAtMs = performance.now();
    // Who has it already needs no body.
    let form: BodyForm | 'fresh' | undefined;
    const cached =
      options.isAsked() && isUsual(request)
        ? cache.peek(request.url ?? '', (one) => {
            if (one.sent?.all === undefined) return false;
            form = isFreshFor(request.headers['if-none-match'], one.etag)
              ? 'fresh'
              : findForm(request, one);
            return form !== undefined;
          })
        : undefined;
    if (cached === undefined || form === undefined) return handle(request, response);
    send(request, response, cached.sent?.all ?? [], form);
    options.onSent({ request, response, route: cached.sent?.route ?? 'none', begunAtMs });
  };
}

/** Whether nothing about it could ask for something else than the URL's response to every visitor. */
function isUsual({ method, headers }: IncomingMessage): boolean {
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

/** What can be sent at once; undefined where something has to be made first. */
function findForm({ headers }: IncomingMessage, cached: CachedResponse): BodyForm | undefined {
  const { body, encoding, forms } = cached;
  const wanted = pickEncoding(headers['accept-encoding']);
  if (forms !== undefined) return forms.peek(cached, wanted);
  // Not compressed yet, and large: the app does that for who reads it.
  return wanted === undefined || !isWorthPacking(cached) ? { body, encoding } : undefined;
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  headers: readonly string[],
  form: BodyForm | 'fresh',
): void {
  if (form === 'fresh') {
    response.writeHead(304, withoutType(headers)).end();
    return;
  }
  const { body, encoding } = form;
  const ofBody =
    encoding === undefined
      ? ['content-length', String(body.length)]
      : ['content-encoding', encoding, 'content-length', String(body.length)];
  response.writeHead(200, headers.concat(ofBody));
  response.end(request.method === 'HEAD' ? undefined : body);
}

function withoutType(headers: readonly string[]): string[] {
  const index = headers.indexOf('content-type');
  return index === -1 ? [...headers] : headers.toSpliced(index, 2);
}
