/**
 * Limits pipelined requests. Node.js handles all requests that it receives together before anything else, so connections
 * with hundreds of pipelined requests would delay all other clients. Browsers and proxies do not pipeline.
 */

import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The maximum number of requests on one connection whose responses have not been sent. */
const MAX_UNANSWERED = 10;

/** Installs the limit, which closes the connection. Must be called after the shed log is installed. */
export function installPipeliningLimit(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  app.networkRequests.onRequest(({ socket }, response) => {
    if (socket.destroyed) return;
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (count <= MAX_UNANSWERED) return;
    app.countShed('pipelined requests');
    socket.destroy();
  });
}
