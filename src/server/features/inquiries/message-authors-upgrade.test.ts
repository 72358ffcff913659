/** Tests upgrading a database with answers from a release that did not store their authors. */

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { migrateTo, migrateToLatest } from '#server/database/migrate.ts';
import { createEmptyDatabase } from '#tests/helpers/test-database.ts';
import { setAgent } from './inquiry-change-repository.ts';
import { findMessages } from './inquiry-repository.ts';

test('answers from an earlier release keep their author when the conversation is reassigned', async () => {
  const database = await createEmptyDatabase();
  const { db } = openDatabase(database.url);
  try {
    await migrateTo(db, '0101_agent_phones');
    const { rows: agents } = await sql<{ id: string }>`
      insert into users (name, email, role, password_hash)
      select name, name || '@example.org', 'agent', '' from unnest(array['Former', 'New']) name
      returning id`.execute(db);
    const [formerAgentId, newAgentId] = agents.map(({ id }) => id) as [string, string];
    // The second conversation's agent was deleted.
    const { rows: inquiries } = await sql<{ id: string }>`
      insert into inquiries (property_title, property_price, agent_id, name)
      values ('Home', 1000, ${formerAgentId}, 'Visitor'), ('Home', 1000, null, 'Visitor')
      returning id`.execute(db);
    for (const { id } of inquiries)
      await sql`
        insert into inquiry_messages (inquiry_id, is_from_agent, text)
        values (${id}, false, 'Question'), (${id}, true, 'Answer')`.execute(db);

    await migrateToLatest(db);
    for (const { id } of inquiries) await setAgent(db, id, newAgentId);

    const authors = await Promise.all(
      inquiries.map(async ({ id }) =>
        (await findMessages(db, id)).map((message) => message.author_name),
      ),
    );
    expect(authors).toEqual([
      ['Visitor', 'Former'],
      ['Visitor', null],
    ]);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
