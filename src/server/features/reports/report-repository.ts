import { sql } from 'kysely';
import type { ReportDecision } from '#shared/schemas/report.ts';
import type { ReportReason } from '#shared/schemas/report-reasons.ts';
import type { Database } from '../../database/database.ts';
import type { Slice } from '../../http/endpoints/paging.ts';

/** A report with its listing's current title and agent. */
export type ReportRow = {
  id: string;
  property_id: string | null;
  title: string;
  agent_id: string | null;
  reason: ReportReason;
  text: string;
  email: string | null;
  decision: ReportDecision | null;
  note: string;
  created_at: Date;
};

const SELECT = sql`
  select r.id, r.property_id, coalesce(p.title, r.property_title) as title, p.agent_id, r.reason,
    r.text, r.email, r.decision, r.note, r.created_at
  from reports r left join properties p on p.id = r.property_id`;

/** Inserts a report about a listing. @returns false if the listing is not public */
export async function insertReport(
  db: Database,
  report: {
    propertyId: string;
    reason: ReportReason;
    text: string;
    email: string | undefined;
    now: Date;
  },
): Promise<boolean> {
  const { propertyId, reason, text, email, now } = report;
  const { numAffectedRows } = await sql`
    insert into reports (property_id, property_title, reason, text, email, created_at)
    select id, title, ${reason}, ${text}, ${email ?? null}, ${now} from public_properties
    where id = ${propertyId}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Returns whether a listing is public. */
export async function isPublicProperty(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('public_properties')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns one page of the reports, newest first, and their total. */
export async function findReports(
  db: Database,
  state: 'open' | 'closed' | undefined,
  { offset, limit }: Slice,
): Promise<{ rows: ReportRow[]; total: number }> {
  // The conditions are literal because only literals can use the partial index on open reports.
  const condition =
    state === undefined
      ? sql`true`
      : state === 'open'
        ? sql`r.decision is null`
        : sql`r.decision is not null`;
  const page = await sql<ReportRow>`${SELECT} where ${condition}
      order by r.created_at desc, r.id desc limit ${limit} offset ${offset}`.execute(db);
  const count = await sql<{ count: number }>`
      select count(*)::int as count from reports r where ${condition}`.execute(db);
  return { rows: page.rows, total: count.rows[0]?.count ?? 0 };
}

/** Returns a report; undefined if it does not exist. */
export async function findReport(db: Database, id: string): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`${SELECT} where r.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks a report's listing until the transaction ends, if it exists. */
export async function lockReportedProperty(transaction: Database, id: string): Promise<void> {
  await sql`
    select from properties where id = (select property_id from reports where id = ${id})
    for no key update`.execute(transaction);
}

/** A report whose decision has changed, with the former decision; null if it was open. */
export type DecidedReport = { id: string; former: ReportDecision | null };

/** Closes a report and all open reports about the same listing. Returns them. */
export async function decide(
  transaction: Database,
  { id, property_id: propertyId, decision: former }: ReportRow,
  change: { decision: ReportDecision; note: string; now: Date },
): Promise<DecidedReport[]> {
  const { decision, note, now } = change;
  const { rows } = await sql<{ id: string }>`
    update reports set decision = ${decision}, note = ${note}, decided_at = ${now}
    where id = ${id} or (property_id = ${propertyId} and decision is null)
    returning id`.execute(transaction);
  return rows.map((row) => ({ id: row.id, former: row.id === id ? former : null }));
}

/** Dismisses all reports about a listing that were closed by hiding it. Returns them. */
export async function dismissHidingReports(
  transaction: Database,
  propertyId: string,
  now: Date,
): Promise<DecidedReport[]> {
  const { rows } = await sql<{ id: string }>`
    update reports set decision = 'dismissed', decided_at = ${now}
    where property_id = ${propertyId} and decision = 'hidden' returning id`.execute(transaction);
  return rows.map(({ id }) => ({ id, former: 'hidden' }));
}

/**
 * Takes a listing off the market until `showProperty`. An already unavailable listing stays sold,
 * rented, or off the market.
 *
 * @returns false if it was already hidden
 */
export async function hideProperty(transaction: Database, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into hidden_properties (property_id, was_available, hidden_at)
    select id, is_available, ${now} from properties where id = ${id}
    on conflict (property_id) do nothing`.execute(transaction);
  await sql`
    update properties set is_available = false, is_off_market = true, updated_at = ${now}
    where id = ${id} and is_available`.execute(transaction);
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * Sets the availability that hidden listings get when they are shown again. Ignores other listings.
 *
 * @param listings a listing that is neither available nor off the market is sold or rented
 */
export async function setAvailabilityAfterHiding(
  transaction: Database,
  listings: readonly { id: string; isAvailable: boolean; isOffMarket: boolean }[],
): Promise<void> {
  await sql`
    update hidden_properties h
    set was_available = l.is_available, is_sold = not (l.is_available or l.is_off_market)
    from unnest(${listings.map(({ id }) => id)}::bigint[],
      ${listings.map(({ isAvailable }) => isAvailable)}::boolean[],
      ${listings.map(({ isOffMarket }) => isOffMarket)}::boolean[]) as l (id, is_available, is_off_market)
    where h.property_id = l.id and h.was_available <> l.is_available`.execute(transaction);
}

/**
 * Shows a hidden listing again, with the availability that it would otherwise have: sold if it was marked as sold
 * while it was hidden.
 *
 * @returns whether it was hidden
 */
export async function showProperty(transaction: Database, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ was_available: boolean; is_sold: boolean }>`
    delete from hidden_properties where property_id = ${id} returning was_available, is_sold`.execute(
    transaction,
  );
  const [hidden] = rows;
  if (hidden !== undefined && (hidden.was_available || hidden.is_sold)) {
    await sql`
      update properties set is_available = ${hidden.was_available}, is_off_market = false, updated_at = ${now}
      where id = ${id}`.execute(transaction);
  }
  return rows.length > 0;
}

/**
 * Deletes up to 500 reports older than a time. If a report hides a listing, deletes only the
 * reporter's text and email because admins need the report to show the listing again.
 *
 * @returns the number of reports
 */
export async function deleteReportsBefore(db: Database, time: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old as (
      select r.id, r.decision is not distinct from 'hidden' and h.property_id is not null as is_needed
      from reports r left join hidden_properties h on h.property_id = r.property_id
      where r.created_at < ${time} and (r.text <> '' or r.email is not null or h.property_id is null
        or r.decision is distinct from 'hidden')
      limit 500
    ), redacted as (
      update reports set text = '', email = null where id in (select id from old where is_needed)
      returning id
    ), deleted as (
      delete from reports where id in (select id from old where not is_needed) returning id
    )
    select ((select count(*) from redacted) + (select count(*) from deleted))::int as count`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Returns whether an admin has hidden a listing. */
export async function isHidden(db: Database, propertyId: string): Promise<boolean> {
  const { rows } = await sql`
    select from hidden_properties where property_id = ${propertyId}`.execute(db);
  return rows.length > 0;
}
