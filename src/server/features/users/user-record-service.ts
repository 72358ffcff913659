import type { User } from '#shared/schemas/user.ts';
import type { Database } from '../../database/database.ts';
import { findUser } from './user-admin-repository.ts';
import { toUser } from './user-serializer.ts';

/** An account as admins see it, for the operator's own systems; undefined when there is none. */
export async function findUserRecord(db: Database, id: string): Promise<User | undefined> {
  const row = await findUser(db, id);
  return row && toUser(row);
}
