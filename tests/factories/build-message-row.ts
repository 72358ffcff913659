/** Builds rows of contact messages for server tests. Each call returns a different row. */

import type { Insertable } from 'kysely';
import type { ContactMessagesTable } from '#server/database/tables.ts';
import { createCounter } from './counters.ts';
import { FACTORY_START } from './factory-start.ts';

const nextNumber = createCounter();

/** Builds an unread message, one minute newer than the previous one; pass the fields that matter to the test. */
export function buildMessageRow(
  overrides: Partial<Insertable<ContactMessagesTable>> = {},
): Insertable<ContactMessagesTable> {
  const count = nextNumber();
  return {
    name: `Writer Number ${count}`,
    email: `writer-${count}@example.org`,
    subject: `Question number ${count}`,
    message: 'Does the garden face south?',
    is_read: false,
    created_at: new Date(FACTORY_START.getTime() + count * 60_000),
    ...overrides,
  };
}
