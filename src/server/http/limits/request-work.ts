/** Fair queues for requests, so that no client exhausts the database or memory. */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import { createFairSlots, type Requester, TooManyWaiting } from '../../concurrency/fair-slots.ts';
import { AppError } from '../../errors/app-error.ts';
import { disconnectSignal } from './disconnect-signal.ts';
import { networkKey } from './rate-limits.ts';

/**
 * Runs a request's work once it gets a slot. A client that disconnects first gets none. Nested work
 * shares the slot, so a page does not wait again for each of its API calls.
 */
export type RequestQueue = <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>;

/** The options of `createFairSlots`. */
type Slots = {
  slots: number;
  perKey: number;
  perAccount?: number;
  maxQueuedPerKey: number;
  maxQueued?: number;
};

/**
 * @param turnOf identifies the client
 * @param shedFor the overloaded resource, for the log
 * @param current shared by queues whose work can be nested in one another
 * @returns a function that throws AppError TOO_MANY_REQUESTS if too much of a key's work is waiting
 */
function createRequestQueue(
  slots: Slots,
  turnOf: (request: FastifyRequest) => Omit<Requester, 'signal'>,
  shedFor: string,
  current = new AsyncLocalStorage<{ hasSlot: true }>(),
): RequestQueue {
  const run = createFairSlots(slots);
  return async (request, work) => {
    if (current.getStore() !== undefined) return work();
    try {
      const requester = { ...turnOf(request), signal: disconnectSignal(request) };
      return await run(requester, async () => current.run({ hasSlot: true }, work));
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

const addressOf = ({ ip }: FastifyRequest) => networkKey(ip);

const byAddress = (request: FastifyRequest) => ({ key: addressOf(request) });

/**
 * IP addresses take turns, and then their accounts, so a client with many accounts gets no more
 * turns.
 */
const byAddressAndAccount = (request: FastifyRequest) => ({
  key: addressOf(request),
  ...(request.actor === undefined ? {} : { account: request.actor._id }),
});

/**
 * For one process: about as many as the database can handle (see `openDatabase`), with at most half
 * of them per address.
 */
const PUBLIC_SLOTS = { slots: 6, perKey: 3, maxQueuedPerKey: 500 };

/**
 * For personal data. An agent's inbox and listings can have 100,000 rows, so each requester uses at most half of the
 * database connections (see `openDatabase`): reads whose cost grows with the rows run one statement at a time.
 */
const PERSONAL_SLOTS = { slots: 12, perKey: 2, maxQueuedPerKey: 500 };

/** For responses of tens of megabytes. */
const BULK_SLOTS = { slots: 2, perKey: 1, maxQueuedPerKey: 50 };

/** For reads that are batched in one statement and share a connection. */
const BATCHED_READ_SLOTS = { slots: Infinity, perKey: 50, maxQueuedPerKey: 500 };

/**
 * For pictures, below the 50 connections to an S3 store, which uploads also need. If the store does not respond, waiting
 * pictures must not use up all requests in flight.
 */
const PICTURE_SLOTS = { slots: 40, perKey: 10, maxQueuedPerKey: 200, maxQueued: 300 };

/** For exports being sent, each of which holds one part in memory. */
const STREAM_SLOTS = { slots: 20, perKey: 2, maxQueuedPerKey: 50 };

/** For brochures, which take a tenth of a second of CPU time. */
const BROCHURE_SLOTS = { slots: 1, perKey: 1, maxQueuedPerKey: 50 };

/** For shortlists: one can have 50 MB of comments, and the database adds up their sizes for each response. */
const SHORTLIST_SLOTS = { slots: 4, perKey: 2, maxQueuedPerKey: 500 };

/**
 * For changes and bearer token lookups. The total is unlimited because some changes wait for a
 * password hash or for other changes (see `inActorTransaction`). A client gets fewer
 * slots than there are connections for transactions (see `openServerDatabase`).
 */
const CHANGE_SLOTS = { slots: Infinity, perKey: 4, perAccount: 2, maxQueuedPerKey: 500 };

/** Returns the requester of a request's work: its IP address, and its account if it has one. */
export const requesterOf = (request: FastifyRequest): Requester => ({
  ...byAddressAndAccount(request),
  signal: disconnectSignal(request),
});

/**
 * A page's own reads share the page's slot. Otherwise, all requests for the page would wait for the other reads of the
 * client that requested it first.
 */
const publicSlot = new AsyncLocalStorage<{ hasSlot: true }>();

/** Creates the queue for uncached public data, by IP address. */
export const createPublicQueue = (slots: Slots = PUBLIC_SLOTS): RequestQueue =>
  createRequestQueue(slots, byAddress, 'public data', publicSlot);

/** Creates the queue for batched reads of public data, by IP address. */
export const createBatchedReadQueue = (slots: Slots = BATCHED_READ_SLOTS): RequestQueue =>
  createRequestQueue(slots, byAddress, 'batched reads', publicSlot);

/** Creates the queue for reading pictures, by IP address. */
export const createPictureQueue = (slots: Slots = PICTURE_SLOTS): RequestQueue =>
  createRequestQueue(slots, byAddress, 'pictures');

/** Creates the queue for personal data, by IP address, then by account. */
export const createPersonalQueue = (slots: Slots = PERSONAL_SLOTS): RequestQueue =>
  createRequestQueue(slots, byAddressAndAccount, 'personal data');

/** Creates the queue for exports, by IP address, then by account. */
export const createBulkQueue = (slots: Slots = BULK_SLOTS): RequestQueue =>
  createRequestQueue(slots, byAddressAndAccount, 'exports');

/** Creates the queue for sending exports in parts, by IP address, then by account. */
export const createStreamQueue = (slots: Slots = STREAM_SLOTS): RequestQueue =>
  createRequestQueue(slots, byAddressAndAccount, 'export downloads');

/** Creates the queue for brochures, by IP address. */
export const createBrochureQueue = (slots: Slots = BROCHURE_SLOTS): RequestQueue =>
  createRequestQueue(slots, byAddress, 'brochures');

/** Creates the queue for shortlists, by IP address, then by account. */
export const createShortlistQueue = (slots: Slots = SHORTLIST_SLOTS): RequestQueue =>
  createRequestQueue(slots, byAddressAndAccount, 'shortlists');

/**
 * Creates the queue for changes, by IP address, then by account. Even an invalid link token is looked
 * up in the database.
 */
export const createChangeQueue = (slots: Slots = CHANGE_SLOTS): RequestQueue =>
  createRequestQueue(slots, byAddressAndAccount, 'changes');

/** Creates the queue for bearer token lookups, by IP address because tokens can be invalid. */
export const createSignInQueue = (slots: Slots = CHANGE_SLOTS): RequestQueue =>
  createRequestQueue(slots, byAddress, 'sign-in lookups');

/** A queue for each kind of work. */
export type WorkQueues = {
  publicData: RequestQueue;
  batchedReads: RequestQueue;
  pictures: RequestQueue;
  personal: RequestQueue;
  bulk: RequestQueue;
  streams: RequestQueue;
  brochures: RequestQueue;
  shortlists: RequestQueue;
  changes: RequestQueue;
  signIn: RequestQueue;
};

/** Creates the queues. */
export const createWorkQueues = (): WorkQueues => ({
  publicData: createPublicQueue(),
  batchedReads: createBatchedReadQueue(),
  pictures: createPictureQueue(),
  personal: createPersonalQueue(),
  bulk: createBulkQueue(),
  streams: createStreamQueue(),
  brochures: createBrochureQueue(),
  shortlists: createShortlistQueue(),
  changes: createChangeQueue(),
  signIn: createSignInQueue(),
});
