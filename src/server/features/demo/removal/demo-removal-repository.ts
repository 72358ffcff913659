/** Finds and deletes demo data (docs/product/accounts.md, Removing demo data). */

import { sql } from 'kysely';
import type { Role } from '#shared/schemas/user.ts';
import type { Database } from '../../../database/database.ts';
import { DEMO_INQUIRIES } from '../demo-inquiries.ts';
import { DEMO_MESSAGES } from '../demo-people.ts';

/** The domain of demo email addresses; reserved for examples. */
const DEMO_DOMAIN = 'demo.doorstep.example';

/** A demo account. */
export type DemoAccount = { id: string; name: string; role: Role; avatar_key: string | null };

/** Finds the remaining demo accounts: admins last, and the caller after all others. */
export async function findDemoAccounts(db: Database, callerId: string): Promise<DemoAccount[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'role', 'avatar_key'])
    .where('is_demo', '=', true)
    .orderBy(sql`role = 'admin'`)
    .orderBy(sql`id = ${callerId}`)
    .orderBy('id')
    .execute();
}

/** Returns whether any admin is not a demo account. */
export async function hasRealAdmin(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_demo', '=', false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Deletes the sample contact messages, and demo people's inquiries to and tours with demo agents.
 * Keeps those of other people.
 */
export async function deleteDemoCorrespondence(transaction: Database): Promise<void> {
  const guests = DEMO_INQUIRIES.map(({ email }) => email.toLowerCase());
  await sql`
    delete from inquiries q using users a
    where a.id = q.agent_id and a.is_demo and (
      q.sender_id in (select id from users where is_demo)
      or (q.sender_id is null and lower(q.email) = any(${guests})))`.execute(transaction);
  await sql`
    delete from tours t using users a
    where a.id = t.agent_id and a.is_demo and (
      t.visitor_id in (select id from users where is_demo)
      or (t.visitor_id is null and lower(t.email) like ${`%@${DEMO_DOMAIN}`}))`.execute(
    transaction,
  );
  for (const { email, subject, message } of DEMO_MESSAGES) {
    await transaction
      .deleteFrom('contact_messages')
      .where('email', '=', email)
      .where('subject', '=', subject)
      .where('message', '=', message)
      .execute();
  }
}

/** Blocks an account's deletion until the transaction ends. Returns false if it no longer exists. */
export async function lockActor(transaction: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${id} for key share`.execute(transaction);
  return rows.length === 1;
}

/** Locks a demo account. Returns false if it no longer exists or is not a demo account. */
export async function lockDemoAccount(transaction: Database, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${id} and is_demo for update`.execute(transaction);
  return rows.length === 1;
}
