/** Tests upgrading a database with inquiries that an earlier release assigned to other agents. */

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { migrateTo, migrateToLatest } from '#server/database/migrate.ts';
import { createEmptyDatabase } from '#tests/helpers/test-database.ts';

test('the agent before an inquiry’s first assignment is filled in from the audit log', async () => {
  const database = await createEmptyDatabase();
  const { db } = openDatabase(database.url);
  try {
    await migrateTo(db, '0274_search_withheld_addresses');
    const { rows: inquiries } = await sql<{ id: string }>`
      insert into inquiries (property_title, property_price, name)
      values ('Home', 1000, 'Assigned twice'), ('Home', 1000, 'Never assigned')
      returning id`.execute(db);
    for (const agents of [
      ['7', '8'],
      ['8', '9'],
    ])
      await sql`
        insert into audit_entries (at, actor_name, action, entity_kind, entity_id, entity_title, changes)
        values (now(), 'Admin', 'inquiry.assigned', 'inquiry', ${inquiries[0]?.id}, 'Home',
          ${JSON.stringify({ agent: agents })})`.execute(db);

    await migrateToLatest(db);

    const rows = await db.selectFrom('inquiries').select('assigned_from').orderBy('id').execute();
    expect(rows).toEqual([{ assigned_from: '7' }, { assigned_from: null }]);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
