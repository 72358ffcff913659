import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';

test('an account is deleted even if deleting or moving its data takes minutes', async () => {
  const server = await startTestApp();
  try {
    const admin = await server.addUser({ role: 'admin' });
    const agent = await server.addUser({ role: 'agent' });
    const formerAgent = await server.addUser({ role: 'agent' });
    for (const owner of [agent, formerAgent]) {
      const home = await server.addProperty(owner);
      await server.ok(endpoints.ask, {
        as: admin,
        params: { id: home },
        body: { message: 'Is it still available?' },
      });
    }
    // Rejects statements with the default timeout on tables where an account can have many rows.
    await sql`
      create function require_long_timeout() returns trigger language plpgsql as $$
      begin
        if current_setting('statement_timeout') <> '10min' then raise exception 'would time out'; end if;
        return null;
      end $$`.execute(server.db);
    for (const table of ['properties', 'inquiries', 'tours', 'users'])
      await sql`
        create trigger needs_long_timeout after update or delete on ${sql.table(table)}
          for each statement execute function require_long_timeout()`.execute(server.db);
    await server.ok(endpoints.deleteUser, {
      as: admin,
      params: { id: formerAgent._id },
      query: { reassignTo: agent._id },
    });
    await server.ok(endpoints.deleteUser, { as: admin, params: { id: agent._id } });
    expect(await server.ok(endpoints.listAllProperties, { as: admin })).toEqual([]);
  } finally {
    await server.close();
  }
});
