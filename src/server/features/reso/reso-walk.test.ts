/** Pages through many changing listings (docs/product/reso.md). */

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyRow } from '#tests/factories/build-property-row.ts';
import { defaultOrFull } from '#tests/helpers/full-run.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';

const LISTING_COUNT = defaultOrFull(2_000, 100_000);
const PAGE_SIZE = defaultOrFull(100, 1_000);
const ROWS_PER_INSERT = 1_000;

let server: TestApp;
let secret: string;
beforeAll(async () => {
  server = await startTestApp();
  const agent = await server.addUser({ role: 'agent' });
  const as = await server.addUser({ role: 'admin' });
  const body = { name: 'Replicator', scopes: ['reso:read'] };
  ({ clientSecret: secret } = await server.ok(endpoints.createApiKey, { as, body }));
  for (let count = 0; count < LISTING_COUNT; count += ROWS_PER_INSERT) {
    const rows = Array.from({ length: ROWS_PER_INSERT }, () => buildPropertyRow(agent._id));
    await server.db.insertInto('properties').values(rows).execute();
  }
  return () => server.close();
}, 600_000);

type Page = { value: { ListingKey: string }[]; '@odata.nextLink'?: string };

async function readPage(url: string): Promise<Page> {
  const response = await server.app.inject({
    url: url.replace(/^https?:\/\/[^/]+/, ''),
    headers: { authorization: `Bearer ${secret}`, prefer: `odata.maxpagesize=${PAGE_SIZE}` },
  });
  expect(response.statusCode).toBe(200);
  return response.json<Page>();
}

/** Updates random listings one by one, which moves each to the end, until aborted. @returns the number of updates */
async function write(shutdownSignal: AbortSignal): Promise<number> {
  let count = 0;
  while (!shutdownSignal.aborted) {
    await sql`update properties set updated_at = clock_timestamp()
      where id = (select id from properties order by random() limit 1)`.execute(server.db);
    count += 1;
  }
  return count;
}

test(
  'includes every listing while a writer changes timestamps',
  async () => {
    const shutdown = new AbortController();
    const writing = write(shutdown.signal);
    const seen = new Set<string>();
    let next: string | undefined =
      '/reso/odata/Property?$select=ListingKey&$orderby=ModificationTimestamp';
    try {
      while (next !== undefined) {
        const page: Page = await readPage(next);
        for (const { ListingKey } of page.value) seen.add(ListingKey);
        next = page['@odata.nextLink'];
      }
    } finally {
      shutdown.abort();
    }
    expect(await writing).toBeGreaterThan(0);
    expect(seen.size).toBe(LISTING_COUNT);
  },
  defaultOrFull(120_000, 1_200_000),
);
