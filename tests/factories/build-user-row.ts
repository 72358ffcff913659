/** Builds user rows for server tests. Each call returns a different row. */

import type { Insertable } from 'kysely';
import type { UsersTable } from '#server/database/tables.ts';
import { createCounter } from './counters.ts';
import { FACTORY_START } from './factory-start.ts';

/** The password of every user from `buildUserRow`. */
export const USER_PASSWORD = 'open-sesame';

/** The argon2id hash of `USER_PASSWORD`, with a low cost for tests. */
const CHEAP_HASH =
  '$argon2id$v=19$m=64,t=1,p=1$MNVUPABm0afYrloYQneQpA$U93ua0BwzR6Tzjvd156Qy67a0Ql8+PwrrFKYrOXUbcc';

const nextNumber = createCounter();

/** Builds a user with the role `user`, one minute newer than the previous one; pass the fields that matter to the test. */
export function buildUserRow(
  overrides: Partial<Insertable<UsersTable>> = {},
): Insertable<UsersTable> {
  const count = nextNumber();
  return {
    name: `Person Number ${count}`,
    email: `person-${count}@example.org`,
    role: 'user',
    password_hash: CHEAP_HASH,
    created_at: new Date(FACTORY_START.getTime() + count * 60_000),
    ...overrides,
  };
}
