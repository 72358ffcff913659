import type { Role } from '#shared/schemas/user.ts';
import type { Database } from '../../database/database.ts';

/** Finds the account with an email address, ignoring case. */
export async function findAccountByEmail(
  db: Database,
  email: string,
): Promise<{ id: string; role: Role } | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'role'])
    .where((column) => column(column.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
}

/** Inserts an admin; violates `users_email_key` if the email address is taken. @returns its ID */
export async function insertAdmin(
  db: Database,
  admin: { name: string; email: string; passwordHash: string; now: Date },
): Promise<string> {
  const { name, email, passwordHash: password_hash, now: created_at } = admin;
  const { id } = await db
    .insertInto('users')
    .values({ name, email, role: 'admin', password_hash, created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
