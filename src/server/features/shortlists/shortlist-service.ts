/** Shared lists of homes with votes and comments (docs/product/saved-homes.md, Shortlists). */

import {
  MAX_SHORTLIST_COMMENTS,
  MAX_SHORTLIST_HOMES,
  MAX_OWNED_SHORTLISTS,
  MAX_SHORTLIST_COMMENTS_BYTES,
} from '#shared/limits.ts';
import type { PageQuery } from '#shared/schemas/common.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import type {
  Shortlist,
  ShortlistComment,
  ShortlistSummary,
} from '#shared/schemas/saved-homes/shortlist.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import { AppError, forbidden, notFound } from '../../errors/app-error.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import type { Once } from '../../http/endpoints/idempotency.ts';
import { toSlice } from '../../http/endpoints/paging.ts';
import { countSuccess } from '../../http/limits/count-success.ts';
import type { Limiter } from '../../http/limits/rate-limits.ts';
import { createChangeShortlist, getShortlist, requireAtMost } from './shortlist-access.ts';
import {
  countComments,
  deleteComment,
  findCommentAuthor,
  findCommentPage,
  findComments,
  insertComment,
} from './shortlist-comment-repository.ts';
import {
  countHomes,
  countOwned,
  deleteHome,
  deleteShortlist,
  findContent,
  findShortlists,
  hasHome,
  insertHome,
  insertShortlist,
  renameShortlist,
  setVote,
} from './shortlist-repository.ts';

export type ShortlistService = ReturnType<typeof createShortlistService>;

/**
 * @param options.findListings returns listings in the order of the given IDs, including unavailable
 * ones
 */
export function createShortlistService(options: {
  db: Database;
  findListings: (ids: readonly string[]) => Promise<Property[]>;
  /** Limits comments per account. */
  commentsPerAccount: Limiter;
  /** Limits change events per account. */
  announcements: Limiter;
  now: () => Date;
}) {
  const { db, findListings, commentsPerAccount, now } = options;
  const change = createChangeShortlist(options);

  /** @throws AppError NOT_FOUND */
  async function get(userId: string, id: string): Promise<Shortlist> {
    const row = await getShortlist(db, id, userId);
    const { members, homeIds, votes } = await findContent(db, id);
    const comments = await findComments(db, id, {
      userId,
      maxBytes: MAX_SHORTLIST_COMMENTS_BYTES,
    });
    const listings = await findListings(homeIds);
    const votesByHome = Map.groupBy(votes, ({ propertyId }) => propertyId);
    const commentsByHome = Map.groupBy(comments, ({ propertyId }) => propertyId);
    return {
      _id: row.id,
      name: row.name,
      isOwner: row.ownerId === userId,
      members,
      homes: listings.map((property) => {
        const homeComments = commentsByHome.get(property._id) ?? [];
        return {
          property,
          votes: (votesByHome.get(property._id) ?? []).map((entry) => ({
            name: entry.name,
            vote: entry.vote,
            isOwn: entry.userId === userId,
          })),
          comments: homeComments.map(
            ({ propertyId: _propertyId, count: _count, ...comment }) => comment,
          ),
          commentCount: homeComments[0]?.count ?? 0,
        };
      }),
    };
  }

  return {
    get,

    /** Returns one page of the lists that a user owns or has joined, newest first. */
    async list(
      userId: string,
      query: PageQuery,
    ): Promise<{ summaries: ShortlistSummary[]; total: number }> {
      return findShortlists(db, userId, toSlice(query));
    },

    /** @throws AppError CONFLICT at the maximum number of lists */
    async create(actor: SignedIn, name: string, once: Once): Promise<Shortlist> {
      return inActorTransaction(
        db,
        actor,
        once.wrapCreate(async (transaction) => {
          const id = await insertShortlist(transaction, {
            ownerId: actor._id,
            name,
            now: now(),
          });
          if ((await countOwned(transaction, actor._id)) > MAX_OWNED_SHORTLISTS)
            throw new AppError(
              'CONFLICT',
              `You can own at most ${MAX_OWNED_SHORTLISTS} shortlists. Delete one first.`,
            );
          return { _id: id, name, isOwner: true, members: [], homes: [] };
        }),
      );
    },

    /** @throws AppError NOT_FOUND, FORBIDDEN */
    async rename(actor: SignedIn, id: string, name: string): Promise<void> {
      await change(actor, id, 'owner', (transaction) => renameShortlist(transaction, id, name));
    },

    /** @throws AppError NOT_FOUND, FORBIDDEN */
    async remove(actor: SignedIn, id: string): Promise<void> {
      await change(actor, id, 'owner', (transaction) => deleteShortlist(transaction, id));
    },

    /**
     * Adds a home to the end of the list. A home already on the list does not move.
     *
     * @throws AppError NOT_FOUND, CONFLICT at the maximum number of homes
     */
    async addHome(actor: SignedIn, id: string, propertyId: string): Promise<void> {
      await change(actor, id, 'member', async (transaction) => {
        if (!(await insertHome(transaction, id, propertyId, now())))
          throw notFound('Property not found.');
        requireAtMost(await countHomes(transaction, id), MAX_SHORTLIST_HOMES, 'homes');
      });
    },

    /**
     * Removes a home, if it is on the list, with its votes and comments.
     *
     * @throws AppError NOT_FOUND
     */
    async removeHome(actor: SignedIn, id: string, propertyId: string): Promise<void> {
      await change(actor, id, 'member', (transaction) => deleteHome(transaction, id, propertyId));
    },

    /**
     * Sets or removes a vote.
     *
     * @throws AppError NOT_FOUND, including for a home that is not on the list
     */
    async vote(
      actor: SignedIn,
      where: { id: string; propertyId: string },
      vote: 'yes' | 'no' | null,
    ): Promise<void> {
      await change(actor, where.id, 'member', async (transaction) => {
        await requireHome(transaction, where);
        await setVote(transaction, { ...where, userId: actor._id }, vote, now());
      });
    },

    /** Returns one page of the comments on a home, newest first. @throws AppError NOT_FOUND */
    async listComments(
      userId: string,
      where: { id: string; propertyId: string },
      query: PageQuery,
    ): Promise<{ comments: ShortlistComment[]; total: number }> {
      await getShortlist(db, where.id, userId);
      await requireHome(db, where);
      const comments = await findCommentPage(db, { ...where, userId }, toSlice(query));
      const total = await countComments(db, where.id, where.propertyId);
      return { comments, total };
    },

    /**
     * @throws AppError NOT_FOUND, including for a home that is not on the list; CONFLICT at the
     *   maximum number of comments; TOO_MANY_REQUESTS
     */
    async addComment(
      actor: SignedIn,
      where: { id: string; propertyId: string },
      text: string,
      once: Once,
    ): Promise<ShortlistComment> {
      const createdAt = now();
      const author = { ...where, userId: actor._id };
      const create = once.wrapCreate(async (transaction) => {
        await requireHome(transaction, where);
        const id = await insertComment(transaction, author, text, createdAt);
        const count = await countComments(transaction, where.id, where.propertyId);
        requireAtMost(count, MAX_SHORTLIST_COMMENTS, 'comments on a home');
        return { _id: id, name: actor.name, text, createdAt: createdAt.toISOString(), isOwn: true };
      });
      return countSuccess(commentsPerAccount, actor._id, () =>
        change(actor, where.id, 'member', create),
      );
    },

    /**
     * Deletes a comment. Only its author and the list's owner can do so.
     *
     * @throws AppError NOT_FOUND, FORBIDDEN
     */
    async removeComment(actor: SignedIn, id: string, commentId: string): Promise<void> {
      await change(actor, id, 'member', async (transaction, row) => {
        const author = await findCommentAuthor(transaction, id, commentId);
        if (author === undefined) throw notFound('Comment not found.');
        if (author !== actor._id && row.ownerId !== actor._id) throw forbidden();
        await deleteComment(transaction, commentId);
      });
    },
  };
}

async function requireHome(
  transaction: Database,
  { id, propertyId }: { id: string; propertyId: string },
): Promise<void> {
  if (!(await hasHome(transaction, id, propertyId)))
    throw notFound('This home is not on the shortlist.');
}
