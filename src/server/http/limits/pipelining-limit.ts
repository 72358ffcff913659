/**
 * Limits pipelined requests. Node.js handles all requests that it receives together before anything else, so connections
 * with hundreds of pipelined requests would delay all other clients. Browsers and proxies do not pipeline.
 */

import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkKey } from './rate-limits.ts';

/** The maximum number of requests on one connection whose responses have not been sent. */
const MAX_UNANSWERED = 10;

/**
 * Installs the limit, which closes the connection and the client's idle connections: Node.js would otherwise read up to
 * 64 kB of requests from each of them before it noticed. Must be called after the shed log is installed.
 */
export function installPipeliningLimit(app: FastifyInstance): void {
  type Connection = { network: string; unanswered: number };
  const connections = new Map<Socket, Connection>();
  app.server.on('connection', (socket: Socket) => {
    const network = networkKey(socket.remoteAddress ?? '');
    connections.set(socket, { network, unanswered: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  app.networkRequests.onRequest(({ socket }, response) => {
    const connection = connections.get(socket);
    if (socket.destroyed || connection === undefined) return;
    connection.unanswered += 1;
    response.once('close', () => (connection.unanswered -= 1));
    if (connection.unanswered <= MAX_UNANSWERED) return;
    app.countShed('pipelined requests');
    socket.destroy();
    for (const [other, { network, unanswered }] of connections)
      if (network === connection.network && unanswered === 0) other.destroy();
  });
}
