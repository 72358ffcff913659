import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { inTransaction } from './database.ts';
import { prepareStatement } from './prepared-statement.ts';

const { db } = await startTestApp();

const sum = prepareStatement<{ a: number; b: number }, { text: string }>(
  (value) =>
    sql`select ${'sum: '} || (${value('a')}::int * 10 + ${value('b')}::int + ${value('a')}::int) as text`,
);

test('each value replaces all its placeholders', async () => {
  expect(await sum(db, { a: 1, b: 2 })).toEqual([{ text: 'sum: 13' }]);
  expect(await sum(db, { a: 3, b: 4 })).toEqual([{ text: 'sum: 37' }]);
});

test('works in a transaction and is prepared once per connection', async () => {
  const plans = await inTransaction(db, null, async (transaction) => {
    await sum(transaction, { a: 1, b: 2 });
    await sum(transaction, { a: 1, b: 3 });
    const { rows } = await sql<{ calls: number }>`
      select (generic_plans + custom_plans)::int as calls from pg_prepared_statements
      where statement like '%sum%' or statement like '%::int * 10%'`.execute(transaction);
    return rows;
  });
  expect(plans).toEqual([{ calls: expect.any(Number) }]);
  expect(plans[0]?.calls).toBeGreaterThanOrEqual(2);
});
