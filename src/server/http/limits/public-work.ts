/** Public data that is not in the cache is work for the database: limited at once, and fairly shared. */

import type { FastifyRequest } from 'fastify';
import { createFairPlaces, TooManyWaiting } from '../../concurrency/fair-places.ts';
import { AppError } from '../../errors/app-error.ts';
import { addressKey } from './rate-limits.ts';

/** At once in one process: about as many as the database answers (see `openDatabase`). */
const PLACES = 6;
/** Of them for one IP address: it is answered as fast, but not before others. */
const PLACES_PER_ADDRESS = 3;
/** Of one IP address that wait: half of what may be in flight. */
const WAITING_PER_ADDRESS = 500;

/** Does work for a request when it is its turn. */
export type PublicWork = <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>;

/**
 * @param places instead of the numbers above
 * @returns throws AppError TOO_MANY_REQUESTS when too much of one IP address waits
 */
export function createPublicWork(
  places = { places: PLACES, perKey: PLACES_PER_ADDRESS, waitingPerKey: WAITING_PER_ADDRESS },
): PublicWork {
  const run = createFairPlaces(places);
  return async (request, work) => {
    try {
      return await run(addressKey(request.ip), work);
    } catch (error) {
      if (!(error instanceof TooManyWaiting)) throw error;
      throw new AppError('TOO_MANY_REQUESTS', 'Too much is asked from here at once. Please wait.', {
        retryAfterSeconds: 1,
        shedFor: 'public data',
      });
    }
  };
}
