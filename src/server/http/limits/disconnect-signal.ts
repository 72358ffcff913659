/** Cancels the waiting work of disconnected clients. */

import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';

/** One signal for all requests on a connection, which can be pipelined. */
const signals = new WeakMap<Socket, AbortSignal>();

/**
 * Returns a signal that is aborted with AppError CLIENT_GONE when the client disconnects. Fastify's own signal is
 * already aborted when the request's body is complete.
 */
export function disconnectSignal({ raw: { socket } }: FastifyRequest): AbortSignal {
  const existing = signals.get(socket);
  if (existing !== undefined) return existing;
  const controller = new AbortController();
  const abort = () => controller.abort(connectionClosedError());
  if (socket.destroyed) abort();
  else {
    socket.once('close', abort);
    // Node.js then sends no more responses.
    socket.once('end', abort);
  }
  signals.set(socket, controller.signal);
  return controller.signal;
}

/** Creates the 499 error for a request whose client has disconnected. */
export const connectionClosedError = () =>
  new AppError('CLIENT_GONE', 'The connection was closed.');
