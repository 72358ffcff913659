import { setImmediate as nextIteration } from 'node:timers/promises';

/** The number of new connections that are accepted before each long computation. */
const MAX_ACCEPTED = 20;

/**
 * Lets Node.js accept new connections, of which it accepts one per iteration of the event loop. Must be called before
 * each long computation for a request, such as rendering a page. Otherwise, the computations fill the iterations, and new
 * connections wait while one client opens hundreds of them.
 */
export async function acceptConnections(): Promise<void> {
  for (let count = 0; count < MAX_ACCEPTED; count += 1) await nextIteration();
}
