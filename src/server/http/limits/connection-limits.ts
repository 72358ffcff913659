/** Limits the connections of each IP address. */

import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkKey } from './rate-limits.ts';

/** Open connections of one IP address. */
const MAX_OPEN = 300;
/**
 * New connections of one IP address in a period. Node.js accepts one connection per iteration of the event loop. If each
 * brought a request, the connections of others would wait in the queue of the operating system, even if each were closed
 * at once.
 */
const MAX_NEW = 500;
const PERIOD_MS = 10_000;

/** Overrides of the default limits. */
export type ConnectionLimits = {
  connectionsPerAddress?: number;
  newConnectionsPerAddress?: number;
};

/** Closes new connections from an IP address that has too many open ones, or has opened too many recently. */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  const { connectionsPerAddress = MAX_OPEN, newConnectionsPerAddress = MAX_NEW } = limits;
  const openCounts = new Map<string, number>();
  const newCounts = new Map<string, number>();
  let periodStart = 0;
  const increment = (counts: Map<string, number>, address: string) => {
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    return count;
  };
  app.server.on('connection', (socket: Socket) => {
    if (Date.now() - periodStart >= PERIOD_MS) {
      newCounts.clear();
      periodStart = Date.now();
    }
    const address = networkKey(socket.remoteAddress ?? '');
    const open = increment(openCounts, address);
    const added = increment(newCounts, address);
    socket.once('close', () => {
      const remaining = (openCounts.get(address) ?? 1) - 1;
      if (remaining === 0) openCounts.delete(address);
      else openCounts.set(address, remaining);
    });
    const hasTooMany = open > connectionsPerAddress;
    if (!hasTooMany && added <= newConnectionsPerAddress) return;
    app.countShed(hasTooMany ? 'connections' : 'new connections');
    socket.destroy();
  });
}
