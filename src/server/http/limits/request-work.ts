/** Fair queues for requests, so that no client uses up the database or the memory. */

import type { FastifyRequest } from 'fastify';
import { createFairSlots, TooManyWaiting } from '../../concurrency/fair-slots.ts';
import { AppError } from '../../errors/app-error.ts';
import { addressKey } from './rate-limits.ts';

/** Runs work for a request when it gets a slot. */
export type RequestWork = <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>;

/** The numbers of slots and waiting requests; see `createFairSlots`. */
type Slots = { slots: number; perKey: number; waitingPerKey: number };

/**
 * @param keyOf identifies the client
 * @param shedFor the overloaded resource, for the log
 * @returns a function that throws AppError TOO_MANY_REQUESTS if too much work of one key waits
 */
function createRequestWork(
  slots: Slots,
  keyOf: (request: FastifyRequest) => string,
  shedFor: string,
): RequestWork {
  const run = createFairSlots(slots);
  return async (request, work) => {
    try {
      return await run(keyOf(request), work);
    } catch (error) {
      if (!(error instanceof TooManyWaiting)) throw error;
      throw new AppError(
        'TOO_MANY_REQUESTS',
        'Too many requests. Please wait a moment and try again.',
        {
          retryAfterSeconds: 1,
          shedFor,
        },
      );
    }
  };
}

const addressOf = ({ ip }: FastifyRequest) => addressKey(ip);

/** Slots of one process: about as many as the database handles (see `openDatabase`), half of them for one address. */
const PUBLIC_SLOTS = { slots: 6, perKey: 3, waitingPerKey: 500 };

/** For personal data: a screen requests several parts at the same time. */
const PERSONAL_SLOTS = { slots: 12, perKey: 4, waitingPerKey: 500 };

/** For responses of tens of megabytes, and brochures, each of which takes a tenth of a second of CPU time. */
const BULK_SLOTS = { slots: 2, perKey: 1, waitingPerKey: 50 };

/**
 * For visitors' changes and lookups of bearer tokens: as many at a time as one account makes changes
 * (see `inActorTransaction`). In total unlimited, because some of them wait for a password hash.
 */
const VISITOR_SLOTS = { slots: Infinity, perKey: 2, waitingPerKey: 500 };

/** Returns the account, or the address for holders of a link token. */
const accountOf = (request: FastifyRequest) => request.actor?._id ?? addressOf(request);

/** Creates the queue for uncached public data, by IP address. */
export const createPublicWork = (slots: Slots = PUBLIC_SLOTS): RequestWork =>
  createRequestWork(slots, addressOf, 'public data');

/** Creates the queue for personal data, by account. */
export const createPersonalWork = (slots: Slots = PERSONAL_SLOTS): RequestWork =>
  createRequestWork(slots, accountOf, 'personal data');

/** Creates the queue for exports of all of a user's data, by account, and brochures, by IP address. */
export const createBulkWork = (slots: Slots = BULK_SLOTS): RequestWork =>
  createRequestWork(slots, accountOf, 'exports and brochures');

/**
 * Creates the queue for public changes, by account or IP address: an invented link token reaches the
 * database, too.
 */
export const createChangeWork = (slots: Slots = VISITOR_SLOTS): RequestWork =>
  createRequestWork(slots, accountOf, 'changes by visitors');

/** Creates the queue for looking up bearer tokens, which can be invented, by IP address. */
export const createSignInWork = (slots: Slots = VISITOR_SLOTS): RequestWork =>
  createRequestWork(slots, addressOf, 'sign-in lookups');

/** The queues for each kind of work. */
export type WorkQueues = {
  publicData: RequestWork;
  personal: RequestWork;
  bulk: RequestWork;
  changes: RequestWork;
  signIn: RequestWork;
};

/** Creates one queue of each kind. */
export const createWorkQueues = (): WorkQueues => ({
  publicData: createPublicWork(),
  personal: createPersonalWork(),
  bulk: createBulkWork(),
  changes: createChangeWork(),
  signIn: createSignInWork(),
});
