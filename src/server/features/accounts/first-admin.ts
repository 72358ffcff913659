/**
 * Creates the first admin, and restores access if the last admin's password is lost
 * (docs/product/accounts.md, Managing accounts).
 */

import { violatedConstraint, type Database, inTransaction } from '../../database/database.ts';
import { findProvenAddress } from '../../jobs/mail-proof-repository.ts';
import { type AuditActor, recordAudit } from '../audit/audit-service.ts';
import { assignRole } from '../users/role-service.ts';
import { findAccountByEmail, insertAdmin } from './admin-repository.ts';

/** The audit log's actors for changes by the operator. */
const SETTINGS: AuditActor = { name: 'Server settings' };
const COMMAND_LINE: AuditActor = { name: 'Command line' };

/** The result of `ensureAdmin`: the account was created, or already exists with or without the admin role. */
type AdminState = 'created' | 'admin' | 'not admin';

/**
 * Creates the admin configured by `ADMIN_EMAIL` and `ADMIN_PASSWORD`. If the email address is taken,
 * the existing account does not change.
 */
export async function ensureAdmin(
  db: Database,
  admin: { email: string; password: string },
  options: { now: Date; hashPassword: (password: string) => Promise<string> },
): Promise<AdminState> {
  const email = admin.email.trim();
  const existing = await findAccountByEmail(db, email);
  if (existing !== undefined) return existing.role === 'admin' ? 'admin' : 'not admin';
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
    return 'created';
  } catch (error) {
    // Another process that started at the same time created the account first.
    if (violatedConstraint(error) === 'users_email_key') return 'admin';
    throw error;
  }
}

/**
 * Makes an account an admin.
 *
 * @returns the account's name and whether its address is proven; undefined if no account has the
 *   email address
 */
export async function makeAdmin(
  db: Database,
  email: string,
  now: Date,
): Promise<{ name: string; isProven: boolean } | undefined> {
  return inTransaction(db, null, async (transaction) => {
    const account = await findAccountByEmail(transaction, email.trim());
    if (account === undefined) return undefined;
    const { id: userId } = account;
    const name = await assignRole(transaction, COMMAND_LINE, { userId, role: 'admin', now });
    return name === undefined
      ? undefined
      : { name, isProven: (await findProvenAddress(transaction, userId)) !== null };
  });
}
