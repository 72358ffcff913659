import type { User } from '#shared/schemas/user.ts';
import type { Database } from '../../database/database.ts';
import { findUser } from './user-admin-repository.ts';
import { toUser } from './user-serializer.ts';

/** Returns an account for webhooks, with the fields for admins; undefined if it does not exist. */
export async function findUserRecord(db: Database, id: string): Promise<User | undefined> {
  const row = await findUser(db, id);
  return row && toUser(row);
}
