import { expect, describe, test } from 'vitest';
import { openDatabase, openPing } from '#server/database/database.ts';
import { endpoints } from '#shared/api-endpoints.ts';
import { startStallingProxy } from '#tests/helpers/stalling-proxy.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';

describe('GET /health', () => {
  test('returns 200 while the database responds', async () => {
    const server = await startTestApp();
    const { body, headers } = await server.send(endpoints.health);
    expect(body).toEqual({ status: 'ok' });
    expect(headers['cache-control']).toBe('no-store');
    await server.close();
  });

  test('returns 200 while all other connections are in use, even for many concurrent requests', async () => {
    const database = await createTestDatabase();
    const busyDatabase = openDatabase(database.url, { maxConnections: 1 });
    const health = openPing(database.url, 60_000);
    const server = await startTestApp({
      db: busyDatabase.db,
      readDb: busyDatabase.db,
      pingDatabase: health.ping,
    });
    const client = await busyDatabase.pool.connect();
    const statuses = Array.from({ length: 50 }, () => server.status(endpoints.health));
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
    client.release();
    await server.close();
    await Promise.all([busyDatabase.db.destroy(), health.close()]);
    await database.drop();
  });

  test('recovers after its connection was silently lost', async () => {
    const database = await createTestDatabase();
    const proxy = await startStallingProxy(database.url, 'doorstep');
    const health = openPing(proxy.url, 1_000);
    const server = await startTestApp({ pingDatabase: health.ping });
    await expect.poll(() => server.status(endpoints.health)).toBe(200);
    proxy.stall();
    expect(await server.status(endpoints.health)).toBe(503);
    await expect.poll(() => server.status(endpoints.health)).toBe(200);
    await server.close();
    await health.close();
    await proxy.close();
    await database.drop();
  });

  test('returns 503 without details while the database is unavailable', async () => {
    // Nothing listens on port 1.
    const { db } = openDatabase('postgres://none:secret@127.0.0.1:1/none');
    const server = await startTestApp({ db, readDb: db });
    for (const endpoint of [endpoints.health, endpoints.listProperties, endpoints.listAgents]) {
      const error = await server.error(endpoint);
      expect(error).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
      expect(error.message).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|secret/);
      expect(Number(error.headers['retry-after'])).toBeGreaterThan(0);
    }
    await server.close();
    await db.destroy();
  });
});
