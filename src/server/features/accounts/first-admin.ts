/**
 * Creates the first admin, and restores access if the last admin's password is lost
 * (docs/product/accounts.md, Managing accounts).
 */

import { brokenConstraint, type Database } from '../../database/database.ts';
import { findIdByEmail, insertAdmin, setAdminRole } from './admin-repository.ts';

/**
 * Creates the admin given by `ADMIN_EMAIL` and `ADMIN_PASSWORD`. If the email address is taken,
 * the existing account does not change.
 *
 * @returns whether an account was created
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
    await insertAdmin(db, {
      name: email.split('@')[0] ?? email,
      email,
      passwordHash: await options.hashPassword(admin.password.trim()),
      now: options.now,
    });
    return true;
  } catch (error) {
    // Another process that started at the same time has created it.
    if (brokenConstraint(error) === 'users_email_key') return false;
    throw error;
  }
}

/**
 * Makes an account an admin.
 *
 * @returns its name, or undefined if no account has the email address
 */
export async function makeAdmin(db: Database, email: string): Promise<string | undefined> {
  const id = await findIdByEmail(db, email.trim());
  return id === undefined ? undefined : setAdminRole(db, id);
}
