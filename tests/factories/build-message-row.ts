/** Contact messages as the table holds them, for tests of the server. Every call gives another one. */

import type { Insertable } from 'kysely';
import type { ContactMessagesTable } from '#server/database/tables.ts';
import { createCounter } from './counters.ts';
import { FACTORY_START } from './factory-start.ts';

const nextNumber = createCounter();

/** An unread message, one minute newer than the one before; say what matters to the test. */
export function buildMessageRow(
  facts: Partial<Insertable<ContactMessagesTable>> = {},
): Insertable<ContactMessagesTable> {
  const count = nextNumber();
  return {
    name: `Writer Number ${count}`,
    email: `writer-${count}@example.org`,
    subject: `Question number ${count}`,
    message: 'Is the garden open to the south?',
    is_read: false,
    created_at: new Date(FACTORY_START.getTime() + count * 60_000),
    ...facts,
  };
}
