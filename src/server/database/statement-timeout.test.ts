import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toAppError } from '#server/http/error-responses/error-handler.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { openDatabase } from './database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a statement that takes too long is canceled, and its error is reported as a 503', async () => {
  const { db } = openDatabase(database.url, { statementTimeoutMs: 50 });
  const error: unknown = await sql`select pg_sleep(30)`
    .execute(db)
    .catch((reason: unknown) => reason);
  expect(toAppError(error)).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
  await db.destroy();
});
