/**
 * Creates the first admin, and restores access if the last admin's password is lost
 * (docs/product/accounts.md, Managing accounts).
 */

import { violatedConstraint, type Database, inTransaction } from '../../database/database.ts';
import { type AuditActor, recordAudit } from '../audit/audit-service.ts';
import { assignRole } from '../users/role-service.ts';
import { findIdByEmail, insertAdmin } from './admin-repository.ts';

/** The audit log's actors for changes by the operator. */
const SETTINGS: AuditActor = { name: 'Server settings' };
const COMMAND_LINE: AuditActor = { name: 'Command line' };

/**
 * Creates the admin configured by `ADMIN_EMAIL` and `ADMIN_PASSWORD`. If the email address is taken,
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
  const existingId = await findIdByEmail(db, email);
  if (existingId !== undefined) return false;
  try {
    const name = email.split('@')[0] ?? email;
    const passwordHash = await options.hashPassword(admin.password.trim());
    const { now } = options;
    await inTransaction(db, null, async (transaction) => {
      const id = await insertAdmin(transaction, { name, email, passwordHash, now });
      await recordAudit(transaction, SETTINGS, {
        action: 'user.created',
        entity: { kind: 'user', id, title: name },
        changes: { role: [null, 'admin'] },
        now,
      });
    });
    return true;
  } catch (error) {
    // Another process that started at the same time created the account first.
    if (violatedConstraint(error) === 'users_email_key') return false;
    throw error;
  }
}

/**
 * Makes an account an admin.
 *
 * @returns the account's name, or undefined if no account has the email address
 */
export async function makeAdmin(
  db: Database,
  email: string,
  now: Date,
): Promise<string | undefined> {
  return inTransaction(db, null, async (transaction) => {
    const id = await findIdByEmail(transaction, email.trim());
    if (id === undefined) return undefined;
    return assignRole(transaction, COMMAND_LINE, { userId: id, role: 'admin', now });
  });
}
