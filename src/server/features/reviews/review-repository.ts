import { sql } from 'kysely';
import type { ReviewDecision } from '#shared/schemas/brokerage/review.ts';
import type { Role } from '#shared/schemas/user.ts';
import type { Database } from '../../database/database.ts';
import type { Slice } from '../../http/endpoints/paging.ts';

/** The key in `installation` for the time of the last digest. */
const DIGEST_KEY = 'reviews.digest';

/** A listing in review, with the last decision about it. */
export type WaitingRow = {
  id: string;
  submitted_at: Date;
  decision: ReviewDecision | null;
  reason: string | null;
  decided_at: Date | null;
};

/** Returns one page of the listings in review, oldest first, and their total. */
export async function findWaiting(
  db: Database,
  { offset, limit }: Slice,
): Promise<{ rows: WaitingRow[]; total: number }> {
  const page = await sql<WaitingRow>`
      select p.id, p.submitted_at, r.decision, r.reason, r.decided_at
      from properties p left join lateral (
        select decision, reason, decided_at from listing_reviews
        where property_id = p.id order by id desc limit 1
      ) r on true
      where p.publish_state = 'in_review'
      order by p.submitted_at, p.id limit ${limit} offset ${offset}`.execute(db);
  const total = await countWaiting(db);
  return { rows: page.rows, total };
}

/** Counts the listings in review. */
export async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from properties where publish_state = 'in_review'`.execute(db);
  return rows[0]?.count ?? 0;
}

type ReviewedListing = {
  title: string;
  agentId: string;
  agentRole: Role;
  publishState: string;
  publishAt: Date | null;
  updatedAt: Date;
};

/** Locks a listing until the transaction ends and returns the columns that a decision needs. */
export async function lockListing(
  transaction: Database,
  id: string,
): Promise<ReviewedListing | undefined> {
  const { rows } = await sql<ReviewedListing>`
    select p.title, p.agent_id as "agentId", u.role as "agentRole", p.publish_state as "publishState",
      p.publish_at as "publishAt", p.updated_at as "updatedAt"
    from properties p join users u on u.id = p.agent_id
    where p.id = ${id} for no key update of p`.execute(transaction);
  return rows[0];
}

/** Publishes a listing, or schedules it if its publishing time is in the future. */
export async function approve(
  transaction: Database,
  id: string,
  { publishAt, now }: { publishAt: Date | null; now: Date },
): Promise<void> {
  const isLater = publishAt !== null && publishAt > now;
  await (
    isLater
      ? sql`update properties set publish_state = 'scheduled', is_approved = true, submitted_at = null, review_reason = null,
          updated_at = ${now} where id = ${id}`
      : sql`update properties set publish_state = 'published', publish_at = null, submitted_at = null,
          review_reason = null, is_available = true, created_at = ${now}, updated_at = ${now}
          where id = ${id}`
  ).execute(transaction);
}

/** Returns a listing to its agent with a reason. */
export async function requestChanges(
  transaction: Database,
  id: string,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await sql`
    update properties set publish_state = 'changes_requested', submitted_at = null,
      review_reason = ${reason}, updated_at = ${now} where id = ${id}`.execute(transaction);
}

/** Inserts a decision. @returns its ID */
export async function insertReview(
  transaction: Database,
  review: { propertyId: string; decision: ReviewDecision; reason: string | null; now: Date },
): Promise<string> {
  const { propertyId, decision, reason, now } = review;
  const { rows } = await sql<{ id: string }>`
    insert into listing_reviews (property_id, decision, reason, decided_at)
    values (${propertyId}, ${decision}, ${reason}, ${now}) returning id`.execute(transaction);
  return rows[0]?.id ?? '';
}

/** Returns a decision with its listing's current data; undefined if the listing was deleted. */
export async function findReview(
  db: Database,
  id: string,
): Promise<
  | {
      propertyId: string;
      title: string;
      agentId: string;
      decision: ReviewDecision;
      reason: string | null;
      publishAt: Date | null;
    }
  | undefined
> {
  const { rows } = await sql<{
    propertyId: string;
    title: string;
    agentId: string;
    decision: ReviewDecision;
    reason: string | null;
    publishAt: Date | null;
  }>`
    select p.id as "propertyId", p.title, p.agent_id as "agentId", r.decision, r.reason,
      p.publish_at as "publishAt"
    from listing_reviews r join properties p on p.id = r.property_id where r.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/**
 * Returns the IDs of all admins.
 *
 * @param notified omits admins with an unread notification that has this link and is newer than the
 *   listing's last decision
 */
export async function findReviewers(
  db: Database,
  notified?: { propertyId: string; link: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where role = 'admin'
      ${
        notified === undefined
          ? sql``
          : sql`and not exists (
              select from notifications n
              where n.user_id = users.id and not n.is_read and n.link = ${notified.link}
                and n.created_at > coalesce(
                  (select max(decided_at) from listing_reviews where property_id = ${notified.propertyId}),
                  '-infinity')
            )`
      }
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns whether any listing now in review has entered it since the last digest. If so, records a new
 * digest.
 */
export async function claimDigest(transaction: Database, now: Date): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    select exists (
      select from properties where publish_state = 'in_review' and submitted_at > coalesce(
        (select (value ->> 'at')::timestamptz from installation where name = ${DIGEST_KEY}), '-infinity')
    ) as "isNew"`.execute(transaction);
  const [row] = rows;
  if (!row?.isNew) return false;
  const value = JSON.stringify({ at: now.toISOString() });
  await sql`
    insert into installation (name, value) values (${DIGEST_KEY}, ${value}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(transaction);
  return true;
}
