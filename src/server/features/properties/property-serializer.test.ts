import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { inTransaction } from '../../database/database.ts';
import { readEachProperty, readPropertyList } from './property-serializer.ts';

const { db } = await startTestApp();

test('the query plan for reading listings does not depend on their number', async () => {
  const costs = await inTransaction(db, null, async (transaction) => {
    await readEachProperty(transaction, ['1'], 'published', new Date());
    await readPropertyList(transaction, ['1'], 'published', new Date());
    const { rows: statements } = await sql<{ name: string }>`
      select name from pg_prepared_statements where statement like '%public_properties%'`.execute(
      transaction,
    );
    await sql`set local plan_cache_mode = force_custom_plan`.execute(transaction);
    const costOf = async (name: string, ids: string) => {
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] }>`
        explain (format json) execute ${sql.ref(name)} (now(), now(), now(), ${sql.lit(ids)})`.execute(
        transaction,
      );
      return rows[0]?.['QUERY PLAN'][0].Plan['Total Cost'];
    };
    const costPairs = [];
    for (const { name } of statements)
      costPairs.push([
        await costOf(name, '{1}'),
        await costOf(name, '{1,2,3,4,5,6,7,8,9,10,11,12}'),
      ]);
    return costPairs;
  });
  expect(costs).toHaveLength(2);
  for (const [oneListingCost, twelveListingsCost] of costs)
    expect(oneListingCost).toBe(twelveListingsCost);
});
