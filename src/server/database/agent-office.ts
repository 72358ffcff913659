/** The office of a user as statements of every feature read it (docs/product/offices.md). */

import { type AliasedRawBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { AgentOffice, OfficeRole } from '#shared/schemas/agent-office.ts';
import type { Tables } from './tables.ts';

/** The office that a user is in, and as what; both null without one. */
export type Membership = { office: AgentOffice | null; officeRole: OfficeRole | null };

/** The office of the user whose id a column holds, as JSON; null without one. */
export const officeOf = (userId: RawBuilder<unknown>): RawBuilder<AgentOffice | null> => sql`(
  select json_build_object('_id', o.id::text, 'slug', o.slug, 'name', o.name)
  from office_members om join offices o on o.id = om.office_id where om.user_id = ${userId})`;

/** The id of a user's office, or null; with `lock` it stays so until the transaction ends. */
export async function findOfficeId(
  db: Kysely<Tables>,
  userId: string,
  { lock = false } = {},
): Promise<string | null> {
  const { rows } = await sql<{ officeId: string }>`
    select office_id as "officeId" from office_members where user_id = ${userId}
    ${lock ? sql`for share` : sql``}`.execute(db);
  return rows[0]?.officeId ?? null;
}

/** The id of that office, or null. */
export const officeIdOf = (userId: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`(select om.office_id from office_members om where om.user_id = ${userId})`;

/** An agent's phone number and office's name, each null without one. */
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

/** The columns of `Membership` for the user whose id a column holds. */
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

/** Whether the user whose id a column holds is in an office. */
export const isOfOffice = (userId: RawBuilder<unknown>, officeId: string): RawBuilder<boolean> =>
  sql`${userId} in (select om.user_id from office_members om where om.office_id = ${officeId})`;

/** The membership of a user, which stays as it is until the transaction ends; empty without one. */
export async function lockMembership(
  transaction: Kysely<Tables>,
  userId: string,
): Promise<{ office?: { _id: string }; officeRole?: OfficeRole }> {
  const { rows } = await sql<{ officeId: string; role: OfficeRole }>`
    select office_id as "officeId", role from office_members where user_id = ${userId} for share`.execute(
    transaction,
  );
  const [row] = rows;
  return row === undefined ? {} : { office: { _id: row.officeId }, officeRole: row.role };
}
