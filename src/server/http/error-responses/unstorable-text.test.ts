import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { toAppError } from './error-handler.ts';

test('text that the database cannot store is reported as a 400, which is not logged', async () => {
  const database = await createTestDatabase();
  const { db } = openDatabase(database.url);
  try {
    for (const statement of [
      sql`select ${'a\0b'}::text`,
      sql`select ${JSON.stringify({ a: '\0' })}::jsonb`,
    ]) {
      const error: unknown = await statement.execute(db).catch((reason: unknown) => reason);
      const appError = toAppError(error);
      expect(appError).toMatchObject({ code: 'BAD_REQUEST', status: 400 });
      expect(appError.cause).toBeUndefined();
    }
  } finally {
    await db.destroy();
    await database.drop();
  }
});
