/** Changes tours in the caller's transaction and announces the changes. */

import type { Tour } from '#shared/schemas/tours/tour.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../database/database.ts';
import { announceTour, type TourSide } from './tour-announcement.ts';
import { findOpenHours, findFreeSlot } from './hours/tour-hours-service.ts';
import { findTourHome } from './hours/tour-hours-repository.ts';
import type { TourMailKind } from './tour-mail.ts';
import {
  lockUpcomingToursOfAgent,
  lockUpcomingToursOfFormerAgents,
  lockUpcomingToursOfHomes,
  lockUpcomingToursOfUser,
  findTour,
  eraseVisitor,
  isTimeTakenError,
  lockAgentTours,
  type TourRow,
  type HomeOfAgent,
  type ToursOfHomes,
  updateTour,
  toTour,
} from './tour-repository.ts';

/** Returns the error for a time that is not free (docs/product/tours.md, Booking). */
export const timeTakenError = () => new AppError('CONFLICT', 'That time has just been taken.');

/**
 * Sets a tour's status.
 *
 * @param change.by who made the change; null for an automatic change
 */
export async function setTourStatus(
  transaction: Database,
  tour: TourRow,
  change: {
    status: 'booked' | 'declined' | 'canceled';
    kind: TourMailKind;
    by: TourSide | null;
    now: Date;
  },
): Promise<void> {
  const { status, now } = change;
  const isBooked = status === 'booked';
  await updateTour(transaction, tour.id, {
    status,
    updated_at: now,
    ...(isBooked ? { is_in_calendars: true } : {}),
  });
  await announceTour(transaction, await readTour(transaction, tour.id), change);
}

/**
 * Locks a tour's home and the agent's tours. Call it before locking the tour because changes to homes lock the homes' tours
 * last. In the other order, moves could keep an agent from marking a home as sold.
 */
export async function lockForMove(
  transaction: Database,
  { propertyId, agentId }: TourRow,
): Promise<void> {
  if (propertyId !== null) await findTourHome(transaction, propertyId, { lock: true });
  if (agentId !== null) await lockAgentTours(transaction, agentId);
}

/**
 * Returns the free slot that starts at a time, with the agent's tour hours.
 *
 * @throws AppError CONFLICT if the time is not free or the agent no longer offers tours of the home
 */
export async function requireFreeSlot(
  db: Database,
  { id, propertyId, agentId }: TourRow,
  { start, now }: { start: Date; now: Date },
) {
  const home = propertyId === null ? undefined : await findTourHome(db, propertyId);
  // If the home now has another agent, the tour cannot be moved to that agent's times.
  if (home === undefined || home.agentId !== agentId) throw timeTakenError();
  const hours = await findOpenHours(db, home);
  const slot = hours && (await findFreeSlot(db, home, hours, start, { now, excludedTourId: id }));
  if (hours === undefined || slot === undefined) throw timeTakenError();
  return { hours, slot };
}

/**
 * Moves a tour to another free time.
 *
 * @throws AppError CONFLICT if the time is not free or the agent no longer offers tours of the home
 */
export async function moveTour(
  transaction: Database,
  tour: TourRow,
  move: { start: Date; by: TourSide; now: Date },
): Promise<void> {
  const { start, by, now } = move;
  if (start.getTime() === tour.start.getTime()) return;
  await lockForMove(transaction, tour);
  const { slot, hours } = await requireFreeSlot(transaction, tour, move);
  const isRequest = by === 'visitor' && hours.mode === 'request';
  const status = isRequest ? 'requested' : tour.status;
  try {
    await updateTour(transaction, tour.id, {
      start_at: slot.start,
      end_at: slot.end,
      status,
      updated_at: now,
    });
  } catch (error) {
    if (isTimeTakenError(error)) throw timeTakenError();
    throw error;
  }
  const kind = isRequest ? 'moved-request' : 'moved';
  await announceTour(transaction, await readTour(transaction, tour.id), { kind, by, now });
}

/** Returns a tour that this transaction has locked. */
export async function readTour(transaction: Database, id: string): Promise<TourRow> {
  const tour = await findTour(transaction, id);
  if (tour === undefined) throw new Error(`Tour ${id} does not exist.`);
  return tour;
}

/** @throws AppError CONFLICT if a home has upcoming tours */
export async function requireNoTours(
  transaction: Database,
  propertyId: string,
  now: Date,
): Promise<void> {
  const tours = await lockUpcomingToursOfHomes(transaction, [propertyId], 'all', now);
  if (tours.length > 0)
    throw new AppError(
      'CONFLICT',
      'This home has upcoming tours, which would be canceled. Please try again.',
    );
}

/**
 * Cancels upcoming tours of homes.
 *
 * @param which all tours, or those of unavailable homes
 */
export async function cancelToursOfHomes(
  transaction: Database,
  propertyIds: readonly string[],
  which: ToursOfHomes,
  now: Date,
): Promise<void> {
  if (propertyIds.length === 0) return;
  for (const id of await lockUpcomingToursOfHomes(transaction, propertyIds, which, now)) {
    const change = { status: 'canceled', kind: 'home-gone', by: null, now } as const;
    await setTourStatus(transaction, await readTour(transaction, id), change);
  }
}

/** Cancels upcoming tours with the former agents of homes that now have another agent. */
export async function cancelToursOfFormerAgents(
  transaction: Database,
  homes: readonly HomeOfAgent[],
  now: Date,
): Promise<void> {
  if (homes.length === 0) return;
  for (const id of await lockUpcomingToursOfFormerAgents(transaction, homes, now)) {
    const change = { status: 'canceled', kind: 'agent-changed', by: null, now } as const;
    await setTourStatus(transaction, await readTour(transaction, id), change);
  }
}

/** Cancels the upcoming tours of a former agent. */
export async function cancelToursOfAgent(
  transaction: Database,
  userId: string,
  now: Date,
): Promise<void> {
  for (const id of await lockUpcomingToursOfAgent(transaction, userId, now)) {
    const change = { status: 'canceled', kind: 'canceled', by: null, now } as const;
    await setTourStatus(transaction, await readTour(transaction, id), change);
  }
}

/**
 * Cancels the upcoming tours of a user whose account will be deleted, and erases their
 * personal data from all their tours.
 */
export async function cancelToursOfUser(
  transaction: Database,
  userId: string,
  now: Date,
): Promise<void> {
  for (const id of await lockUpcomingToursOfUser(transaction, userId, now)) {
    const change = { status: 'canceled', kind: 'canceled', by: null, now } as const;
    await setTourStatus(transaction, await readTour(transaction, id), change);
  }
  await eraseVisitor(transaction, userId);
}

/** Returns a tour for webhooks; undefined if it does not exist. */
export async function findTourRecord(db: Database, id: string): Promise<Tour | undefined> {
  const row = await findTour(db, id);
  return row && toTour(row);
}
