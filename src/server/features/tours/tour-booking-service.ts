/**
 * Books tours, even with many concurrent requests for the same time (docs/product/tours.md,
 * Booking).
 */

import type { z } from 'zod';
import { MAX_UPCOMING_TOURS, MAX_UPCOMING_TOURS_PER_NETWORK } from '#shared/tour-limits.ts';
import {
  signedInTourBookingSchema,
  type TourBooking,
  type tourBookedSchema,
  type TourHours,
  visitorTourBookingSchema,
} from '#shared/schemas/tours/tour.ts';
import { createFairSlots, type Requester } from '../../concurrency/fair-slots.ts';
import { inCallerTransaction } from './tour-transaction.ts';
import type { Database } from '../../database/database.ts';
import { AppError, notFound } from '../../errors/app-error.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { parseOrThrow } from '../../http/error-responses/parse.ts';
import type { Once } from '../../http/endpoints/idempotency.ts';
import { countSuccess } from '../../http/limits/count-success.ts';
import { addressKey, hashNetwork, type Limiter, senderKey } from '../../http/limits/rate-limits.ts';
import { findProvenAddress } from '../../jobs/mail-proof-repository.ts';
import { notifyOfTourMessage } from '../inquiries/ask-service.ts';
import {
  type CountMessage,
  findContinuedSide,
  openOrContinueInquiry,
} from '../inquiries/open-inquiry-service.ts';
import { announceTour } from './tour-announcement.ts';
import { readTour, timeTakenError } from './tour-change-service.ts';
import { findFreeSlot, findOpenHours } from './hours/tour-hours-service.ts';
import { findTourHome, lockHomeAgent, type TourHome } from './hours/tour-hours-repository.ts';
import {
  countUpcomingTours,
  insertTour,
  isTimeTakenError,
  lockAgentTours,
  setInquiry,
  reserveTourId,
} from './tour-repository.ts';
import { createTourToken, generateTourToken } from './tour-tokens.ts';

/** The person who books a tour; `id` is null without an account. */
type Visitor = { id: string | null; name: string; email: string };

export type TourBooked = z.output<typeof tourBookedSchema>;
export type TourBookingService = ReturnType<typeof createTourBookingService>;

/**
 * @param options.bookingsPerSender limits bookings per account or IP address
 */
export function createTourBookingService(options: {
  db: Database;
  bookingsPerSender: Limiter;
  countMessage: CountMessage;
  now: () => Date;
}) {
  const { db, bookingsPerSender, countMessage, now } = options;
  // Each process runs a sender's bookings one at a time. If a sender requests the same time
  // repeatedly, only the successful booking counts toward the limit. Bookings by different senders
  // do not wait for each other because a booking can wait for other changes to its sender's
  // account.
  const runBySender = createFairSlots({
    slots: Infinity,
    perKey: 4,
    perAccount: 1,
    maxQueuedPerKey: 20,
  });

  async function book(
    propertyId: string,
    booking: TourBooking,
    actor: SignedIn | undefined,
    clientKey: string,
    once: Once,
  ): Promise<TourBooked> {
    const visitor = toVisitor(actor, booking);
    const start = new Date(booking.start);
    const message = booking.message === '' ? undefined : booking.message;
    const insert = async (transaction: Database): Promise<TourBooked> => {
      const lockedAgentId = await lockHomeAgent(transaction, propertyId);
      const home = await requireHome(transaction, propertyId, visitor, { lock: true });
      // The home was reassigned before it was locked, so its new agent is not locked.
      if (home.agentId !== lockedAgentId) throw timeTakenError();
      await lockAgentTours(transaction, home.agentId);
      const hours = await findOpenHours(transaction, home);
      const slot = hours && (await findFreeSlot(transaction, home, hours, start, { now: now() }));
      if (hours === undefined || slot === undefined) throw timeTakenError();
      await requireBelowTourLimit(transaction, home, visitor, clientKey);
      const status = initialStatus(hours);
      const id = await insertTour(transaction, {
        property_id: home.id,
        property_title: home.title,
        property_price: home.price,
        property_address: home.address,
        agent_id: home.agentId,
        visitor_id: visitor.id,
        visitor_network: hashNetwork(clientKey),
        name: visitor.name,
        email: visitor.email,
        phone: booking.phone === undefined || booking.phone === '' ? null : booking.phone,
        start_at: slot.start,
        end_at: slot.end,
        time_zone: hours.timeZone,
        status,
        is_in_calendars: status === 'booked',
        created_at: now(),
        updated_at: now(),
      });
      const token = await createTourToken(transaction, id, now());
      const phone = booking.phone === '' ? undefined : booking.phone;
      // A tour opens an inquiry so that the agent sees both in one place.
      const { messageId, inquiryId } = await openOrContinueInquiry(transaction, {
        propertyId: home.id,
        sender: { ...visitor, accountId: visitor.id, clientKey, phone, token: booking.token },
        message,
        isTour: true,
        now: now(),
      });
      await setInquiry(transaction, id, inquiryId);
      if (messageId !== null) {
        const message = { inquiryId, messageId, tourAgentId: home.agentId, now: now() };
        await notifyOfTourMessage(transaction, message);
      }
      await announceTour(transaction, await readTour(transaction, id), {
        kind: status,
        by: 'visitor',
        now: now(),
        messageId,
      });
      return { _id: id, status, token };
    };
    // Counts before the transaction because a transaction must not wait for a second connection.
    const run = () => inCallerTransaction(db, actor, once.wrapCreate(insert));
    return countSuccess(bookingsPerSender, senderKey(visitor.id, clientKey), async () => {
      if (message === undefined) return run();
      const accountId = visitor.id;
      const side = await findContinuedSide(db, propertyId, { accountId, token: booking.token });
      return countMessage({ accountId, clientKey, side }, run);
    });
  }

  async function requireBelowTourLimit(
    db: Database,
    { agentId }: TourHome,
    { id, email }: Visitor,
    clientKey: string,
  ): Promise<void> {
    const network = hashNetwork(clientKey);
    // Anyone can enter someone else's address. Strangers must not use up the owner's limit.
    const sender = id === null ? { email, network } : { id };
    const count = await countUpcomingTours(db, agentId, sender, now());
    if (count >= MAX_UPCOMING_TOURS) {
      throw new AppError(
        'CONFLICT',
        `You already have ${MAX_UPCOMING_TOURS} upcoming tours with this agent.`,
      );
    }
    // Anyone can create many accounts or enter many addresses. Accounts with a proven address have a
    // separate limit so that others in the network cannot use it up.
    const isProven = id !== null && (await findProvenAddress(db, id)) !== null;
    const networkCount = await countUpcomingTours(db, agentId, { network, isProven }, now());
    if (networkCount >= MAX_UPCOMING_TOURS_PER_NETWORK) {
      const message = `Your network already has ${MAX_UPCOMING_TOURS_PER_NETWORK} upcoming tours with this agent.`;
      const hint = ' Sign in with a confirmed email address to book another.';
      throw new AppError('CONFLICT', isProven ? message : message + hint);
    }
  }

  return {
    /**
     * Books or requests a tour.
     *
     * @param actor undefined for a visitor without an account
     * @param body the unvalidated body; required fields depend on whether the user is signed in
     * @param client.ip the client's IP address
     * @throws AppError NOT_FOUND, VALIDATION_FAILED, CONFLICT, TOO_MANY_REQUESTS, or UNAUTHENTICATED if
     *   the session has ended, and stores nothing
     */
    async book(
      actor: SignedIn | undefined,
      propertyId: string,
      body: unknown,
      { ip, requester }: { ip: string; requester: Requester },
      once: Once,
    ): Promise<TourBooked> {
      const booking: TourBooking =
        actor === undefined
          ? parseOrThrow(visitorTourBookingSchema, body)
          : {
              ...parseOrThrow(signedInTourBookingSchema, body),
              name: actor.name,
              email: actor.email,
            };
      const visitor = toVisitor(actor, booking);
      const home = await requireHome(db, propertyId, visitor);
      const clientKey = addressKey(ip);
      await bookingsPerSender.check(senderKey(visitor.id, clientKey));
      // Rejects most requests for a taken time before they wait in the queue.
      const hours = await findOpenHours(db, home);
      const slot =
        hours && (await findFreeSlot(db, home, hours, new Date(booking.start), { now: now() }));
      if (hours === undefined || slot === undefined) throw timeTakenError();
      // Only bots fill in the hidden field. They get a normal response.
      if (booking.website !== undefined && booking.website !== '') {
        const status = initialStatus(hours);
        const createFake = once.wrapCreate(async (transaction): Promise<TourBooked> => ({
          _id: await reserveTourId(transaction),
          status,
          token: generateTourToken(),
        }));
        return countSuccess(bookingsPerSender, senderKey(visitor.id, clientKey), async () =>
          inCallerTransaction(db, undefined, createFake),
        );
      }
      await requireBelowTourLimit(db, home, visitor, clientKey);
      try {
        return await runBySender(requester, () =>
          book(propertyId, booking, actor, clientKey, once),
        );
      } catch (error) {
        if (isTimeTakenError(error)) throw timeTakenError();
        throw error;
      }
    },
  };
}

/** Returns a new tour's status, which depends on the agent's mode. */
const initialStatus = ({ mode }: TourHours) => (mode === 'instant' ? 'booked' : 'requested');

/** @throws AppError NOT_FOUND, CONFLICT */
async function requireHome(
  db: Database,
  propertyId: string,
  { id }: Visitor,
  options: { lock?: boolean } = {},
): Promise<TourHome> {
  const home = await findTourHome(db, propertyId, options);
  if (home === undefined) throw notFound('Property not found.');
  if (home.agentId === id) throw new AppError('CONFLICT', 'This is your own listing.');
  if (!home.isAvailable) throw new AppError('CONFLICT', 'This home is no longer available.');
  return home;
}

const toVisitor = (actor: SignedIn | undefined, { name, email }: TourBooking): Visitor => ({
  id: actor?._id ?? null,
  name,
  email,
});
