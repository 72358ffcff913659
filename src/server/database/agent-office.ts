/** SQL for a user's office, shared by all features (docs/product/offices.md). */

import { type AliasedRawBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { AgentOffice, OfficeRole } from '#shared/schemas/agent-office.ts';
import type { Tables } from './tables.ts';

/** A user's office and role in it; both null if the user has no office. */
export type Membership = { office: AgentOffice | null; officeRole: OfficeRole | null };

/** Selects the user's office as JSON, or null if the user has none. */
export const officeOf = (userId: RawBuilder<unknown>): RawBuilder<AgentOffice | null> => sql`(
  select json_build_object('_id', o.id::text, 'slug', o.slug, 'name', o.name)
  from office_members om join offices o on o.id = om.office_id where om.user_id = ${userId})`;

/** Returns the ID of a user's office, or null; `lock` prevents changes until the transaction ends. */
export async function findOfficeId(
  db: Kysely<Tables>,
  userId: string,
  { lock = false } = {},
): Promise<string | null> {
  const { rows } = await sql<{ officeId: string }>`
    select office_id as "officeId" from office_members where user_id = ${userId}
    ${lock ? sql`for no key update` : sql``}`.execute(db);
  return rows[0]?.officeId ?? null;
}

/** Selects the ID of the user's office, or null. */
export const officeIdOf = (userId: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`(select om.office_id from office_members om where om.user_id = ${userId})`;

/** Returns an agent's or admin's phone number and office name; each is null if absent, and both for other users. */
export async function findAgentContact(
  db: Kysely<Tables>,
  userId: string,
): Promise<{ phone: string | null; officeName: string | null }> {
  const { rows } = await sql<{ phone: string | null; officeName: string | null }>`
    select u.phone, o.name as "officeName" from users u
    left join office_members om on om.user_id = u.id left join offices o on o.id = om.office_id
    where u.id = ${userId} and u.role <> 'user'`.execute(db);
  return rows[0] ?? { phone: null, officeName: null };
}

/** Selects the columns of `Membership` for the user. */
export const membershipOf = (
  userId: RawBuilder<unknown>,
): [
  AliasedRawBuilder<AgentOffice | null, 'office'>,
  AliasedRawBuilder<OfficeRole | null, 'officeRole'>,
] => [
  officeOf(userId).as('office'),
  sql<OfficeRole | null>`(
    select om.role from office_members om where om.user_id = ${userId})`.as('officeRole'),
];

/** Selects whether the user is in the office. */
export const isInOffice = (userId: RawBuilder<unknown>, officeId: string): RawBuilder<boolean> =>
  sql`${userId} in (select om.user_id from office_members om where om.office_id = ${officeId})`;

/**
 * Returns the ID of a user's office and the user's role in it, and locks the membership until the transaction ends.
 * Returns an empty object if the user has no office.
 */
export async function lockMembership(
  transaction: Kysely<Tables>,
  userId: string,
): Promise<{ office?: { _id: string }; officeRole?: OfficeRole }> {
  const { rows } = await sql<{ officeId: string; role: OfficeRole }>`
    select office_id as "officeId", role from office_members where user_id = ${userId} for no key update`.execute(
    transaction,
  );
  const [row] = rows;
  return row === undefined ? {} : { office: { _id: row.officeId }, officeRole: row.role };
}

/** A record with its agent and the agent's office. */
type Owned<T> = T & { agentId: string; officeId: string | null };

/**
 * Locks a record until the transaction ends. Locks its agent's office membership first because all transactions take
 * their locks in this order (see `inActorTransaction`).
 *
 * @param find returns the record, and locks it if `lock` is true
 * @param check throws if the record does not exist or the caller cannot change it. Also called before anything is
 *   locked: otherwise, anyone could keep others' records locked.
 */
export async function lockOwned<T extends { agentId: string }>(
  transaction: Kysely<Tables>,
  find: (options: { lock: boolean }) => Promise<T | undefined>,
  check: (record: Owned<T> | undefined) => Owned<T>,
): Promise<Owned<T>> {
  const read = async (lock: boolean) => {
    const record = await find({ lock });
    return check(
      record && { ...record, officeId: await findOfficeId(transaction, record.agentId) },
    );
  };
  const before = await read(false);
  await findOfficeId(transaction, before.agentId, { lock: true });
  const record = await read(true);
  if (record.agentId !== before.agentId)
    await findOfficeId(transaction, record.agentId, { lock: true });
  return record;
}
