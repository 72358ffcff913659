/**
 * What HTTP itself refuses, in the same words and form as everything else (docs/product/api.md, Errors): Node and
 * Fastify would answer some of it with an empty body or with one of their own.
 */

import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { QUERY_MAX_LENGTH } from '#shared/limits.ts';
import { AppError } from '../../errors/app-error.ts';
import { toErrorBody } from './error-handler.ts';

/** The budget of a request's headers beside its query. */
const HEADERS_MAX_BYTES = 10_000;

/** The newest response of each connection. */
const answers = new WeakMap<Socket, ServerResponse>();

/** The part of it that the HTTP server is made with. */
export const CLIENT_ERROR_OPTIONS = {
  clientErrorHandler: (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    // No one may take this for the response to what was asked before on the same connection.
    if (socket.writable && !isResponding(socket)) socket.write(toMessage(explain(error.code)));
    socket.destroy();
  },
  rewriteUrl: (request) => readableAddress(request.url ?? '/'),
  // Both refused below, in our own words; beside the longest query there is room for the headers of a browser.
  http: { requireHostHeader: false, maxHeaderSize: QUERY_MAX_LENGTH + HEADERS_MAX_BYTES },
} satisfies FastifyHttpOptions<Server>;

/** Must be installed before everything else that answers. */
export function installClientErrors(app: FastifyInstance): void {
  app.networkRequests.watch((request, response) => answers.set(request.socket, response));
  // RFC 9110, 10.1.1: an expectation that is none of ours may be passed over.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
  app.addHook('onRequest', async (request) => {
    // RFC 9112, 3.2.
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      throw unreadable();
    }
    // Pages call the API in this process: their own query, encoded again, may be longer.
    if (!app.load.isFromNetwork(request.raw)) return;
    const address = request.raw.url ?? '';
    const [path = ''] = address.split('?', 1);
    // Whatever follows the first question mark: encoded areas may have more of them.
    if (address.length - path.length - 1 > QUERY_MAX_LENGTH) {
      throw new AppError(
        'URI_TOO_LONG',
        'The address is too long. Please draw fewer or simpler areas.',
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
  const answer = answers.get(socket);
  if (answer === undefined || answer.writableFinished) return false;
  return answer.headersSent || answer.req.complete;
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
 * The URL as a path, also from a proxy's absolute form (RFC 9112, 3.2.2). One with invalid encoding names nothing,
 * like any unknown path: its percent signs are escaped, so that it gets the usual 404.
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
