/** Shortlist permissions, checked in the transaction that writes, and change events. */

import { inActorTransaction } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import { AppError, forbidden, notFound } from '../../errors/app-error.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import type { Limiter } from '../../http/limits/rate-limits.ts';
import { announceEvent } from '../notifications/event-service.ts';
import { findUserIds, findShortlist, type ShortlistRow } from './shortlist-repository.ts';

/** Sends users a change event, which makes their clients fetch the list. */
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

/** @throws AppError NOT_FOUND unless the user is the owner or a member */
export async function getShortlist(
  db: Database,
  id: string,
  userId: string,
  options?: { lock?: boolean },
): Promise<ShortlistRow> {
  // Checks before locking, too: otherwise, anyone could keep others' lists locked.
  if (options?.lock === true) await getShortlist(db, id, userId);
  const row = await findShortlist(db, id, userId, options);
  if (row === undefined || !(row.isMember || row.ownerId === userId))
    throw notFound('Shortlist not found.');
  return row;
}

/** Requires the owner. @throws AppError FORBIDDEN for a member */
export function requireOwner(row: ShortlistRow, userId: string): void {
  if (row.ownerId !== userId) throw forbidden();
}

/**
 * Creates a function that locks a list, checks the caller's role, applies a change, and sends
 * events to the list's users.
 *
 * @param options.announcements limits an account's changes that send events; changes beyond the limit send none
 * @param requiredRole `member` includes the owner
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
    requiredRole: 'owner' | 'member',
    change: (transaction: Database, row: ShortlistRow) => Promise<T>,
  ): Promise<T> => {
    const isAnnounced = await tryConsume(announcements, actor._id);
    return inActorTransaction(db, actor, async (transaction) => {
      const row = await getShortlist(transaction, id, actor._id, { lock: true });
      if (requiredRole === 'owner') requireOwner(row, actor._id);
      // Read before the change so that removed members get the event too.
      const before = await findUserIds(transaction, id);
      const result = await change(transaction, row);
      if (!isAnnounced) return result;
      const userIds = [...new Set([...before, ...(await findUserIds(transaction, id))])];
      await announceShortlist(transaction, { userIds, id, now: now() });
      return result;
    });
  };
}

/** Counts a change that sends events. @returns false if the limit is exceeded */
export async function tryConsume(limiter: Limiter, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false;
    throw error;
  }
}

/** @throws AppError CONFLICT above the maximum */
export function requireAtMost(count: number, max: number, items: string): void {
  if (count > max) throw new AppError('CONFLICT', `A shortlist can have at most ${max} ${items}.`);
}
