/** Shares database connections between IP addresses, so that no address can take all of them. */

import { currentOrigin, limitedAddress, type Origin } from './request-address.ts';

/** The driver's message when a statement gets no connection in time. */
const TIMEOUT_MESSAGE = 'timeout exceeded when trying to connect';

export type FairConnections = {
  /**
   * Resolves when the current work (see `runForAddress`) can take a connection.
   *
   * @returns a function to call once the connection has been returned
   * @throws Error if that takes too long
   */
  acquire: () => Promise<() => void>;
  /** Returns the number of callers that are waiting. */
  waitingCount: () => number;
};

/**
 * Of the callers that can start, one whose address has the fewest connections is next, then the one that has waited
 * longest.
 *
 * @param options.connections the size of the pool
 * @param options.perAddress maximum connections of one IP address
 * @param options.timeoutMs how long a caller waits
 */
export function createFairConnections(options: {
  connections: number;
  perAddress: number;
  timeoutMs: number;
}): FairConnections {
  const { connections, perAddress, timeoutMs } = options;
  type Waiting = { origin: Origin | undefined; start: () => void };
  const waiting = new Set<Waiting>();
  const connectionsOf = new Map<string, number>();
  let free = connections;

  const countOf = (address: string | undefined) =>
    address === undefined ? 0 : (connectionsOf.get(address) ?? 0);

  /** Takes a connection for an address, and returns a function that releases it. */
  function take(address: string | undefined): () => void {
    free -= 1;
    if (address !== undefined) connectionsOf.set(address, countOf(address) + 1);
    return () => {
      free += 1;
      const remaining = countOf(address) - 1;
      if (address !== undefined && remaining > 0) connectionsOf.set(address, remaining);
      else if (address !== undefined) connectionsOf.delete(address);
      startWaiting();
    };
  }

  function findNext(): Waiting | undefined {
    if (free === 0) return undefined;
    let next: Waiting | undefined;
    let fewest = perAddress;
    for (const each of waiting) {
      const count = countOf(limitedAddress(each.origin));
      if (count >= fewest) continue;
      next = each;
      fewest = count;
    }
    return next;
  }

  function startWaiting(): void {
    for (let next = findNext(); next !== undefined; next = findNext()) {
      waiting.delete(next);
      next.start();
    }
  }

  return {
    waitingCount: () => waiting.size,
    acquire: async () => {
      const origin = currentOrigin();
      const address = limitedAddress(origin);
      if (free > 0 && countOf(address) < perAddress) return take(address);
      // The work can become shared while it waits.
      origin?.onUnlimited.add(startWaiting);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(entry);
          reject(new Error(TIMEOUT_MESSAGE));
        }, timeoutMs).unref();
        const entry: Waiting = {
          origin,
          start: () => {
            clearTimeout(timer);
            resolve(take(limitedAddress(origin)));
          },
        };
        waiting.add(entry);
      });
    },
  };
}
