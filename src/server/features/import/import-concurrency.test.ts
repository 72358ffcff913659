/** Tests concurrent imports while visitors search. */

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { buildCsv, buildRow, runImport } from './import.fixture.ts';

const ROW_COUNT = 600;
const VISITOR_COUNT = 4;

test('three concurrent imports succeed without errors for visitors', async () => {
  const server = await startTestApp();
  try {
    const agent = await server.addUser({ role: 'agent' });
    const statuses = new Set<number>();
    const shutdown = new AbortController();
    const searchUntilShutdown = async (visitor: number) => {
      const terms = ['creek', 'austin', 'elm st', `view ${visitor}`];
      for (let turn = 0; !shutdown.signal.aborted; turn += 1) {
        const searchTerm = terms[(turn + visitor) % terms.length] ?? '';
        const query = new URLSearchParams({ searchTerm, minPrice: String(turn) });
        const response = await server.app.inject(`/api/properties?${query.toString()}`);
        statuses.add(response.statusCode);
      }
    };
    const visitors = Array.from({ length: VISITOR_COUNT }, (_, visitor) =>
      searchUntilShutdown(visitor),
    );
    // All files contain the same homes, each in a different order.
    const keys = Array.from({ length: ROW_COUNT }, (_, index) => `k${index}`);
    const files = [keys, keys.toReversed(), keys.toSorted()].map((order, file) =>
      buildCsv(...order.map((key) => buildRow(key, { ListPrice: String(1_000 + file) }))),
    );
    const imports = await Promise.allSettled(
      files.map((content) =>
        runImport(server.db, makeTempFolder(), content, { agent: agent.email }),
      ),
    );
    shutdown.abort();
    await Promise.all(visitors);
    for (const result of imports) {
      expect(result).toMatchObject({
        status: 'fulfilled',
        value: { summary: { rows: ROW_COUNT, refused: 0 } },
      });
    }
    expect([...statuses]).toEqual([200]);
    const homes = await server.db.selectFrom('properties').select('id').execute();
    expect(homes).toHaveLength(ROW_COUNT);
  } finally {
    await server.close();
  }
});

test('an agent’s import does not wait for changes to other agents’ listings, or lock them', async () => {
  const server = await startTestApp();
  try {
    const { agent } = await server.addPeople();
    const otherAgent = await server.addUser({ role: 'agent' });
    const id = await server.addProperty(otherAgent, { listing_key: 'theirs' });
    const form = new FormData();
    form.append('file', new Blob([buildCsv(buildRow('theirs'), buildRow('mine'))]), 'homes.csv');
    await server.db.transaction().execute(async (transaction) => {
      await sql`select from properties where id = ${id} for update`.execute(transaction);
      await sql`select from users where id = ${otherAgent._id} for update`.execute(transaction);
      const importOptions = { as: agent, form };
      const { _id } = await server.ok(endpoints.createImport, importOptions);
      await server.waitUntilIdle();
      const run = await server.ok(endpoints.getImport, { as: agent, params: { id: _id } });
      expect(run).toMatchObject({ state: 'done', added: 1, refused: 1 });
    });
  } finally {
    await server.close();
  }
});
