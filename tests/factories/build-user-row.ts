/** People as the table holds them, for tests of the server. Every call gives another one. */

import type { Insertable } from 'kysely';
import type { UsersTable } from '#server/database/tables.ts';
import { createCounter } from './counters.ts';
import { FACTORY_START } from './factory-start.ts';

/** The password of everyone whom `buildUserRow` creates. */
export const USER_PASSWORD = 'open-sesame';

/** argon2id of it at a cost that tests can afford. */
const CHEAP_HASH =
  '$argon2id$v=19$m=64,t=1,p=1$MNVUPABm0afYrloYQneQpA$U93ua0BwzR6Tzjvd156Qy67a0Ql8+PwrrFKYrOXUbcc';

const nextNumber = createCounter();

/** A user with role user, one minute newer than the one before; say what matters to the test. */
export function buildUserRow(facts: Partial<Insertable<UsersTable>> = {}): Insertable<UsersTable> {
  const count = nextNumber();
  return {
    name: `Person Number ${count}`,
    email: `person-${count}@example.org`,
    role: 'user',
    password_hash: CHEAP_HASH,
    created_at: new Date(FACTORY_START.getTime() + count * 60_000),
    ...facts,
  };
}
