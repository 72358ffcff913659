/**
 * Gives errors of HTTP parsing the same format as all others (docs/product/api.md, Errors): Node.js
 * and Fastify would respond to some of them with an empty body or in a different format.
 */

import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { QUERY_MAX_LENGTH } from '#shared/limits.ts';
import { AppError } from '../../errors/app-error.ts';
import { toErrorBody } from './error-handler.ts';

/** The longest path, far beyond any that exists. */
const PATH_MAX_LENGTH = 10_000;
/** The limit of a request's URL and headers. */
const HEADERS_MAX_BYTES = 100_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The maximum length of the route's query, if it is not that of all others. */
    maxQueryLength?: number;
  }
}

/** The newest response of each connection. */
const newestResponses = new WeakMap<Socket, ServerResponse>();

/** The options that the HTTP server must be created with. */
export const CLIENT_ERROR_OPTIONS = {
  clientErrorHandler: (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    // A client must not take this for the response to an earlier request on the connection.
    if (socket.writable && !isResponding(socket)) socket.write(toMessage(explain(error.code)));
    socket.destroy();
  },
  rewriteUrl: (request) => readableAddress(request.url ?? '/'),
  // Both are refused below, in our format.
  http: { requireHostHeader: false, maxHeaderSize: HEADERS_MAX_BYTES },
} satisfies FastifyHttpOptions<Server>;

/** Must be installed before everything else that responds. */
export function installClientErrors(app: FastifyInstance): void {
  app.networkRequests.watch((request, response) => newestResponses.set(request.socket, response));
  // RFC 9110, 10.1.1: unknown expectations can be ignored.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
  app.addHook('onRequest', async (request) => {
    // RFC 9112, 3.2.
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      throw unreadable();
    }
    // Pages call the API in this process: their query, encoded once more, can be longer.
    if (!app.load.isFromNetwork(request.raw)) return;
    const address = request.raw.url ?? '';
    const [path = ''] = address.split('?', 1);
    const { maxQueryLength = QUERY_MAX_LENGTH } = request.routeOptions.config;
    // Everything after the first question mark: encoded areas can contain more.
    const queryLength = address.length - path.length - 1;
    if (queryLength > maxQueryLength || path.length > PATH_MAX_LENGTH) {
      throw new AppError(
        'URI_TOO_LONG',
        'The URL is too long. Please draw fewer or simpler areas.',
      );
    }
  });
}

const unreadable = () => new AppError('BAD_REQUEST', 'The request could not be read.');

function explain(code: string | undefined): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('REQUEST_TIMEOUT', 'The request took too long.');
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('HEADERS_TOO_LARGE', 'The request’s headers are too large.');
  }
  return unreadable();
}

function isResponding(socket: Socket): boolean {
  const response = newestResponses.get(socket);
  if (response === undefined || response.writableFinished) return false;
  return response.headersSent || response.req.complete;
}

function toMessage(error: AppError): string {
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
 * Returns the URL as a path, even from a proxy's absolute form (RFC 9112, 3.2.2). The percent signs
 * of an invalid encoding are escaped, so that it gets the 404 of any unknown path.
 */
function readableAddress(address: string): string {
  const url = address.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
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
