import { type RawBuilder, sql } from 'kysely';
import type { Insertable, Updateable } from 'kysely';
import type { Tour, TourStatus } from '#shared/schemas/tours/tour.ts';
import type { Role } from '#shared/schemas/user.ts';
import { findOfficeId, isInOffice, officeIdOf } from '../../database/agent-office.ts';
import { violatedConstraint, type Database } from '../../database/database.ts';
import type { ToursTable } from '../../database/table-types/tours.ts';
import type { Slice } from '../../http/endpoints/paging.ts';
import { isProvenAccount } from '../../jobs/mail-proof-repository.ts';
import { imagePath } from '../../storage/image-paths.ts';

/** A tour, with the data needed for emails, calendar entries, and responses. */
export type TourRow = {
  id: string;
  propertyId: string | null;
  title: string;
  price: number;
  address: string;
  imageKey: string | null;
  /** This and the agent's other fields are null if the account was deleted. */
  agentId: string | null;
  agentName: string | null;
  agentEmail: string | null;
  agentRole: Role | null;
  /** The agent's office. */
  officeId: string | null;
  visitorId: string | null;
  /** The network that booked the tour (`hashNetwork`); null for some older tours and an erased visitor. */
  visitorNetwork: string | null;
  name: string;
  /** The visitor's email address: for an account, its current one; null for an erased visitor. */
  email: string | null;
  phone: string | null;
  start: Date;
  end: Date;
  timeZone: string;
  status: TourStatus;
  calendarUid: string;
  calendarSequence: number;
  isInCalendars: boolean;
  /** The conversation that the tour belongs to; null if it was deleted. */
  inquiryId: string | null;
  createdAt: Date;
};

const SELECT = sql`
  select t.id, t.property_id as "propertyId", t.property_title as title, t.property_price as price,
    t.property_address as address, cover.key as "imageKey", t.agent_id as "agentId", a.name as "agentName",
    a.email as "agentEmail", a.role as "agentRole", ${officeIdOf(sql`t.agent_id`)} as "officeId", t.visitor_id as "visitorId", t.visitor_network as "visitorNetwork", t.name,
    coalesce(v.email, t.email) as email, t.phone, t.start_at as "start", t.end_at as "end", t.time_zone as "timeZone", t.status,
    t.calendar_uid as "calendarUid", t.calendar_sequence as "calendarSequence",
    t.is_in_calendars as "isInCalendars", t.inquiry_id as "inquiryId", t.created_at as "createdAt"
  from tours t
  left join users a on a.id = t.agent_id
  left join users v on v.id = t.visitor_id
  left join lateral (
    select key from property_images where property_id = t.property_id and not is_floor_plan order by position limit 1
  ) cover on true`;

/** Converts a tour for responses. */
export function toTour(row: TourRow): Tour {
  return {
    _id: row.id,
    property: {
      _id: row.propertyId,
      title: row.title,
      price: row.price,
      image: row.imageKey === null ? null : imagePath(row.imageKey),
      address: row.address,
    },
    agent: { _id: row.agentId, name: row.agentName ?? 'Deleted user' },
    name: row.name,
    email: row.email,
    phone: row.phone,
    start: row.start.toISOString(),
    end: row.end.toISOString(),
    timeZone: row.timeZone,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
  };
}

/**
 * Returns a tour.
 *
 * @param options.lock whether to lock it until the transaction ends
 */
export async function findTour(
  db: Database,
  id: string,
  { lock = false } = {},
): Promise<TourRow | undefined> {
  const { rows } = await sql<TourRow>`
    ${SELECT} where t.id = ${id} ${lock ? sql`for update of t` : sql``}`.execute(db);
  const [tour] = rows;
  if (!lock || tour === undefined || tour.agentId === null) return tour;
  // The office may have changed while the statement waited for the lock.
  return { ...tour, officeId: await findOfficeId(db, tour.agentId) };
}

/** A filter by agent, office, visitor, status, and start: from `from` (inclusive) to `until` (exclusive). */
export type TourFilter = {
  agentId?: string;
  officeId?: string;
  visitorId?: string;
  from?: Date | undefined;
  until?: Date | undefined;
  status?: TourStatus | undefined;
};

/**
 * Returns one page of tours and their total. A visitor's tours are sorted by start, latest first;
 * other tours, earliest first.
 */
export async function findTours(
  db: Database,
  { agentId, officeId, visitorId, from, until, status }: TourFilter,
  { offset, limit }: Slice,
): Promise<{ rows: TourRow[]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [
    ...(visitorId === undefined ? [] : [sql`t.visitor_id = ${visitorId}`]),
    ...(agentId === undefined ? [] : [sql`t.agent_id = ${agentId}`]),
    ...(officeId === undefined ? [] : [isInOffice(sql`t.agent_id`, officeId)]),
    ...(from === undefined ? [] : [sql`t.start_at >= ${from}`]),
    ...(until === undefined ? [] : [sql`t.start_at < ${until}`]),
    ...(status === undefined ? [] : [sql`t.status = ${status}`]),
  ];
  const where = sql.join(conditions, sql` and `);
  const order = visitorId !== undefined ? sql`t.start_at desc, t.id desc` : sql`t.start_at, t.id`;
  const { rows } = await sql<TourRow>`
    ${SELECT} where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(db);
  const count = await sql<{ count: number }>`
    select count(*)::int as count from tours t where ${where}`.execute(db);
  return { rows, total: count.rows[0]?.count ?? 0 };
}

/**
 * Serializes bookings and changes to an agent's tours until the transaction ends. Without this lock, the
 * exclusion constraint would still prevent overlapping tours, but concurrent transactions could deadlock,
 * which PostgreSQL detects only after a second.
 */
export async function lockAgentTours(transaction: Database, agentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('doorstep.tours', ${agentId}::bigint))`.execute(
    transaction,
  );
}

/**
 * Counts an agent's upcoming tours by one booker: an account; an email address used without an account on one
 * network; or all bookings from a network, either those by accounts with a proven address (`isProven`) or all others.
 */
export async function countUpcomingTours(
  db: Database,
  agentId: string,
  booker:
    | { id: string }
    | { network: string; email: string }
    | { network: string; isProven: boolean },
  now: Date,
): Promise<number> {
  const isByBooker =
    'id' in booker
      ? sql`visitor_id = ${booker.id}`
      : 'email' in booker
        ? sql`visitor_network = ${booker.network} and visitor_id is null and lower(email) = lower(${booker.email})`
        : sql`visitor_network = ${booker.network} and ${isProvenAccount(sql`visitor_id`)} = ${booker.isProven}`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tours
    where agent_id = ${agentId} and ${isUpcoming(now)} and ${isByBooker}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Inserts a tour. @returns its ID */
export async function insertTour(db: Database, values: Insertable<ToursTable>): Promise<string> {
  const row = await db.insertInto('tours').values(values).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** Reserves and returns a tour ID. */
export async function reserveTourId(db: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('tours', 'id')) as id`.execute(db);
  return rows[0]?.id ?? '1';
}

/** Updates a tour and increases its calendar entry's sequence number. */
export async function updateTour(
  db: Database,
  id: string,
  values: Updateable<ToursTable>,
): Promise<void> {
  await db
    .updateTable('tours')
    .set({ ...values, calendar_sequence: sql<number>`calendar_sequence + 1` })
    .where('id', '=', id)
    .execute();
}

/** Returns whether a statement failed because the agent already has a tour at that time. */
export const isTimeTakenError = (error: unknown) =>
  violatedConstraint(error) === 'tours_one_at_a_time';

/** Stores the hash of a link's token. */
export async function insertTourToken(
  db: Database,
  tourId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<void> {
  await db
    .insertInto('tour_tokens')
    .values({ token_hash: tokenHash, tour_id: tourId, created_at: now })
    .execute();
}

export async function hasTourToken(
  db: Database,
  tourId: string,
  tokenHash: Buffer,
): Promise<boolean> {
  const row = await db
    .selectFrom('tour_tokens')
    .select('tour_id')
    .where('token_hash', '=', tokenHash)
    .where('tour_id', '=', tourId)
    .executeTakeFirst();
  return row !== undefined;
}

const isUpcoming = (now: Date) => sql`status in ('requested', 'booked') and start_at > ${now}`;

/** The tours of homes to select: all, or only those of unavailable homes. */
export type ToursOfHomes = 'all' | 'unavailable';

const TOUR_CONDITIONS = {
  all: sql`true`,
  unavailable: sql`exists (select from properties p where p.id = property_id and not p.is_available)`,
} satisfies Record<ToursOfHomes, RawBuilder<unknown>>;

/** Locks upcoming tours of homes and returns their IDs. */
export async function lockUpcomingToursOfHomes(
  transaction: Database,
  propertyIds: readonly string[],
  which: ToursOfHomes,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tours
    where property_id = any(${propertyIds}::bigint[]) and ${isUpcoming(now)} and ${TOUR_CONDITIONS[which]}
    order by id for update`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** A home and an agent who represents or represented it. */
export type HomeOfAgent = { id: string; agentId: string };

/** Builds a condition for rows with the `property_id` and `agent_id` of one of the homes. */
export const isOfHomes = (homes: readonly HomeOfAgent[]) => sql`(property_id, agent_id) in (
  select * from unnest(
    ${homes.map(({ id }) => id)}::bigint[], ${homes.map(({ agentId }) => agentId)}::bigint[]
  ))`;

/** Locks the upcoming tours of homes that are still with the homes' previous agents. @returns their IDs */
export async function lockUpcomingToursOfFormerAgents(
  transaction: Database,
  homes: readonly HomeOfAgent[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tours where ${isOfHomes(homes)} and ${isUpcoming(now)}
    order by id for update`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Locks a user's upcoming tours as agent or visitor, and those of their listings. @returns their IDs */
export async function lockUpcomingToursOfUser(
  transaction: Database,
  userId: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tours
    where (agent_id = ${userId} or visitor_id = ${userId}
        or property_id in (select id from properties where agent_id = ${userId}))
      and ${isUpcoming(now)}
    order by id for update`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Locks an agent's upcoming tours and returns their IDs. */
export async function lockUpcomingToursOfAgent(
  transaction: Database,
  userId: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tours where agent_id = ${userId} and ${isUpcoming(now)}
    order by id for update`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Sets when a tour's reminder is due; null for no reminder. */
export async function setReminder(db: Database, id: string, dueAt: Date | null): Promise<void> {
  await sql`
    update tours set reminder_due_at = ${dueAt}::timestamptz
    where id = ${id} and reminder_due_at is distinct from ${dueAt}::timestamptz`.execute(db);
}

/** Links a tour to its inquiry. */
export async function setInquiry(db: Database, id: string, inquiryId: string): Promise<void> {
  await sql`update tours set inquiry_id = ${inquiryId} where id = ${id}`.execute(db);
}

/** Claims a batch of due reminders. Each is returned to only one caller. */
export async function claimReminders(
  transaction: Database,
  now: Date,
): Promise<{ id: string; dueAt: Date }[]> {
  const { rows } = await sql<{ id: string; dueAt: Date }>`
    with due as (
      select id, reminder_due_at from tours where reminder_due_at <= ${now}
      order by reminder_due_at limit 100 for update skip locked
    )
    update tours t set reminder_due_at = null from due where due.id = t.id
    returning t.id, due.reminder_due_at as "dueAt"`.execute(transaction);
  return rows;
}

/** Locks a batch of unanswered requests for tours whose start has passed. @returns their IDs */
export async function lockUnanswered(transaction: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tours where status = 'requested' and start_at <= ${now}
    order by start_at limit 100 for update skip locked`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** The values that replace a visitor's personal data. */
export const ERASED = { name: 'Deleted user', email: null, phone: null, visitor_network: null };

/** Erases a visitor's personal data from their tours, and deletes the tours' links. */
export async function eraseVisitor(db: Database, userId: string): Promise<void> {
  const tours = db.selectFrom('tours').select('id').where('visitor_id', '=', userId);
  await db.deleteFrom('tour_tokens').where('tour_id', 'in', tours).execute();
  await db.updateTable('tours').set(ERASED).where('visitor_id', '=', userId).execute();
}
