/** Tests the job that detaches the listings of a deleted source. */

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { insertSource } from './source-repository.ts';

test('all listings are detached and taken off the market, even if the default agent is deleted and the job is lost', async () => {
  const server = await startTestApp();
  try {
    const [admin, agent, defaultAgent] = [
      await server.addUser({ role: 'admin' }),
      await server.addUser({ role: 'agent' }),
      await server.addUser({ role: 'agent' }),
    ];
    const sourceId = await insertSource(
      server.db,
      {
        name: 'Example MLS',
        baseUrl: 'https://mls.example.org',
        auth: { kind: 'bearer', token: 'token' },
        defaultAgentId: defaultAgent._id,
        agentBy: 'email',
        intervalMinutes: 60,
        mediaPolicy: 'none',
        isEnabled: false,
      },
      server.clock.now(),
    );
    // More than one batch.
    for (let count = 0; count < 501; count += 1) await server.addProperty(agent);
    await sql`
      update properties set source_id = ${sourceId}, is_source_available = true,
        listing_key = 'source:' || ${sourceId}::text || ':' || id`.execute(server.db);
    await server.ok(endpoints.deleteDataSource, { as: admin, params: { id: sourceId } });
    await server.ok(endpoints.deleteUser, { as: admin, params: { id: defaultAgent._id } });
    await sql`delete from graphile_worker._private_jobs where key = ${`source-remove:${sourceId}`}`.execute(
      server.db,
    );
    await server.runJobs(new Date(server.clock.now().getTime() + 60_000));
    const { rows } = await sql`
      select from properties
      where source_id is not null or listing_key is not null or is_available`.execute(server.db);
    expect(rows).toHaveLength(0);
    const sources = await sql`select from data_sources`.execute(server.db);
    expect(sources.rows).toHaveLength(0);
  } finally {
    await server.close();
  }
});
