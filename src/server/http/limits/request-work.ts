/** Requests take turns for expensive work, so that no client gets all of the database's time or all of the memory. */

import type { FastifyRequest } from 'fastify';
import { createFairPlaces, TooManyWaiting } from '../../concurrency/fair-places.ts';
import { AppError } from '../../errors/app-error.ts';
import { addressKey } from './rate-limits.ts';

/** Does work for a request when it is its turn. */
export type RequestWork = <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>;

/** How many at once; see `createFairPlaces`. */
type Places = { places: number; perKey: number; waitingPerKey: number };

/**
 * @param keyOf identifies the client
 * @param shedFor the overloaded resource, for the log
 * @returns throws AppError TOO_MANY_REQUESTS when too much work of one key waits
 */
function createRequestWork(
  places: Places,
  keyOf: (request: FastifyRequest) => string,
  shedFor: string,
): RequestWork {
  const run = createFairPlaces(places);
  return async (request, work) => {
    try {
      return await run(keyOf(request), work);
    } catch (error) {
      if (!(error instanceof TooManyWaiting)) throw error;
      throw new AppError('TOO_MANY_REQUESTS', 'Too much is asked from here at once. Please wait.', {
        retryAfterSeconds: 1,
        shedFor,
      });
    }
  };
}

const addressOf = ({ ip }: FastifyRequest) => addressKey(ip);

/** At once in one process: about as many as the database answers (see `openDatabase`), half of them for one address. */
const PUBLIC_PLACES = { places: 6, perKey: 3, waitingPerKey: 500 };

/** For personal data, of which a screen requests several parts at once. */
const PERSONAL_PLACES = { places: 12, perKey: 4, waitingPerKey: 500 };

/** For responses of tens of megabytes. */
const BULK_PLACES = { places: 2, perKey: 1, waitingPerKey: 50 };

/** The holder of a link's token has no account. */
const accountOf = (request: FastifyRequest) => request.actor?._id ?? addressOf(request);

/** Public data that is not in the cache, by IP address. */
export const createPublicWork = (places: Places = PUBLIC_PLACES): RequestWork =>
  createRequestWork(places, addressOf, 'public data');

/** The responses of one user, by account. */
export const createPersonalWork = (places: Places = PERSONAL_PLACES): RequestWork =>
  createRequestWork(places, accountOf, 'personal data');

/** All of a user's data in one response, by account. */
export const createBulkWork = (places: Places = BULK_PLACES): RequestWork =>
  createRequestWork(places, accountOf, 'files of personal data');

/** Whose turn it is, for each kind of read. */
export type ReadWork = { publicData: RequestWork; personal: RequestWork; bulk: RequestWork };

/** One of each; created once by app.ts. */
export const createReadWork = (): ReadWork => ({
  publicData: createPublicWork(),
  personal: createPersonalWork(),
  bulk: createBulkWork(),
});
