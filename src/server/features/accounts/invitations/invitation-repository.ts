import { sql } from 'kysely';
import type { AgentOffice } from '#shared/schemas/agent-office.ts';
import type { Role } from '#shared/schemas/user.ts';
import type { Database } from '../../../database/database.ts';
import type { Slice } from '../../../http/endpoints/paging.ts';

/** An invitation with its current office and inviter. */
export type InvitationRow = {
  id: string;
  email: string;
  role: Role;
  office: AgentOffice | null;
  inviter: string | null;
  created_at: Date;
  expires_at: Date;
};

const SELECT = sql`
  select i.id, i.email, i.role, i.created_at, i.expires_at, u.name as inviter,
    case when o.id is not null then
      json_build_object('_id', o.id::text, 'slug', o.slug, 'name', o.name) end as office
  from invitations i
  left join offices o on o.id = i.office_id
  left join users u on u.id = i.invited_by`;

/** Matches pending invitations: unused, unexpired, and from an inviter who could still send them. */
const isPending = (now: Date) => sql`i.accepted_at is null and i.expires_at > ${now} and exists (
  select from users inviter left join office_members m on m.user_id = inviter.id
  where inviter.id = i.invited_by and (inviter.role = 'admin' or (
    inviter.role = 'agent' and m.role = 'manager' and m.office_id = i.office_id and i.role = 'agent'
  ))
)`;

/** Lists an office's pending invitations, or all pending ones if `officeId` is null, newest first. */
export async function findInvitations(
  db: Database,
  officeId: string | null,
  now: Date,
  { offset, limit }: Slice,
): Promise<{ rows: InvitationRow[]; total: number }> {
  const condition = sql`${isPending(now)} ${officeId === null ? sql`` : sql`and i.office_id = ${officeId}`}`;
  const page = await sql<InvitationRow>`${SELECT} where ${condition}
      order by i.id desc limit ${limit} offset ${offset}`.execute(db);
  const count = await sql<{ count: number }>`
      select count(*)::int as count from invitations i where ${condition}`.execute(db);
  return { rows: page.rows, total: count.rows[0]?.count ?? 0 };
}

/**
 * Finds a pending invitation. Returns undefined if it is unknown, used, revoked, or expired, or if its
 * inviter could no longer send it.
 */
export async function findInvitation(
  db: Database,
  id: string,
  now: Date,
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    ${SELECT} where i.id = ${id} and ${isPending(now)}`.execute(db);
  return rows[0];
}

/** Finds the pending invitation for a link; `lock` blocks concurrent acceptance and revocation. */
export async function findByToken(
  db: Database,
  tokenHash: Buffer,
  now: Date,
  { lock = false } = {},
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<{ id: string }>`
    select i.id from invitation_tokens t join invitations i on i.id = t.invitation_id
    where t.token_hash = ${tokenHash} ${lock ? sql`for update of i` : sql``}`.execute(db);
  const [match] = rows;
  // Reread after acquiring the lock.
  return match && findInvitation(db, match.id, now);
}

/** Returns an office's name, and prevents its deletion until the transaction ends. */
export async function lockOfficeName(
  transaction: Database,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from offices where id = ${id} for key share`.execute(transaction);
  return rows[0]?.name;
}

/** Adds an invitation. @returns its ID */
export async function insertInvitation(
  transaction: Database,
  invitation: {
    email: string;
    role: Role;
    officeId: string | null;
    inviterId: string;
    now: Date;
    expiresAt: Date;
  },
): Promise<string> {
  const { email, role, officeId, inviterId, now, expiresAt } = invitation;
  const { id } = await transaction
    .insertInto('invitations')
    .values({
      email,
      role,
      office_id: officeId,
      invited_by: inviterId,
      created_at: now,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertInvitationToken(
  db: Database,
  invitationId: string,
  tokenHash: Buffer,
): Promise<void> {
  await db
    .insertInto('invitation_tokens')
    .values({ token_hash: tokenHash, invitation_id: invitationId })
    .execute();
}

/**
 * Revokes a pending invitation.
 *
 * @param officeId limits this to the office's invitations; null for any invitation
 * @returns the invited address; undefined if there is no such pending invitation
 */
export async function deleteInvitation(
  transaction: Database,
  id: string,
  officeId: string | null,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    delete from invitations i where i.id = ${id} and ${isPending(now)}
      ${officeId === null ? sql`` : sql`and i.office_id = ${officeId}`}
    returning i.email`.execute(transaction);
  return rows[0]?.email;
}

export async function markAccepted(transaction: Database, id: string, now: Date): Promise<void> {
  await transaction
    .updateTable('invitations')
    .set({ accepted_at: now })
    .where('id', '=', id)
    .execute();
}

/** Deletes a batch of invitations that expired before a time, used or not. @returns their number */
export async function deleteExpiredInvitations(db: Database, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from invitations where id in (
      select id from invitations where expires_at < ${before} limit 500
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
