/**
 * Sends HTTP parsing errors in the format of all other errors (docs/product/api.md, Errors). Node.js and Fastify would
 * respond to some of them with an empty body or in a different format.
 */

import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { MAX_QUERY_LENGTH } from '#shared/limits.ts';
import { AppError } from '../../errors/app-error.ts';
import { TINY_CHUNKS } from '../bodies/chunk-limit.ts';
import { toErrorBody } from './error-handler.ts';

/** Much longer than any existing path. */
const MAX_PATH_LENGTH = 10_000;
/** The maximum total size of a request's URL and headers. */
const MAX_HEADER_BYTES = 100_000;
/**
 * The maximum total length of a request's headers. The URL can be longer, but libraries parse long headers several
 * times, and a client of an HTTP/2 proxy can repeat a long header by sending a single byte.
 */
const MAX_HEADERS_LENGTH = 8_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The maximum length of the route's query, if different from other routes. */
    maxQueryLength?: number;
  }
}

/** The latest response of each connection. */
const latestResponses = new WeakMap<Socket, ServerResponse>();

/** Required options of the HTTP server. */
export const CLIENT_ERROR_OPTIONS = {
  clientErrorHandler: (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    // The client must not mistake this response for one to an earlier request on the connection.
    if (socket.writable && !isResponding(socket))
      socket.write(toRawResponse(toClientError(error.code)));
    socket.destroy();
  },
  rewriteUrl: (request) => normalizeUrl(request.url ?? '/'),
  // A missing Host header and long URLs are detected below instead, so that their responses have the site's error format.
  http: { requireHostHeader: false, maxHeaderSize: MAX_HEADER_BYTES },
} satisfies FastifyHttpOptions<Server>;

/**
 * Rejects requests without a host, and requests with long queries. Must be installed before all other hooks that
 * respond, except fast replies.
 */
export function installClientErrors(app: FastifyInstance): void {
  app.networkRequests.onRequest((request, response) =>
    latestResponses.set(request.socket, response),
  );
  // RFC 9110, 10.1.1: unknown expectations can be ignored.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
  app.addHook('onRequest', async (request) => {
    // RFC 9112, 3.2.
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      throw malformedRequestError();
    }
    // Pages call the API in this process, and their queries can be longer because they are encoded again.
    if (!app.load.isFromNetwork(request.raw)) return;
    const { maxQueryLength = MAX_QUERY_LENGTH } = request.routeOptions.config;
    const url = request.raw.url ?? '';
    if (url.length - pathLengthOf(url) - 1 > maxQueryLength) throw urlTooLongError();
  });
}

/**
 * Returns a listener that calls `handle` for requests with headers and a path of a normal size, and rejects others
 * before any code reads them.
 */
export const withSizeLimits =
  (handle: RequestListener): RequestListener =>
  (request, response) => {
    const error = findSizeError(request);
    if (error === undefined) return handle(request, response);
    const body = JSON.stringify(toErrorBody(error));
    response.writeHead(error.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // An unread body must not hold the connection open.
      connection: 'close',
    });
    return response.end(body);
  };

function findSizeError({ rawHeaders, url = '' }: IncomingMessage): AppError | undefined {
  const length = rawHeaders.reduce((sum, text) => sum + text.length, 0);
  if (length > MAX_HEADERS_LENGTH) return headersTooLargeError();
  return pathLengthOf(url) > MAX_PATH_LENGTH ? urlTooLongError() : undefined;
}

/** The query starts at the first question mark; encoded areas can contain more question marks. */
function pathLengthOf(url: string): number {
  const end = url.indexOf('?');
  return end === -1 ? url.length : end;
}

const urlTooLongError = () =>
  new AppError(
    'URI_TOO_LONG',
    'The URL is too long. If you drew areas, please draw fewer or simpler ones.',
  );
const headersTooLargeError = () =>
  new AppError('HEADERS_TOO_LARGE', 'The request’s headers are too large.');
const malformedRequestError = () => new AppError('BAD_REQUEST', 'The request could not be read.');

function toClientError(code: string | undefined): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('REQUEST_TIMEOUT', 'The request took too long.');
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return headersTooLargeError();
  }
  if (code === TINY_CHUNKS) {
    return new AppError('BAD_REQUEST', 'The request’s body has too many tiny chunks.');
  }
  return malformedRequestError();
}

function isResponding(socket: Socket): boolean {
  const response = latestResponses.get(socket);
  if (response === undefined || response.writableFinished) return false;
  return response.headersSent || response.req.complete;
}

function toRawResponse(error: AppError): string {
  const body = JSON.stringify(toErrorBody(error));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

/**
 * Reduces a URL in absolute form, as sent to proxies (RFC 9112, 3.2.2), to its path and query. Escapes the percent signs
 * of a path with invalid encoding, so that it gets a 404 like any unknown path.
 */
function normalizeUrl(requestTarget: string): string {
  const url = requestTarget.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  if (!path.includes('%')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
