/** Account management by admins (docs/product/accounts.md, Managing accounts). */

import type { z } from 'zod';
import { type Actor, can } from '#shared/permissions.ts';
import type { Role, User, usersQuerySchema } from '#shared/schemas/user.ts';
import { inActorTransaction, lockRole } from '../../database/actor-transaction.ts';
import { allowLongStatements, type Database } from '../../database/database.ts';
import { AppError, forbidden, notFound } from '../../errors/app-error.ts';
import { toSlice } from '../../http/endpoints/paging.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { reassignAll } from '../properties/reassign/reassign-service.ts';
import { announceAccountChange } from '../notifications/event-service.ts';
import { deleteAccount } from './account-deletion-service.ts';
import { assignRole } from './role-service.ts';
import { removeUnusedImages } from '../../storage/image-service.ts';
import { cancelToursOfAgent } from '../tours/tour-change-service.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import {
  countAdmins,
  eraseFromNotifications,
  findUser,
  findUsers,
  lockAccount,
  lockRoles,
} from './user-admin-repository.ts';
import { toUser, type UserRow } from './user-serializer.ts';

export type UserAdminService = ReturnType<typeof createUserAdminService>;

/** Files deleted per batch. */
const FILES_PER_BATCH = 500;

export function createUserAdminService(options: {
  db: Database;
  images: ImageStore;
  now: () => Date;
}) {
  const { db, images, now } = options;

  /** Runs a change that affects roles. Only one such change runs at a time. */
  function withLockedRoles<T>(
    actor: SignedIn,
    change: (transaction: Database, current: Actor) => Promise<T>,
  ): Promise<T> {
    return inActorTransaction(db, actor, change, { before: lockRoles });
  }

  /**
   * Returns the account if the caller can change its role or delete it.
   *
   * @throws AppError NOT_FOUND, LAST_ADMIN, FORBIDDEN
   */
  async function findForChange(
    transaction: Database,
    current: Actor,
    id: string,
    change: { willBeAdmin: boolean },
  ): Promise<UserRow> {
    const user = await findUser(transaction, id);
    if (user === undefined) throw notFound('User not found.');
    if (user.role === 'admin' && !change.willBeAdmin && (await countAdmins(transaction)) === 1) {
      throw new AppError(
        'LAST_ADMIN',
        'There must be at least one admin, and this is the last one.',
      );
    }
    if (!can(current, 'user:manage')) throw forbidden();
    return user;
  }

  return {
    /** Returns one page of the accounts. */
    async list(
      query: z.output<typeof usersQuerySchema>,
    ): Promise<{ users: User[]; total: number; pending: number }> {
      const { rows, total, pending } = await findUsers(db, query, toSlice(query));
      return { users: rows.map(toUser), total, pending };
    },

    /**
     * @param change.before the role that the caller saw; not checked if absent
     * @throws AppError NOT_FOUND, OWN_ACCOUNT, LAST_ADMIN, FORBIDDEN, CONFLICT if the role is not `before`
     */
    async changeRole(
      actor: SignedIn,
      id: string,
      { role, before }: { role: Role; before?: Role | undefined },
    ): Promise<{ user: User; isChanged: boolean }> {
      if (id === actor._id) throw ownAccountError('You cannot change your own role.');
      return withLockedRoles(actor, async (transaction, current) => {
        const willBeAdmin = role === 'admin';
        const user = await findForChange(transaction, current, id, { willBeAdmin });
        const currentRole = await lockRole(transaction, id);
        if (before !== undefined && before !== currentRole) {
          throw new AppError('CONFLICT', 'The role has changed. Please check it again.');
        }
        await assignRole(transaction, actor, { userId: id, role, now: now() });
        await announceAccountChange(transaction, [id], now());
        // An account with the role `user` cannot manage the tours booked with it.
        if (role === 'user') await cancelToursOfAgent(transaction, id, now());
        const changedUser = toUser((await findUser(transaction, id)) ?? user);
        return { user: changedUser, isChanged: user.role !== role };
      });
    },

    /**
     * Deletes an account with its sessions and listings in one transaction. With `toAgentId`, first
     * moves its listings, inquiries, and upcoming tours to that agent. Picture files are deleted
     * after the commit.
     *
     * @throws AppError NOT_FOUND, OWN_ACCOUNT, LAST_ADMIN, FORBIDDEN, VALIDATION_FAILED, CONFLICT
     *   with `conflicts`; in these cases, nothing is deleted
     */
    async delete(actor: SignedIn, id: string, toAgentId?: string): Promise<void> {
      if (id === actor._id) throw ownAccountError('You cannot delete your own account.');
      const keys = await withLockedRoles(actor, async (transaction, current) => {
        const user = await findForChange(transaction, current, id, { willBeAdmin: false });
        await allowLongStatements(transaction);
        await lockAccount(transaction, id);
        if (toAgentId !== undefined) {
          // Runs while the account's inquiries and tours still refer to it.
          await eraseFromNotifications(transaction, id);
          await reassignAll(transaction, actor, { userId: id, toAgentId, now: now() });
        }
        return deleteAccount(transaction, user, { actor, now: now() });
      });
      await deleteUnusedFiles(keys);
    },
  };

  /** Deletes the files of those pictures that are no longer used. */
  async function deleteUnusedFiles(keys: readonly string[]): Promise<void> {
    try {
      for (let start = 0; start < keys.length; start += FILES_PER_BATCH) {
        await removeUnusedImages(db, images, keys.slice(start, start + FILES_PER_BATCH));
      }
    } catch {
      // The sweep deletes these files later.
    }
  }
}

/**
 * Returns a user for admins, in the caller's transaction.
 *
 * @throws AppError NOT_FOUND
 */
export async function readUser(db: Database, id: string): Promise<User> {
  const user = await findUser(db, id);
  if (user === undefined) throw notFound('User not found.');
  return toUser(user);
}

const ownAccountError = (message: string) => new AppError('OWN_ACCOUNT', message);
