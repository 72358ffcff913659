/**
 * Tests that a search finds alternative spellings of names and addresses, and words in scripts without
 * spaces, in lists and alerts.
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { matchesSearch } from '#shared/matches-search.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let agent: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent' });
  return () => server.close();
});

const find = async (searchTerm: string) =>
  (await server.ok(endpoints.listProperties, { query: { searchTerm } })).map(({ _id }) => _id);

describe('alternative spellings', () => {
  test.each([
    [{ city: "Kane'ohe" }, 'kaneohe'],
    [{ city: 'Kaneohe' }, "Kane'ohe"],
    [{ city: 'O’Fallon' }, 'ofallon'],
    [{ city: 'ʻEwa Beach' }, 'ewa beach'],
    [{ address: '1015 W Carmine St' }, '1015 West Carmine Street'],
    [{ address: '1016 West Carmine Street' }, '1016 w carmine st'],
    [{ address: '77 Ferris Ave #32C' }, '77 Ferris Avenue Apt 32C'],
    [{ address: '78 Ferris Ave Unit 32C' }, '78 Ferris Ave Suite 32C'],
    [{ city: 'St. Louis' }, 'saint louis'],
    [{ description: '京都の静かな通りにある、庭付きの古い木造住宅です。' }, '庭付き'],
    [{ description: 'บ้านเดี่ยวพร้อมสวนหลังบ้านและที่จอดรถ' }, 'สวนหลังบ้าน'],
  ])('finds %o by %s', async (facts, searchTerm) => {
    const id = await server.addProperty(agent, facts);
    expect(await find(searchTerm)).toContain(id);
    const [home] = await server.ok(endpoints.listPropertiesByIds, { query: { ids: id } });
    if (home === undefined) throw new Error('The home was not returned.');
    const isMatch = matchesSearch(home, { searchTerm }, server.clock.now(), DEFAULT_COST_RATES);
    expect(isMatch).toBe(true);
  });
});

test('a unit matches only with its number, and “unit” alone is an ordinary word', async () => {
  const id = await server.addProperty(agent, { address: '79 Ferris Ave #9' });
  expect(await find('79 Ferris Ave Unit 10')).not.toContain(id);
  expect(await find('79 ferris unit')).not.toContain(id);
});

test('five-digit ZIP codes and ZIP+4 codes match each other and count as one place', async () => {
  const facts = { city: 'Zipville', state: 'TX' };
  const longId = await server.addProperty(agent, { ...facts, zip_code: '78704-1234' });
  const shortId = await server.addProperty(agent, { ...facts, zip_code: '78704' });
  for (const zipCode of ['78704', '78704-1234', '78704-9999', '787041234']) {
    const homes = await server.ok(endpoints.listProperties, { query: { ...facts, zipCode } });
    expect(homes.map(({ _id }) => _id)).toEqual([shortId, longId]);
    const search = { ...facts, zipCode };
    for (const home of homes)
      expect(matchesSearch(home, search, server.clock.now(), DEFAULT_COST_RATES)).toBe(true);
  }
  const places = await server.ok(endpoints.listPlaces, { query: { term: '78704' } });
  expect(places.filter(({ city }) => city === 'Zipville')).toMatchObject([
    { kind: 'zip', zipCode: '78704', count: 2 },
  ]);
});
