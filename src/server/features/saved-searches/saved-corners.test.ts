/** Tests the limits on the corners of drawn areas in saved searches and alerts. */

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { serializeAreas } from '#shared/geo/area.ts';
import { MAX_AREA_POINTS, MAX_AREAS, MAX_SAVED_CORNERS } from '#shared/limits.ts';
import { DEFAULT_RATE_LIMITS } from '#server/http/limits/rate-limits.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { readToken } from './alerts/alerts.fixture.ts';

/** Returns a search for circles with a number of corners each. */
function buildSearch(areaCount: number, cornerCount = MAX_AREA_POINTS): { area: string } {
  const circles = Array.from({ length: areaCount }, (_, area) =>
    Array.from({ length: cornerCount }, (_, corner) => {
      const angle = (2 * Math.PI * corner) / cornerCount;
      return { latitude: 30 + area + Math.sin(angle) / 3, longitude: -97 + Math.cos(angle) / 3 };
    }),
  );
  return { area: serializeAreas(circles) };
}

test('a user’s saved searches have a limited number of corners', async () => {
  const server = await startTestApp();
  const ann = await server.addUser();
  const save = (search: object, as = ann) =>
    server.status(endpoints.createSavedSearch, { as, body: { search, frequency: 'never' } });
  const largest = MAX_AREAS * MAX_AREA_POINTS;
  for (let count = 0; count < MAX_SAVED_CORNERS / largest - 1; count += 1)
    expect(await save(buildSearch(MAX_AREAS))).toBe(201);
  const body = { search: buildSearch(MAX_AREAS - 1), frequency: 'never' as const };
  const { _id } = await server.ok(endpoints.createSavedSearch, { as: ann, body });

  // Concurrent requests cannot exceed the maximum.
  const circle = buildSearch(1, MAX_AREA_POINTS - 10);
  const statuses = await Promise.all([save(circle), save(circle)]);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect(await save({ city: 'Austin' })).toBe(201);
  expect(await save(circle, await server.addUser())).toBe(201);

  const change = (changes: object) =>
    server.status(endpoints.changeSavedSearch, { as: ann, params: { id: _id }, body: changes });
  expect(await change({ search: buildSearch(MAX_AREAS) })).toBe(409);
  // Users who had more corners before the limit can still make other changes and remove corners.
  await sql`
    insert into saved_searches (user_id, name, search, filters, frequency, time_zone, keys, seen_at, created_at)
    select user_id, name, search, filters, frequency, time_zone, keys, seen_at, created_at
    from saved_searches where user_id = ${ann._id}`.execute(server.db);
  expect(await change({ name: 'Ours', frequency: 'daily' })).toBe(200);
  expect(await change({ search: buildSearch(MAX_AREAS - 2) })).toBe(200);
  await server.close();
});

test('alerts without an account can add a limited number of corners a day from one IP address', async () => {
  const server = await startTestApp({
    rateLimits: {
      ...DEFAULT_RATE_LIMITS,
      alertCornersPerIp: { ...DEFAULT_RATE_LIMITS.alertCornersPerIp, max: 3 * MAX_AREA_POINTS },
    },
  });
  const search = buildSearch(1);
  const send = (ip: string, email = 'ann@example.org') =>
    server.status(endpoints.createAlert, { ip, body: { email, search, frequency: 'daily' } });
  expect(await send('203.0.113.1')).toBe(202);
  await server.waitUntilIdle();
  const token = readToken(server, 'alerts/confirm');
  const { manageToken } = await server.ok(endpoints.confirmAlert, { body: { token } });
  const change = (changes: object) =>
    server.status(endpoints.changeAlert, {
      ip: '203.0.113.1',
      query: { token: manageToken ?? '' },
      body: changes,
    });
  expect(await change({ search: buildSearch(2) })).toBe(200);
  expect(await change({ search: buildSearch(2), frequency: 'weekly' })).toBe(200);
  expect(await send('203.0.113.1', 'ben@example.org')).toBe(202);
  expect(await send('203.0.113.1', 'cid@example.org')).toBe(429);
  expect(await change({ search: buildSearch(3) })).toBe(429);
  expect(await send('203.0.113.2', 'cid@example.org')).toBe(202);
  await server.clock.advance(24 * 60 * 60 * 1000);
  expect(await change({ search: buildSearch(3) })).toBe(200);
  await server.close();
});
