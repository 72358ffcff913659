import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { buildRow, mls, respond } from './mls.fixture.ts';
import { outboundSourceJobs } from './source-jobs.ts';

let server: TestApp;
let as: TestUser;
let agent: TestUser;
beforeAll(async () => {
  const listening = createServer(respond);
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  mls.url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  server = await startTestApp();
  ({ admin: as, agent } = await server.addPeople());
  return async () => {
    listening.close();
    await server.close();
  };
});
beforeEach(() => {
  mls.override = null;
});

async function createSource(): Promise<string> {
  const auth = { kind: 'bearer', token: 'secret-token' };
  const body = { name: 'Valley MLS', baseUrl: mls.url, auth, defaultAgentId: agent._id };
  return (await server.ok(endpoints.createDataSource, { as, body }))._id;
}
async function readRun(id: string) {
  const [run] = await server.ok(endpoints.listSourceRuns, { as, params: { id } });
  return run;
}

test('a large page is written in batches', async () => {
  mls.rows = Array.from({ length: 501 }, (_, index) => buildRow(`A${index}`, 1));
  mls.pageSize = mls.rows.length;
  const id = await createSource();
  const { _id: runId } = await server.ok(endpoints.startSourceRun, { as, params: { id } });
  const countsAfterBatch: unknown[] = [];
  const throttle = async () => void countsAfterBatch.push((await readRun(id))?.added);
  await outboundSourceJobs['sources.run']?.({ runId }, { ...server.jobContext(), throttle });
  expect(countsAfterBatch).toEqual([500, 501]);
  expect(await readRun(id)).toMatchObject({ state: 'done', read: 501 });
});

test.each([
  [`{"value":[${'{},'.repeat(5_000)}{}]}`, /sent a page of 5,001 rows. The limit is 5,000\.$/],
  [' '.repeat(16 * 1024 * 1024 + 1), /sent more than 16777216 bytes/],
])('a page that is too large is rejected (%#)', async (page, message) => {
  mls.override = (url, response) => url.includes('Property') && response.end(page).writableEnded;
  const id = await createSource();
  await server.ok(endpoints.startSourceRun, { as, params: { id } });
  await server.waitUntilIdle();
  const run = await readRun(id);
  expect(run).toMatchObject({ state: 'failed', read: 0 });
  expect(run?.error).toMatch(message);
});
