/** Links to shortlists, and the people who join by them (docs/product/saved-homes.md, Sharing a shortlist). */

import { MAX_SHORTLIST_MEMBERS } from '#shared/limits.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import type { SharedShortlist, ShortlistLinkMode } from '#shared/schemas/saved-homes/shortlist.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import { AppError, forbidden, notFound } from '../../errors/app-error.ts';
import { createToken, hashToken, type SignedIn } from '../../http/endpoints/authentication.ts';
import type { Limiter } from '../../http/limits/rate-limits.ts';
import { announceShortlist, createChangeShortlist, requireRoom } from './shortlist-access.ts';
import {
  countMembers,
  deleteLink,
  deleteMember,
  findContent,
  findLinked,
  findUserIds,
  findShortlist,
  insertMember,
  setLink,
} from './shortlist-repository.ts';

export type ShortlistSharingService = ReturnType<typeof createShortlistSharingService>;

const LINK_GONE = 'This link no longer works. Ask for a new one.';

/** @param options.publicUrl what links begin with */
export function createShortlistSharingService(options: {
  db: Database;
  findListings: (ids: readonly string[]) => Promise<Property[]>;
  /** Counts announced changes of one account. */
  announcements: Limiter;
  now: () => Date;
  publicUrl: () => string;
}) {
  const { db, findListings, now, publicUrl } = options;
  const change = createChangeShortlist(options);

  return {
    /** A new link, by the owner; the older one of its kind ends. @throws AppError NOT_FOUND, FORBIDDEN */
    async createLink(
      actor: SignedIn,
      id: string,
      mode: ShortlistLinkMode,
    ): Promise<{ token: string; url: string }> {
      const token = createToken();
      await change(actor, id, 'owner', (transaction) =>
        setLink(transaction, id, mode, hashToken(token), now()),
      );
      const path =
        mode === 'view' ? pagePaths.sharedShortlist(token) : pagePaths.joinShortlist(token);
      return { token, url: publicUrl() + path };
    },

    /** @throws AppError NOT_FOUND, FORBIDDEN */
    async removeLink(actor: SignedIn, id: string, mode: ShortlistLinkMode): Promise<void> {
      await change(actor, id, 'owner', (transaction) => deleteLink(transaction, id, mode));
    },

    /**
     * Joins by an edit link; who owns the list or joined it before stays what they are.
     *
     * @returns the identifier of the list
     * @throws AppError NOT_FOUND for a link that does not work, CONFLICT when there are too many people
     */
    async join(actor: SignedIn, token: string): Promise<string> {
      return inActorTransaction(db, actor, async (transaction) => {
        const linked = await findLinked(transaction, hashToken(token), 'edit');
        if (linked === undefined) throw notFound(LINK_GONE);
        const row = await findShortlist(transaction, linked.id, actor._id, { lock: true });
        // Locked and read again: the link may have been revoked in the meantime.
        const isStillLinked = await findLinked(transaction, hashToken(token), 'edit');
        if (row === undefined || isStillLinked === undefined) throw notFound(LINK_GONE);
        if (row.isMember || row.ownerId === actor._id) return row.id;
        await insertMember(transaction, row.id, actor._id, now());
        const count = await countMembers(transaction, row.id);
        requireRoom(count, MAX_SHORTLIST_MEMBERS, 'people beside its owner');
        await announceShortlist(transaction, {
          userIds: await findUserIds(transaction, row.id),
          id: row.id,
          now: now(),
        });
        return row.id;
      });
    },

    /**
     * Removes a member, by the owner, which ends the edit link; or leaves.
     *
     * @param userId `me` for the caller
     * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT when the owner wants to leave
     */
    async removeMember(actor: SignedIn, id: string, userId: string): Promise<void> {
      const leaver = userId === 'me' ? actor._id : userId;
      await change(actor, id, 'anyone', async (transaction, row) => {
        if (leaver === row.ownerId)
          throw new AppError('CONFLICT', 'The owner cannot leave. Delete the shortlist instead.');
        if (leaver !== actor._id && row.ownerId !== actor._id) throw forbidden();
        if (!(await deleteMember(transaction, id, leaver))) throw notFound('Member not found.');
        if (leaver !== actor._id) await deleteLink(transaction, id, 'edit');
      });
    },

    /** The list behind a view link. @throws AppError NOT_FOUND */
    async view(token: string): Promise<SharedShortlist> {
      const linked = await findLinked(db, hashToken(token), 'view');
      if (linked === undefined) throw notFound(LINK_GONE);
      const { homeIds, votes } = await findContent(db, linked.id);
      const listings = await findListings(homeIds);
      return {
        name: linked.name,
        homes: listings.map((property) => {
          const count = (wanted: 'yes' | 'no') =>
            votes.filter(({ propertyId, vote }) => propertyId === property._id && vote === wanted)
              .length;
          return { property, votes: { yes: count('yes'), no: count('no') } };
        }),
      };
    },
  };
}
