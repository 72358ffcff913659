import { sql } from 'kysely';
import type { ShortlistLinkMode, ShortlistSummary } from '#shared/schemas/saved-homes/shortlist.ts';
import type { Database } from '../../database/database.ts';
import type { Slice } from '../../http/endpoints/paging.ts';

/** A shortlist, and whether the user has joined it. */
export type ShortlistRow = { id: string; name: string; ownerId: string; isMember: boolean };

/**
 * Returns a shortlist and whether the user has joined it.
 *
 * @param options.lock whether to lock it until the transaction ends
 */
export async function findShortlist(
  db: Database,
  id: string,
  userId: string,
  { lock = false } = {},
): Promise<ShortlistRow | undefined> {
  // In a separate statement: one that waits for a lock still sees members who were removed while it waited.
  if (lock) await sql`select from shortlists where id = ${id} for update`.execute(db);
  const { rows } = await sql<ShortlistRow>`
    select id, name, owner_id as "ownerId",
      exists (select from shortlist_members where shortlist_id = id and user_id = ${userId}) as "isMember"
    from shortlists where id = ${id}`.execute(db);
  return rows[0];
}

/** Returns one page of the lists that a user owns or has joined, newest first. */
export async function findShortlists(
  db: Database,
  userId: string,
  { offset, limit }: Slice,
): Promise<{ summaries: ShortlistSummary[]; total: number }> {
  const { rows } = await sql<ShortlistSummary & { total: number }>`
    with mine as (
      select id from shortlists where owner_id = ${userId}
      union all
      select shortlist_id from shortlist_members where user_id = ${userId}
    )
    select s.id::text as "_id", s.name, s.owner_id = ${userId} as "isOwner",
      (select count(*) from shortlist_homes where shortlist_id = s.id)::int as "homeCount",
      (select count(*) from shortlist_members where shortlist_id = s.id)::int as "memberCount",
      (select count(*) from mine)::int as total
    from shortlists s where s.id in (select id from mine)
    order by s.created_at desc, s.id desc limit ${limit} offset ${offset}`.execute(db);
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await countShortlists(db, userId));
  return { summaries: rows.map(({ total: _total, ...summary }) => summary), total };
}

async function countShortlists(db: Database, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from shortlists where owner_id = ${userId})::int
      + (select count(*) from shortlist_members where user_id = ${userId})::int as count`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** A list's members, homes, and votes, without listings and comments. */
export type ShortlistContent = {
  members: { _id: string; name: string }[];
  homeIds: string[];
  votes: { propertyId: string; userId: string; name: string; vote: 'yes' | 'no' }[];
};

export async function findContent(db: Database, id: string): Promise<ShortlistContent> {
  const members = await sql<{ _id: string; name: string }>`
      select u.id::text as "_id", u.name from shortlist_members m join users u on u.id = m.user_id
      where m.shortlist_id = ${id} order by m.joined_at, u.id`.execute(db);
  const homes = await sql<{ id: string }>`
      select property_id as id from shortlist_homes
      where shortlist_id = ${id} order by added_at, property_id`.execute(db);
  const votes = await sql<ShortlistContent['votes'][number]>`
      select v.property_id as "propertyId", u.id as "userId", u.name, v.vote from shortlist_votes v
      join users u on u.id = v.user_id
      where v.shortlist_id = ${id} order by v.voted_at, u.id`.execute(db);
  return {
    members: members.rows,
    homeIds: homes.rows.map((home) => home.id),
    votes: votes.rows,
  };
}

/** Returns the IDs of a list's owner and members. */
export async function findUserIds(db: Database, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select owner_id as id from shortlists where id = ${id}
    union all select user_id from shortlist_members where shortlist_id = ${id}`.execute(db);
  return rows.map((row) => row.id);
}

/** Inserts a shortlist. @returns its ID */
export async function insertShortlist(
  db: Database,
  values: { ownerId: string; name: string; now: Date },
): Promise<string> {
  const { id } = await db
    .insertInto('shortlists')
    .values({ owner_id: values.ownerId, name: values.name, created_at: values.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function renameShortlist(db: Database, id: string, name: string): Promise<void> {
  await db.updateTable('shortlists').set({ name }).where('id', '=', id).execute();
}

export async function deleteShortlist(db: Database, id: string): Promise<void> {
  await db.deleteFrom('shortlists').where('id', '=', id).execute();
}

/** Adds a home, unless the list contains it already. @returns whether the listing is public */
export async function insertHome(
  db: Database,
  id: string,
  propertyId: string,
  now: Date,
): Promise<boolean> {
  const { rows } =
    await sql`select from public_properties where id = ${propertyId} for key share`.execute(db);
  if (rows.length === 0) return false;
  await db
    .insertInto('shortlist_homes')
    .values({ shortlist_id: id, property_id: propertyId, added_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

export async function deleteHome(db: Database, id: string, propertyId: string): Promise<void> {
  await db
    .deleteFrom('shortlist_homes')
    .where('shortlist_id', '=', id)
    .where('property_id', '=', propertyId)
    .execute();
}

/** Returns whether a list contains a home. */
export async function hasHome(db: Database, id: string, propertyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('shortlist_homes')
    .select('property_id')
    .where('shortlist_id', '=', id)
    .where('property_id', '=', propertyId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets or removes a vote. @param vote null removes it */
export async function setVote(
  db: Database,
  where: { id: string; propertyId: string; userId: string },
  vote: 'yes' | 'no' | null,
  now: Date,
): Promise<void> {
  const { id, propertyId, userId } = where;
  if (vote === null) {
    await db
      .deleteFrom('shortlist_votes')
      .where('shortlist_id', '=', id)
      .where('property_id', '=', propertyId)
      .where('user_id', '=', userId)
      .execute();
    return;
  }
  await db
    .insertInto('shortlist_votes')
    .values({ shortlist_id: id, property_id: propertyId, user_id: userId, vote, voted_at: now })
    .onConflict((conflict) =>
      conflict.columns(['shortlist_id', 'property_id', 'user_id']).doUpdateSet({ vote }),
    )
    .execute();
}

/** Creates a link, which replaces the previous link with the same mode. */
export async function setLink(
  db: Database,
  id: string,
  mode: ShortlistLinkMode,
  tokenHash: Buffer,
  now: Date,
): Promise<void> {
  await db
    .insertInto('shortlist_links')
    .values({ shortlist_id: id, mode, token_hash: tokenHash, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['shortlist_id', 'mode'])
        .doUpdateSet({ token_hash: tokenHash, created_at: now }),
    )
    .execute();
}

export async function deleteLink(db: Database, id: string, mode: ShortlistLinkMode): Promise<void> {
  await db
    .deleteFrom('shortlist_links')
    .where('shortlist_id', '=', id)
    .where('mode', '=', mode)
    .execute();
}

/** Returns the list that a link's token gives access to. */
export async function findByLink(
  db: Database,
  tokenHash: Buffer,
  mode: ShortlistLinkMode,
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select s.id, s.name from shortlist_links l join shortlists s on s.id = l.shortlist_id
    where l.token_hash = ${tokenHash} and l.mode = ${mode}`.execute(db);
  return rows[0];
}

export async function insertMember(
  db: Database,
  id: string,
  userId: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('shortlist_members')
    .values({ shortlist_id: id, user_id: userId, joined_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Removes a member and their votes from a list; their comments stay.
 *
 * @returns whether they were a member
 */
export async function deleteMember(db: Database, id: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('shortlist_members')
    .where('shortlist_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  await db
    .deleteFrom('shortlist_votes')
    .where('shortlist_id', '=', id)
    .where('user_id', '=', userId)
    .execute();
  return numDeletedRows > 0n;
}

export async function countOwned(db: Database, ownerId: string): Promise<number> {
  return count(db, sql`shortlists where owner_id = ${ownerId}`);
}
export async function countHomes(db: Database, id: string): Promise<number> {
  return count(db, sql`shortlist_homes where shortlist_id = ${id}`);
}
export async function countMembers(db: Database, id: string): Promise<number> {
  return count(db, sql`shortlist_members where shortlist_id = ${id}`);
}
async function count(db: Database, from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${from}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
