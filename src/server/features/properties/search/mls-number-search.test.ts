import { expect, it } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { matchesSearch } from '#shared/matches-search.ts';
import { buildProperty } from '#tests/factories/build-property.ts';
import { buildPropertyRow } from '#tests/factories/build-property-row.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';

it('finds a listing by its complete MLS number regardless of case', async () => {
  const server = await startTestApp();
  try {
    const agent = await server.addUser({ role: 'agent' });
    await server.db
      .insertInto('properties')
      .values([
        buildPropertyRow(agent._id, { mls_number: 'ACT-1234567' }),
        buildPropertyRow(agent._id, { mls_number: 'ACT-12345678' }),
        buildPropertyRow(agent._id),
      ])
      .execute();
    const search = async (searchTerm: string) => {
      const results = await server.ok(endpoints.listProperties, { query: { searchTerm } });
      return results.map(({ mlsNumber }) => mlsNumber);
    };
    expect(await search('act-1234567')).toEqual(['ACT-1234567']);
    expect(await search('ACT-1234')).toEqual([]);
    const ownListings = await server.ok(endpoints.listMyProperties, {
      query: { searchTerm: 'ACT-12345678' },
      as: agent,
    });
    expect(ownListings.map(({ mlsNumber }) => mlsNumber)).toEqual(['ACT-12345678']);
  } finally {
    await server.close();
  }
});

it('matches MLS numbers in memory like the database', () => {
  const now = new Date('2026-03-20T12:00:00Z');
  const home = buildProperty({ mlsNumber: 'ACT-1234567' });
  const matches = (searchTerm: string) =>
    matchesSearch(home, { searchTerm }, now, DEFAULT_COST_RATES);
  expect([matches('act-1234567'), matches('ACT-123456')]).toEqual([true, false]);
});
