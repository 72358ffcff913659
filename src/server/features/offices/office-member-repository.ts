/** Reads and writes office memberships. */

import { sql } from 'kysely';
import type { OfficeRole } from '#shared/schemas/agent-office.ts';
import type { Database } from '../../database/database.ts';

/** A member of an office. */
export type MemberRow = {
  id: string;
  name: string;
  email: string;
  avatar_key: string | null;
  office_role: OfficeRole;
  /** The office's name. */
  office: string;
};

/**
 * Returns a member of an office; undefined for anyone else. `lock` locks the row until the
 * transaction ends.
 */
export async function findMember(
  db: Database,
  officeId: string,
  userId: string,
  { lock = false } = {},
): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    select u.id, u.name, u.email, u.avatar_key, m.role as office_role, o.name as office
    from office_members m join users u on u.id = m.user_id join offices o on o.id = m.office_id
    where m.office_id = ${officeId} and m.user_id = ${userId}
    ${lock ? sql`for update of m` : sql``}`.execute(db);
  return rows[0];
}

/**
 * Returns an office's members, or a user's membership if any, and locks them until the transaction
 * ends.
 */
export async function lockMembers(
  transaction: Database,
  selection: { officeId: string } | { userId: string },
): Promise<Pick<MemberRow, 'id' | 'name' | 'office_role' | 'office'>[]> {
  const { rows } = await sql<Pick<MemberRow, 'id' | 'name' | 'office_role' | 'office'>>`
    select u.id, u.name, m.role as office_role, o.name as office
    from office_members m join users u on u.id = m.user_id join offices o on o.id = m.office_id
    where ${'officeId' in selection ? sql`m.office_id = ${selection.officeId}` : sql`m.user_id = ${selection.userId}`}
    order by u.id for update of m`.execute(transaction);
  return rows;
}

/**
 * Adds a member or changes their role.
 *
 * @returns false, with no change, if they are in another office
 */
export async function setMember(
  transaction: Database,
  member: { officeId: string; userId: string; role: OfficeRole; now: Date },
): Promise<boolean> {
  const { officeId, userId, role, now } = member;
  const { rows } = await sql`
    insert into office_members as m (user_id, office_id, role, joined_at)
    values (${userId}, ${officeId}, ${role}, ${now})
    on conflict (user_id) do update set role = excluded.role where m.office_id = excluded.office_id
    returning user_id`.execute(transaction);
  return rows.length > 0;
}

export async function deleteMember(transaction: Database, userId: string): Promise<void> {
  await transaction.deleteFrom('office_members').where('user_id', '=', userId).execute();
}
