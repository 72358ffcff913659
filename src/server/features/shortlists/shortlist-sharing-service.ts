/** Links to shortlists, and their members (docs/product/saved-homes.md, Sharing a shortlist). */

import { MAX_SHORTLIST_MEMBERS } from '#shared/limits.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import type { SharedShortlist, ShortlistLinkMode } from '#shared/schemas/saved-homes/shortlist.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import { AppError, forbidden, notFound } from '../../errors/app-error.ts';
import { createToken, hashToken, type SignedIn } from '../../http/endpoints/authentication.ts';
import type { Limiter } from '../../http/limits/rate-limits.ts';
import {
  announceShortlist,
  createChangeShortlist,
  requireAtMost,
  tryConsume,
} from './shortlist-access.ts';
import {
  countMembers,
  deleteLink,
  deleteMember,
  findContent,
  findByLink,
  findUserIds,
  findShortlist,
  insertMember,
  setLink,
} from './shortlist-repository.ts';

export type ShortlistSharingService = ReturnType<typeof createShortlistSharingService>;

const INVALID_LINK_MESSAGE = 'This link no longer works. Ask for a new one.';

/** @param options.publicUrl returns the base URL of links, without a trailing slash */
export function createShortlistSharingService(options: {
  db: Database;
  findListings: (ids: readonly string[]) => Promise<Property[]>;
  /** Limits change events per account. */
  announcements: Limiter;
  now: () => Date;
  publicUrl: () => string;
}) {
  const { db, findListings, announcements, now, publicUrl } = options;
  const change = createChangeShortlist(options);

  return {
    /**
     * Creates a link, and revokes the previous link with the same mode.
     *
     * @throws AppError NOT_FOUND, FORBIDDEN
     */
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
     * Joins the list of an edit link. Does nothing for the owner and members.
     *
     * @returns the list's ID
     * @throws AppError NOT_FOUND for an invalid link, CONFLICT at the maximum number of members
     */
    async join(actor: SignedIn, token: string): Promise<string> {
      const isAnnounced = await tryConsume(announcements, actor._id);
      return inActorTransaction(db, actor, async (transaction) => {
        const linked = await findByLink(transaction, hashToken(token), 'edit');
        if (linked === undefined) throw notFound(INVALID_LINK_MESSAGE);
        const row = await findShortlist(transaction, linked.id, actor._id, { lock: true });
        // Rereads the link after locking because it may have been revoked in the meantime.
        const isStillLinked = await findByLink(transaction, hashToken(token), 'edit');
        if (row === undefined || isStillLinked === undefined) throw notFound(INVALID_LINK_MESSAGE);
        if (row.isMember || row.ownerId === actor._id) return row.id;
        await insertMember(transaction, row.id, actor._id, now());
        const count = await countMembers(transaction, row.id);
        requireAtMost(count, MAX_SHORTLIST_MEMBERS, 'members besides its owner');
        if (!isAnnounced) return row.id;
        await announceShortlist(transaction, {
          userIds: await findUserIds(transaction, row.id),
          id: row.id,
          now: now(),
        });
        return row.id;
      });
    },

    /**
     * For the owner, removes a member and revokes the edit link. For a member, leaves the list.
     *
     * @param userId `me` for the caller
     * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT if the owner leaves
     */
    async removeMember(actor: SignedIn, id: string, userId: string): Promise<void> {
      const memberId = userId === 'me' ? actor._id : userId;
      await change(actor, id, 'member', async (transaction, row) => {
        if (memberId === row.ownerId)
          throw new AppError('CONFLICT', 'The owner cannot leave. Delete the shortlist instead.');
        if (memberId !== actor._id && row.ownerId !== actor._id) throw forbidden();
        if (!(await deleteMember(transaction, id, memberId))) throw notFound('Member not found.');
        if (memberId !== actor._id) await deleteLink(transaction, id, 'edit');
      });
    },

    /** Returns the list of a view link. @throws AppError NOT_FOUND */
    async view(token: string): Promise<SharedShortlist> {
      const linked = await findByLink(db, hashToken(token), 'view');
      if (linked === undefined) throw notFound(INVALID_LINK_MESSAGE);
      const { homeIds, votes } = await findContent(db, linked.id);
      const listings = await findListings(homeIds);
      return {
        name: linked.name,
        homes: listings.map((property) => {
          const count = (value: 'yes' | 'no') =>
            votes.filter(({ propertyId, vote }) => propertyId === property._id && vote === value)
              .length;
          return { property, votes: { yes: count('yes'), no: count('no') } };
        }),
      };
    },
  };
}
