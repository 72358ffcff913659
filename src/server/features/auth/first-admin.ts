/** The first admin, and the way back in when the last password is lost (interface: Commands, Settings). */

import { type Database, brokenConstraint } from '../../database/database.ts';

/**
 * Makes the admin that `ADMIN_EMAIL` and `ADMIN_PASSWORD` name, unless the address is taken: then nothing
 * changes, neither role nor password.
 *
 * @returns whether an account was made
 */
export async function ensureAdmin(
  db: Database,
  admin: { email: string; password: string },
  options: { now: Date; hashPassword: (password: string) => Promise<string> },
): Promise<boolean> {
  const email = admin.email.trim();
  const taken = await findIdByEmail(db, email);
  if (taken !== undefined) return false;
  try {
    await db
      .insertInto('users')
      .values({
        name: email.split('@')[0] ?? email,
        email,
        role: 'admin',
        password_hash: await options.hashPassword(admin.password.trim()),
        created_at: options.now,
      })
      .execute();
    return true;
  } catch (error) {
    // Another process that started at the same moment was first.
    if (brokenConstraint(error) === 'users_email_key') return false;
    throw error;
  }
}

/**
 * Makes an account an admin.
 *
 * @returns its name, or undefined when no account has the address
 */
export async function makeAdmin(db: Database, email: string): Promise<string | undefined> {
  const id = await findIdByEmail(db, email.trim());
  if (id === undefined) return undefined;
  const row = await db
    .updateTable('users')
    .set({ role: 'admin' })
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

async function findIdByEmail(db: Database, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((column) => column(column.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  return row?.id;
}
