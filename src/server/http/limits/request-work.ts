/** Fair queues for requests, so that no client exhausts the database or memory. */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import { createFairSlots, type Requester, TooManyWaiting } from '../../concurrency/fair-slots.ts';
import { AppError } from '../../errors/app-error.ts';
import { disconnectSignal } from './disconnect-signal.ts';
import { networkKey } from './rate-limits.ts';

/**
 * Runs a request's work once it gets a slot. A client that disconnects first gets none. Work nested
 * in work of the same queue (or of one with the same `current`) shares its slot, so a page does not
 * wait again for each of its API calls.
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

type QueueOptions = {
  slots: Slots;
  /** Identifies the client. */
  turnOf: (request: FastifyRequest) => Omit<Requester, 'signal'>;
  /** The overloaded resource, for the log. */
  shedFor: string;
  /** Shared by queues whose work can be nested in one another. */
  current?: AsyncLocalStorage<{ hasSlot: true }>;
};

/**
 * Creates a queue for requests.
 *
 * @returns a function that throws AppError TOO_MANY_REQUESTS if too much work is waiting, and CLIENT_GONE if the client
 *   disconnects first
 */
function createRequestQueue({
  slots,
  turnOf,
  shedFor,
  current = new AsyncLocalStorage(),
}: QueueOptions): RequestQueue {
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
 * turns than a client with one.
 */
const byAddressAndAccount = (request: FastifyRequest) => ({
  key: addressOf(request),
  ...(request.actor === undefined ? {} : { account: request.actor._id }),
});

/** Returns the requester of a request's work: the client's IP address, account, if any, and disconnect signal. */
export const requesterOf = (request: FastifyRequest): Requester => ({
  ...byAddressAndAccount(request),
  signal: disconnectSignal(request),
});

/**
 * A page's own reads share the page's slot. Otherwise, all requests for the page would wait for the other reads of the
 * client that requested it first.
 */
const publicSlot = new AsyncLocalStorage<{ hasSlot: true }>();

/**
 * For changes and bearer token lookups. The total is unlimited because some changes wait for a
 * password hash or for other changes (see `inActorTransaction`). A client gets fewer
 * slots than there are connections for transactions (see `openServerDatabase`).
 */
const CHANGE_SLOTS = { slots: Infinity, perKey: 4, perAccount: 2, maxQueuedPerKey: 500 };

/** The kinds of work that requests wait for. */
const QUEUES = {
  /**
   * Uncached public data. For one process: about as many slots as the database can handle (see
   * `openDatabase`), with at most half of them per address.
   */
  publicData: {
    slots: { slots: 6, perKey: 3, maxQueuedPerKey: 500 },
    turnOf: byAddress,
    shedFor: 'public data',
    current: publicSlot,
  },
  /**
   * Public data with drawn areas, and counts of saved searches' new homes. Where many homes are close to an area's
   * sides, a search takes a second, so these searches together use half of the database connections.
   */
  drawnAreas: {
    slots: { slots: 2, perKey: 1, maxQueuedPerKey: 500 },
    turnOf: byAddressAndAccount,
    shedFor: 'drawn areas',
    current: publicSlot,
  },
  /** Reads of public data that are batched in one statement and share a connection. */
  batchedReads: {
    slots: { slots: Infinity, perKey: 50, maxQueuedPerKey: 500 },
    turnOf: byAddress,
    shedFor: 'batched reads',
    current: publicSlot,
  },
  /**
   * Pictures. Fewer slots than the 50 connections to an S3 store, which uploads also need. If the store is not responding,
   * waiting pictures must not use up all requests in flight.
   */
  pictures: {
    slots: { slots: 40, perKey: 10, maxQueuedPerKey: 200, maxQueued: 300 },
    turnOf: byAddress,
    shedFor: 'pictures',
  },
  /**
   * Personal data. An agent's inbox and listings can have 100,000 rows, so each IP address uses at most half of the
   * database connections (see `openDatabase`): reads whose cost grows with the rows run one statement at a time.
   */
  personal: {
    slots: { slots: 12, perKey: 2, maxQueuedPerKey: 500 },
    turnOf: byAddressAndAccount,
    shedFor: 'personal data',
  },
  /** Exports and other responses of tens of megabytes. */
  bulk: {
    slots: { slots: 2, perKey: 1, maxQueuedPerKey: 50 },
    turnOf: byAddressAndAccount,
    shedFor: 'exports',
  },
  /** Exports being sent, each of which holds one part in memory. */
  streams: {
    slots: { slots: 20, perKey: 2, maxQueuedPerKey: 50 },
    turnOf: byAddressAndAccount,
    shedFor: 'export downloads',
  },
  /** Brochures and the pictures of link previews, each of which takes a tenth of a second of CPU time. */
  brochures: {
    slots: { slots: 1, perKey: 1, maxQueuedPerKey: 50 },
    turnOf: byAddress,
    shedFor: 'brochures',
  },
  /** Shortlists: one can have 50 MB of comments, and the database adds up their sizes for each response. */
  shortlists: {
    slots: { slots: 4, perKey: 2, maxQueuedPerKey: 500 },
    turnOf: byAddressAndAccount,
    shedFor: 'shortlists',
  },
  /** Changes. Even an invalid link token is looked up in the database. */
  changes: { slots: CHANGE_SLOTS, turnOf: byAddressAndAccount, shedFor: 'changes' },
  /** Bearer token lookups, by IP address because tokens can be invalid. */
  signIn: { slots: CHANGE_SLOTS, turnOf: byAddress, shedFor: 'sign-in lookups' },
} satisfies Record<string, QueueOptions>;

type QueueKind = keyof typeof QUEUES;

/** A queue for each kind of work. */
export type WorkQueues = Record<QueueKind, RequestQueue>;

/** Creates the queue for a kind of work. */
export const createQueue = (kind: QueueKind, slots?: Slots): RequestQueue =>
  createRequestQueue(slots === undefined ? QUEUES[kind] : { ...QUEUES[kind], slots });

/** Creates all queues. @param slots replaces each queue's slots */
export const createWorkQueues = (slots?: Slots): WorkQueues => {
  const queues = Object.fromEntries(
    (Object.keys(QUEUES) as QueueKind[]).map((kind) => [kind, createQueue(kind, slots)]),
  ) as WorkQueues;
  return {
    ...queues,
    publicData: (request, work) =>
      (hasDrawnArea(request) ? queues.drawnAreas : queues.publicData)(request, work),
  };
};

/** Returns whether a request, for a page or from the API, searches a drawn area. */
const hasDrawnArea = ({ query }: FastifyRequest) =>
  (query as { area?: unknown } | undefined)?.area !== undefined;
