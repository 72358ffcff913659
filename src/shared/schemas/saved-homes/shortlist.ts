/** Shared lists of homes (docs/product/saved-homes.md, Shortlists). */

import { z } from 'zod';
import { MAX_SHORTLIST_COMMENT_LENGTH, MAX_SHORTLIST_NAME_LENGTH } from '../../limits.ts';
import { idSchema, textSchema, timeSchema } from '../common.ts';
import { propertySchema } from '../properties/property.ts';

const VOTES = ['yes', 'no'] as const;
const voteSchema = z.enum(VOTES, { error: 'Vote must be "yes", "no", or null.' });
export const SHORTLIST_LINK_MODES = ['view', 'edit'] as const;
const linkModeSchema = z.enum(SHORTLIST_LINK_MODES, { error: 'Mode must be "view" or "edit".' });
export type ShortlistLinkMode = z.output<typeof linkModeSchema>;

export const shortlistFormSchema = z.object({
  name: textSchema('Give the shortlist a name.', 1, MAX_SHORTLIST_NAME_LENGTH),
});
export const shortlistVoteSchema = z.object({ vote: voteSchema.nullable() });
export const shortlistCommentFormSchema = z.object({
  text: textSchema('Write a comment first.', 1, MAX_SHORTLIST_COMMENT_LENGTH),
});
export const shortlistLinkFormSchema = z.object({ mode: linkModeSchema });
/** The token of a shared link. */
export const shortlistTokenSchema = z.object({
  token: z.string({ error: 'This link is incomplete.' }).min(1).max(200),
});

export const shortlistHomeParamsSchema = z.object({ id: idSchema, propertyId: idSchema });
export const shortlistCommentParamsSchema = z.object({ id: idSchema, commentId: idSchema });
export const shortlistLinkParamsSchema = z.object({ id: idSchema, mode: linkModeSchema });
/** Path parameters of a member; `me` is the caller. */
export const shortlistMemberParamsSchema = z.object({
  id: idSchema,
  userId: z.union([z.literal('me'), idSchema]),
});

/** One of the caller's own or joined shortlists. `memberCount` excludes the owner. */
export const shortlistSummarySchema = z.object({
  _id: idSchema,
  name: z.string(),
  isOwner: z.boolean(),
  homeCount: z.int().min(0),
  memberCount: z.int().min(0),
});
export type ShortlistSummary = z.output<typeof shortlistSummarySchema>;

export const shortlistCommentSchema = z.object({
  _id: idSchema,
  name: z.string(),
  text: z.string(),
  createdAt: timeSchema,
  isOwn: z.boolean(),
});
export type ShortlistComment = z.output<typeof shortlistCommentSchema>;

/**
 * A shortlist for its owner and members. Homes are sorted by the time they were added, and comments
 * from oldest to newest. If there are too many comments, only the newest are included;
 * `commentCount` counts all of them. `isOwn` marks the caller's votes and comments, because names are not unique.
 */
export const shortlistSchema = z.object({
  _id: idSchema,
  name: z.string(),
  isOwner: z.boolean(),
  /** The members without the owner. */
  members: z.array(z.object({ _id: idSchema, name: z.string() })),
  homes: z.array(
    z.object({
      property: propertySchema,
      votes: z.array(z.object({ name: z.string(), vote: voteSchema, isOwn: z.boolean() })),
      comments: z.array(shortlistCommentSchema),
      commentCount: z.int().min(0),
    }),
  ),
});
export type Shortlist = z.output<typeof shortlistSchema>;

/** A new link with its token, which is returned only once, and its URL. */
export const shortlistLinkSchema = z.object({ token: z.string(), url: z.string() });

/** The public view of a shortlist, without members and comments. */
export const sharedShortlistSchema = z.object({
  name: z.string(),
  homes: z.array(
    z.object({
      property: propertySchema,
      votes: z.object({ yes: z.int().min(0), no: z.int().min(0) }),
    }),
  ),
});
export type SharedShortlist = z.output<typeof sharedShortlistSchema>;
