import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { MAX_FAVORITES, MAX_MERGED_FAVORITES } from '#shared/limits.ts';
import { sql } from 'kysely';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let ann: TestUser;
let ben: TestUser;
let agent: TestUser;
/** Four homes, oldest first. */
let homes: string[];
beforeAll(async () => {
  server = await startTestApp();
  ann = await server.addUser();
  ben = await server.addUser();
  agent = await server.addUser({ role: 'agent' });
  homes = [];
  for (const price of [100_000, 200_000, 300_000, 400_000])
    homes.push(await server.addProperty(agent, { price }));
  return () => server.close();
});
beforeEach(() => server.db.deleteFrom('favorites').execute());

const homeAt = (index: number) => homes[index] ?? '';
const save = (as: TestUser, id: string, body?: unknown) =>
  server.ok(endpoints.saveFavorite, { as, params: { id }, body });
const idsOf = (as: TestUser) => server.ok(endpoints.listFavoriteIds, { as });
const UNKNOWN_ID = '999999999';

describe('GET /favorites', () => {
  test('returns the caller’s saved homes in pages, newest first, including unavailable ones', async () => {
    await save(ann, homeAt(0));
    await server.clock.advance(1_000);
    await save(ann, homeAt(1), { note: 'Ask about the roof' });
    await save(ben, homeAt(2));
    await server.ok(endpoints.toggleAvailability, { as: agent, params: { id: homeAt(0) } });
    const { body, headers } = await server.send(endpoints.listFavorites, {
      as: ann,
      query: { page: 1, limit: 1 },
    });
    expect(body).toMatchObject([
      { _id: homeAt(1), note: 'Ask about the roof', savedPrice: 200_000 },
    ]);
    expect(headers).toMatchObject({ 'x-total-count': '2', 'cache-control': 'no-store' });
    const second = await server.ok(endpoints.listFavorites, {
      as: ann,
      query: { page: 2, limit: 1 },
    });
    expect(second).toMatchObject([{ _id: homeAt(0), note: null, isAvailable: false }]);
    await server.ok(endpoints.toggleAvailability, { as: agent, params: { id: homeAt(0) } });
  });
});

describe('GET /favorites/ids', () => {
  test('returns the IDs, newest first', async () => {
    await save(ann, homeAt(2));
    await server.clock.advance(1_000);
    await save(ann, homeAt(0));
    expect(await idsOf(ann)).toEqual([homeAt(0), homeAt(2)]);
    expect(await idsOf(ben)).toEqual([]);
  });
});

describe('PUT /favorites/:id', () => {
  test('keeps the original date and price, and keeps the note if none is sent', async () => {
    const first = await save(ann, homeAt(0), { note: '  Near the park ' });
    expect(first).toMatchObject({ note: 'Near the park', savedPrice: 100_000 });
    await server.clock.advance(60_000);
    await server.db
      .updateTable('properties')
      .set({ price: 90_000 })
      .where('id', '=', homeAt(0))
      .execute();
    const unchangedFavorite = await save(ann, homeAt(0));
    expect(unchangedFavorite).toMatchObject({
      note: 'Near the park',
      savedPrice: 100_000,
      price: 90_000,
      savedAt: first.savedAt,
    });
    expect(await save(ann, homeAt(0), { note: '' })).toMatchObject({ note: null });
  });

  test.each([[{ note: 'x'.repeat(1_001) }], [{ note: 7 }]])('rejects %j', async (body) => {
    const rejection = await server.error(endpoints.saveFavorite, {
      as: ann,
      params: { id: homeAt(0) },
      body,
    });
    expect(rejection).toMatchObject({ status: 400, errors: [{ path: 'note' }] });
    expect(await idsOf(ann)).toEqual([]);
  });

  test.each([UNKNOWN_ID, 'abc'])('returns 404 for the home %s', async (id) => {
    const { status } = await server.error(endpoints.saveFavorite, { as: ann, params: { id } });
    expect(status).toBe(404);
  });

  test('rejects homes above the limit and changes nothing', async () => {
    await sql`
      insert into properties (agent_id, title, description, price, address, city, state, zip_code, latitude,
        longitude, bedrooms, bathrooms, sqft, property_type, status)
      select agent_id, 'Many homes', description, price, address, city, state, zip_code, latitude, longitude,
        bedrooms, bathrooms, sqft, property_type, status
      from properties, generate_series(1, ${MAX_FAVORITES}) where id = ${homeAt(3)}`.execute(
      server.db,
    );
    await sql`
      insert into favorites (user_id, property_id, saved_price, saved_at)
      select ${ann._id}, id, price, now() from properties where title = 'Many homes'`.execute(
      server.db,
    );
    const rejection = await server.error(endpoints.saveFavorite, {
      as: ann,
      params: { id: homeAt(0) },
    });
    expect(rejection).toMatchObject({ status: 409, code: 'CONFLICT' });
    const mergeError = await server.error(endpoints.mergeFavorites, {
      as: ann,
      body: { ids: [homeAt(0)] },
    });
    expect(mergeError.status).toBe(409);
    expect(await idsOf(ann)).toHaveLength(MAX_FAVORITES);
    expect(await idsOf(ann)).not.toContain(homeAt(0));
    await server.db.deleteFrom('properties').where('title', '=', 'Many homes').execute();
  });
});

describe('DELETE /favorites/:id', () => {
  test('removes the caller’s saved home, even repeatedly, but not other users’ saved homes', async () => {
    await save(ann, homeAt(0));
    await save(ben, homeAt(0));
    for (const id of [homeAt(0), homeAt(0), UNKNOWN_ID]) {
      const { status } = await server.send(endpoints.deleteFavorite, { as: ann, params: { id } });
      expect(status).toBe(204);
    }
    expect(await idsOf(ann)).toEqual([]);
    expect(await idsOf(ben)).toEqual([homeAt(0)]);
  });
});

describe('POST /favorites/merge', () => {
  test('adds a device’s homes in order, and skips unknown and invalid IDs', async () => {
    await save(ann, homeAt(3));
    await server.clock.advance(1_000);
    const ids = await server.ok(endpoints.mergeFavorites, {
      as: ann,
      body: { ids: [homeAt(1), UNKNOWN_ID, 'abc', 7, null, homeAt(0), homeAt(1), homeAt(3)] },
    });
    expect(ids).toEqual([homeAt(1), homeAt(0), homeAt(3)]);
    expect(await idsOf(ann)).toEqual(ids);
  });

  test('leaves out unknown IDs, and rejects more IDs than the limit of a request', async () => {
    const ids = Array.from({ length: MAX_FAVORITES + 1 }, () => UNKNOWN_ID);
    expect(await server.ok(endpoints.mergeFavorites, { as: ann, body: { ids } })).toEqual([]);
    const body = { ids: Array.from({ length: MAX_MERGED_FAVORITES + 1 }, () => UNKNOWN_ID) };
    const { code, errors } = await server.error(endpoints.mergeFavorites, { as: ann, body });
    expect(code).toBe('VALIDATION_FAILED');
    expect(errors?.[0]?.message).toBe('At most 1,900 IDs are allowed in one request.');
  });

  test.each([[{}], [{ ids: 'all' }]])('rejects %j', async (body) => {
    const { status } = await server.error(endpoints.mergeFavorites, { as: ann, body });
    expect(status).toBe(400);
  });
});

test('a deleted listing disappears from saved homes', async () => {
  const id = await server.addProperty(agent);
  await save(ann, id);
  await server.ok(endpoints.deleteProperty, { as: agent, params: { id } });
  expect(await idsOf(ann)).toEqual([]);
});
