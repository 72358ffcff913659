/** Permissions of shortlists, checked in the writing transaction, and notification of the people on them. */

import { inActorTransaction } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import { AppError, forbidden, notFound } from '../../errors/app-error.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import type { Limiter } from '../../http/limits/rate-limits.ts';
import { announceEvent } from '../notifications/event-service.ts';
import { findPeople, findShortlist, type ShortlistRow } from './shortlist-repository.ts';

/** Tells people that a list changed; what it became they request themselves. */
export async function announceShortlist(
  transaction: Database,
  { userIds, id, now }: { userIds: readonly string[]; id: string; now: Date },
): Promise<void> {
  await announceEvent(transaction, {
    userIds,
    kind: 'shortlist',
    data: { _id: id },
    createdAt: now,
  });
}

/** @throws AppError NOT_FOUND for anyone but the owner and the members */
export async function getShortlist(
  db: Database,
  id: string,
  userId: string,
  options?: { lock?: boolean },
): Promise<ShortlistRow> {
  const row = await findShortlist(db, id, userId, options);
  if (row === undefined || !(row.isMember || row.ownerId === userId))
    throw notFound('Shortlist not found.');
  return row;
}

/** @throws AppError FORBIDDEN for a member: what only the owner may do */
export function requireOwner(row: ShortlistRow, userId: string): void {
  if (row.ownerId !== userId) throw forbidden();
}

/**
 * Changes a list on behalf of its owner or a member, one change at a time, and notifies everyone who views it.
 *
 * @param options.announcements counts announced changes of one account: above the limit lists change without a word
 * @param by `owner` refuses members
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export function createChangeShortlist({
  db,
  now,
  announcements,
}: {
  db: Database;
  now: () => Date;
  announcements: Limiter;
}) {
  return async <T>(
    actor: SignedIn,
    id: string,
    by: 'owner' | 'anyone',
    change: (transaction: Database, row: ShortlistRow) => Promise<T>,
  ): Promise<T> => {
    const isAnnounced = await hasRoom(announcements, actor._id);
    return inActorTransaction(db, actor, async (transaction) => {
      const row = await getShortlist(transaction, id, actor._id, { lock: true });
      if (by === 'owner') requireOwner(row, actor._id);
      // Before the change, so that who is removed by it hears of it as well.
      const before = await findPeople(transaction, id);
      const result = await change(transaction, row);
      if (!isAnnounced) return result;
      const userIds = [...new Set([...before, ...(await findPeople(transaction, id))])];
      await announceShortlist(transaction, { userIds, id, now: now() });
      return result;
    });
  };
}

/** Counts one more; false where that is too many. */
async function hasRoom(limiter: Limiter, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false;
    throw error;
  }
}

/** @throws AppError CONFLICT when there would be more than allowed */
export function requireRoom(count: number, most: number, what: string): void {
  if (count > most) throw new AppError('CONFLICT', `A shortlist can have at most ${most} ${what}.`);
}
