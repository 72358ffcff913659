import type {
  TourHours,
  TourHoursChange,
  TourSlot,
  tourSlotsQuerySchema,
} from '#shared/schemas/tours/tour.ts';
import type { z } from 'zod';
import { can } from '#shared/permissions.ts';
import { inActorTransaction } from '../../../database/actor-transaction.ts';
import type { Database } from '../../../database/database.ts';
import { forbidden, notFound } from '../../../errors/app-error.ts';
import type { SignedIn } from '../../../http/endpoints/authentication.ts';
import {
  findBookedTimes,
  findTourHome,
  findTourHours,
  saveTourHours,
  type TourHome,
} from './tour-hours-repository.ts';
import { dayOf, listSlots, startOfDay, type TimeSpan, excludeBooked } from './tour-slots.ts';

export type TourHoursService = ReturnType<typeof createTourHoursService>;

/** The hours of an agent who has not set any. */
const DEFAULT_HOURS: TourHours = {
  isEnabled: false,
  mode: 'instant',
  timeZone: 'UTC',
  slotMinutes: 30,
  noticeHours: 24,
  daysAhead: 14,
  weekly: [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' })),
};

/**
 * Creates the service for agents' hours and free slots (docs/product/tours.md, Hours and Slots).
 */
export function createTourHoursService(options: { db: Database; now: () => Date }) {
  const { db, now } = options;
  const read = async (connection: Database, agentId: string) =>
    (await findTourHours(connection, agentId)) ?? DEFAULT_HOURS;
  return {
    get: async (actor: SignedIn): Promise<TourHours> => read(db, actor._id),

    /**
     * Changes the settings in the request; the others stay unchanged.
     *
     * @throws AppError FORBIDDEN if the user is no longer an agent or admin
     */
    async set(actor: SignedIn, change: TourHoursChange): Promise<TourHours> {
      return inActorTransaction(db, actor, async (transaction, current) => {
        if (!can(current, 'tour:host')) throw forbidden();
        const hours = Object.assign({}, await read(transaction, actor._id), change);
        await saveTourHours(transaction, actor._id, hours, now());
        return hours;
      });
    },

    /** @throws AppError NOT_FOUND */
    async listFree(
      propertyId: string,
      { from, days }: z.output<typeof tourSlotsQuerySchema>,
    ): Promise<TourSlot[]> {
      const home = await findTourHome(db, propertyId);
      if (home === undefined) throw notFound('Property not found.');
      const hours = await findOpenHours(db, home);
      if (hours === undefined) return [];
      const firstDay = from ?? dayOf(now(), hours.timeZone);
      const slots = await findFreeSlots(db, home, hours, { from: firstDay, days, now: now() });
      return slots.map(({ start, end }) => ({
        start: start.toISOString(),
        end: end.toISOString(),
      }));
    },
  };
}

/** Returns the tour hours for a home; undefined if it does not offer tours. */
export async function findOpenHours(db: Database, home: TourHome): Promise<TourHours | undefined> {
  if (!home.isAvailable || !home.hasAgent) return undefined;
  const hours = await findTourHours(db, home.agentId);
  return hours?.isEnabled === true ? hours : undefined;
}

async function findFreeSlots(
  db: Database,
  home: TourHome,
  hours: TourHours,
  options: { from: string; days: number; now: Date; excludedTourId?: string | undefined },
): Promise<TimeSpan[]> {
  const { from, days } = options;
  const slots = listSlots(hours, options);
  if (slots.length === 0) return [];
  const span = {
    start: startOfDay(from, hours.timeZone),
    end: startOfDay(from, hours.timeZone, days),
  };
  const booked = await findBookedTimes(db, home.agentId, span, options.excludedTourId);
  return excludeBooked(slots, booked);
}

/**
 * Returns the free slot that starts at a time; undefined if there is none.
 *
 * @param options.excludedTourId the tour being rescheduled
 */
export async function findFreeSlot(
  db: Database,
  home: TourHome,
  hours: TourHours,
  start: Date,
  options: { now: Date; excludedTourId?: string | undefined },
): Promise<TimeSpan | undefined> {
  const from = dayOf(start, hours.timeZone);
  const slots = await findFreeSlots(db, home, hours, { from, days: 1, ...options });
  return slots.find((slot) => slot.start.getTime() === start.getTime());
}
