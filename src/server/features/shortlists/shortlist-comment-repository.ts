import { sql } from 'kysely';
import type { ShortlistComment } from '#shared/schemas/saved-homes/shortlist.ts';
import type { Database } from '../../database/database.ts';
import type { Slice } from '../../http/endpoints/paging.ts';

/** The approximate size of a comment in a response, excluding its text and name. */
const COMMENT_OVERHEAD_BYTES = 100;

/**
 * Returns the comments on the homes of a list, oldest first, each with the number of comments on
 * its home. `isOwn` marks the comments of `userId`. Comments beyond `maxBytes` are omitted. Each home's newest comment has priority over any
 * home's second newest, and so on.
 */
export async function findComments(
  db: Database,
  id: string,
  { userId, maxBytes }: { userId: string; maxBytes: number },
): Promise<(ShortlistComment & { propertyId: string; count: number })[]> {
  const { rows } = await sql<CommentRow & { propertyId: string; count: number }>`
    select id::text as "_id", property_id as "propertyId", name, text, created_at as "createdAt",
      user_id = ${userId} as "isOwn", count
    from (
      select *, sum(octet_length(to_json(text)::text) + octet_length(to_json(name)::text) + ${COMMENT_OVERHEAD_BYTES})
        over (order by rank, id desc) as bytes
      from (
        select c.*, u.name, row_number() over (partition by property_id order by c.id desc) as rank,
          count(*) over (partition by property_id)::int as count
        from shortlist_comments c join users u on u.id = c.user_id where c.shortlist_id = ${id}
      ) ranked
    ) summed
    where bytes <= ${maxBytes} order by summed.id`.execute(db);
  return rows.map((row) =>
    Object.assign(toComment(row), { propertyId: row.propertyId, count: row.count }),
  );
}

/** Returns one page of the comments on a home of a list, newest first. */
export async function findCommentPage(
  db: Database,
  where: { id: string; propertyId: string; userId: string },
  { offset, limit }: Slice,
): Promise<ShortlistComment[]> {
  const { rows } = await sql<CommentRow>`
    select c.id::text as "_id", u.name, c.text, c.created_at as "createdAt", c.user_id = ${where.userId} as "isOwn"
    from shortlist_comments c join users u on u.id = c.user_id
    where c.shortlist_id = ${where.id} and c.property_id = ${where.propertyId}
    order by c.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows.map(toComment);
}

type CommentRow = { _id: string; name: string; text: string; createdAt: Date; isOwn: boolean };

const toComment = ({ _id, name, text, createdAt, isOwn }: CommentRow): ShortlistComment => ({
  _id,
  name,
  text,
  createdAt: createdAt.toISOString(),
  isOwn,
});

export async function insertComment(
  db: Database,
  where: { id: string; propertyId: string; userId: string },
  text: string,
  now: Date,
): Promise<string> {
  const { id } = await db
    .insertInto('shortlist_comments')
    .values({
      shortlist_id: where.id,
      property_id: where.propertyId,
      user_id: where.userId,
      text,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findCommentAuthor(
  db: Database,
  id: string,
  commentId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('shortlist_comments')
    .select('user_id')
    .where('shortlist_id', '=', id)
    .where('id', '=', commentId)
    .executeTakeFirst();
  return row?.user_id;
}

export async function deleteComment(db: Database, commentId: string): Promise<void> {
  await db.deleteFrom('shortlist_comments').where('id', '=', commentId).execute();
}

export async function countComments(db: Database, id: string, propertyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('shortlist_comments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('shortlist_id', '=', id)
    .where('property_id', '=', propertyId)
    .executeTakeFirstOrThrow();
  return count;
}
