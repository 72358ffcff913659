import { type RawBuilder, sql } from 'kysely';
import type { AuditAction } from '#shared/audit-actions.ts';
import type { AuditFilter } from '#shared/schemas/audit.ts';
import type { Database } from '../../database/database.ts';
import type { Slice } from '../../http/endpoints/paging.ts';

/** A field's value before and after a change. */
export type AuditChanges = Record<string, readonly [before: unknown, after: unknown]>;

/** An entry as stored. */
export type AuditRow = {
  id: string;
  at: Date;
  actor_id: string | null;
  actor_name: string;
  action: AuditAction;
  entity_kind: string;
  entity_id: string | null;
  entity_title: string;
  changes: AuditChanges;
  place: string | null;
};

/** An entry before it is stored. */
export type NewAuditRow = Omit<AuditRow, 'id'>;

/** Inserts entries in one statement because deleting an agent can delete thousands of listings. */
export async function insertEntries(
  transaction: Database,
  rows: readonly NewAuditRow[],
): Promise<void> {
  // One parameter for all rows because a statement can have at most 65,535.
  await sql`
    insert into audit_entries
      (at, actor_id, actor_name, action, entity_kind, entity_id, entity_title, changes, place)
    select at, actor_id, actor_name, action, entity_kind, entity_id, entity_title, changes, place
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      at timestamptz, actor_id bigint, actor_name text, action text, entity_kind text,
      entity_id text, entity_title text, changes jsonb, place text)`.execute(transaction);
}

const COLUMNS = sql`
  id, at, actor_id, actor_name, action, entity_kind, entity_id, entity_title, changes, place`;

/** Finds a page of the matching entries, newest first, and their total count. */
export async function findEntries(
  db: Database,
  filter: AuditFilter,
  { offset, limit }: Slice,
): Promise<{ rows: AuditRow[]; total: number }> {
  const condition = toCondition(filter);
  const page = await sql<AuditRow>`
      select ${COLUMNS} from audit_entries where ${condition}
      order by at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  const count = await sql<{ count: number }>`
      select count(*)::int as count from audit_entries where ${condition}`.execute(db);
  return { rows: page.rows, total: count.rows[0]?.count ?? 0 };
}

/** Finds up to `limit` matching entries that follow `last`, newest first. */
export async function findEntriesAfter(
  db: Database,
  filter: AuditFilter,
  last: AuditRow | undefined,
  limit: number,
): Promise<AuditRow[]> {
  const followsLast =
    last === undefined
      ? sql`true`
      : sql`(at, id) < (select at, id from audit_entries where id = ${last.id})`;
  const { rows } = await sql<AuditRow>`
    select ${COLUMNS} from audit_entries where ${toCondition(filter)} and ${followsLast}
    order by at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

function toCondition({ actorId, action, entity, from, to }: AuditFilter): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (actorId !== undefined) conditions.push(sql`actor_id = ${actorId}`);
  if (action !== undefined) conditions.push(sql`action = ${action}`);
  if (entity !== undefined) {
    const [kind, id] = entity.split(':', 2);
    conditions.push(sql`entity_kind = ${kind}`);
    // An entry about several listings has their IDs in its changes.
    if (id !== undefined)
      conditions.push(sql`(entity_id = ${id} or (entity_id is null
        and changes -> 'listings' @> jsonb_build_array(jsonb_build_array(${id}::text))))`);
  }
  if (from !== undefined) conditions.push(sql`at >= ${new Date(from)}`);
  if (to !== undefined) {
    conditions.push(isDay(to) ? sql`at < ${dayAfter(to)}` : sql`at <= ${new Date(to)}`);
  }
  return sql.join(conditions, sql` and `);
}

const isDay = (text: string) => !text.includes('T');

function dayAfter(day: string): Date {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + 1);
  return date;
}

/**
 * Clears the IP addresses of up to 1,000 entries older than a time.
 *
 * @returns the number of cleared entries
 */
export async function clearIpAddressesBefore(db: Database, time: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update audit_entries set place = null where id in (
      select id from audit_entries where place is not null and at < ${time} order by at limit 1000
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
