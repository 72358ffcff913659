import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { buildRow, METADATA, mls, type Row, respond } from './mls.fixture.ts';
import { outboundSourceJobs } from './source-jobs.ts';

let server: TestApp;
let admin: TestUser;
let agent: TestUser;
/** Returns the free disk space of the fake operating system. */
let readFreeBytes = () => 1024 ** 4;
beforeAll(async () => {
  const mlsServer = createServer(respond);
  await new Promise<void>((resolve) => mlsServer.listen(0, '127.0.0.1', resolve));
  mls.url = `http://127.0.0.1:${(mlsServer.address() as AddressInfo).port}`;
  server = await startTestApp({ freeDiskBytes: async () => readFreeBytes() });
  ({ admin, agent } = await server.addPeople());
  return async () => {
    mlsServer.close();
    await server.close();
  };
});
beforeEach(() => {
  mls.override = null;
});

async function createSource(): Promise<string> {
  const auth = { kind: 'bearer', token: 'secret-token' };
  const body = { name: 'Valley MLS', baseUrl: mls.url, auth, defaultAgentId: agent._id };
  return (await server.ok(endpoints.createDataSource, { as: admin, body }))._id;
}
async function readRun(id: string) {
  const [run] = await server.ok(endpoints.listSourceRuns, { as: admin, params: { id } });
  return run;
}

test('a large page is written in batches', async () => {
  mls.rows = Array.from({ length: 501 }, (_, index) => buildRow(`A${index}`, 1));
  mls.pageSize = mls.rows.length;
  const id = await createSource();
  const { _id: runId } = await server.ok(endpoints.startSourceRun, { as: admin, params: { id } });
  const countsAfterBatch: unknown[] = [];
  const throttle = async () => void countsAfterBatch.push((await readRun(id))?.added);
  await outboundSourceJobs['sources.run']?.({ runId }, { ...server.jobContext(), throttle });
  // The counts after the request for the total, after the page, and after each batch.
  expect(countsAfterBatch).toEqual([0, 0, 500, 501]);
  expect(await readRun(id)).toMatchObject({ state: 'done', read: 501 });
});

test.each([
  [`{"value":[${'{},'.repeat(5_000)}{}]}`, /sent a page of 5,001 rows. The limit is 5,000\.$/],
  [' '.repeat(2 * 1024 * 1024 + 1), /sent more than 2097152 bytes/],
])('a page that is too large is rejected (%#)', async (page, message) => {
  mls.override = (url, response) => url.includes('Property') && response.end(page).writableEnded;
  const id = await createSource();
  await server.ok(endpoints.startSourceRun, { as: admin, params: { id } });
  await server.waitUntilIdle();
  const run = await readRun(id);
  expect(run).toMatchObject({ state: 'failed', read: 0 });
  expect(run?.error).toMatch(message);
});

test('a run that is canceled during reconciliation stops, even if the server has more pages', async () => {
  mls.rows = [buildRow('A', 1)];
  const id = await createSource();
  await server.ok(endpoints.startSourceRun, { as: admin, params: { id } });
  await server.waitUntilIdle();
  await server.ok(endpoints.changeDataSource, {
    as: admin,
    params: { id },
    body: { name: 'Hill MLS' },
  });
  let pageCount = 0;
  mls.override = (url, response) => {
    if (!/select=ListingKey(?:&page=\d+)*$/.test(url)) return false;
    pageCount += 1;
    const page = { '@odata.nextLink': `${url}&page=${pageCount}`, value: [{ ListingKey: 'B' }] };
    return response.end(JSON.stringify(page)).writableEnded;
  };
  const { _id: runId } = await server.ok(endpoints.startSourceRun, { as: admin, params: { id } });
  const throttle = async () => {
    if (pageCount !== 5) return;
    await server.ok(endpoints.cancelSourceRun, { as: admin, params: { id, runId } });
    pageCount += 1;
  };
  await outboundSourceJobs['sources.run']?.({ runId }, { ...server.jobContext(), throttle });
  expect(await readRun(id)).toMatchObject({ state: 'canceled', removed: 0 });
  expect(pageCount).toBeLessThan(10);
});

test('a change to the source cancels its running sync, and the next one reads everything', async () => {
  mls.rows = Array.from({ length: 4 }, (_, index) => buildRow(`C${index}`, index));
  mls.pageSize = 1;
  const id = await createSource();
  const { _id: runId } = await server.ok(endpoints.startSourceRun, { as: admin, params: { id } });
  let isChanged = false;
  const change = async () => {
    isChanged = true;
    const body = { disclaimer: 'Deemed reliable.' };
    await server.ok(endpoints.changeDataSource, { as: admin, params: { id }, body });
  };
  const context = {
    ...server.jobContext(),
    throttle: async () => {
      if (!isChanged && (await readRun(id))?.added === 2) await change();
    },
  };
  await outboundSourceJobs['sources.run']?.({ runId }, context);
  expect(await readRun(id)).toMatchObject({ state: 'canceled', added: 2 });
  await server.runJobs();
  await server.waitUntilIdle();
  expect(await readRun(id)).toMatchObject({ state: 'done', read: 4, added: 2, updated: 2 });
});

test('a batch that is being written when its source changes is rolled back', async () => {
  mls.rows = [buildRow('R', 1)];
  const id = await createSource();
  const { _id: runId } = await server.ok(endpoints.startSourceRun, { as: admin, params: { id } });
  const freeDiskBytes = async () => {
    const body = { disclaimer: 'Deemed reliable.' };
    await server.ok(endpoints.changeDataSource, { as: admin, params: { id }, body });
    return 1024 ** 4;
  };
  const context = { ...server.jobContext(), freeDiskBytes };
  await outboundSourceJobs['sources.run']?.({ runId }, context);
  expect(await readRun(id)).toMatchObject({ state: 'canceled', added: 0 });
  await server.runJobs();
  await server.waitUntilIdle();
  expect(await readRun(id)).toMatchObject({ state: 'done', read: 1, added: 1 });
});

test('requests small pages if they contain pictures', async () => {
  mls.rows = [buildRow('A', 1)];
  mls.preferences.clear();
  const id = await createSource();
  await server.ok(endpoints.startSourceRun, { as: admin, params: { id } });
  await server.waitUntilIdle();
  expect(mls.preferences.get('expand=Media')).toBe('odata.maxpagesize=40');
  expect(mls.preferences.get('count=true')).toBe('odata.maxpagesize=250');
});

/** Serves pictures as a separate resource, whose pages have the given rows. */
function serveMediaResource(pages: Row[][]) {
  const metadata = METADATA.replace(/<NavigationProperty[^>]*>/, '').replace(
    '</EntityContainer>',
    '<EntitySet Name="Media" EntityType="a.Media"/></EntityContainer>',
  );
  mls.override = (url, response) => {
    if (url.endsWith('$metadata')) return response.end(metadata).writableEnded;
    if (!url.startsWith('/Media?')) return false;
    const page = Number(/page=(\d+)/.exec(url)?.[1] ?? 0);
    const next = { '@odata.nextLink': `${mls.url}/Media?page=${page + 1}` };
    const body = { value: pages[page], ...(page + 1 < pages.length ? next : {}) };
    return response.end(JSON.stringify(body)).writableEnded;
  };
}

test('pictures from a separate resource are matched to their listings', async () => {
  const buildMedia = (listing: string, name: string): Row => ({
    ResourceRecordKey: listing,
    MediaKey: name,
    MediaURL: `${mls.url}/picture-${name}`,
  });
  mls.rows = [buildRow('A', 1), buildRow('B', 2)];
  serveMediaResource([
    [buildMedia('A', 'a1'), buildMedia('other', 'x'), buildMedia('B', 'b1')],
    [buildMedia('A', 'a2')],
  ]);
  const id = await createSource();
  await server.ok(endpoints.startSourceRun, { as: admin, params: { id } });
  await server.waitUntilIdle();
  expect(await readRun(id)).toMatchObject({ state: 'done', added: 2, mediaWaiting: 0 });
  const { rows: media } = await sql<{ title: string; key: string }>`
    select p.title, m.media_key as key from source_media m join properties p on p.id = m.property_id
    where m.url like ${`${mls.url}/picture-_1`} or m.url like ${`${mls.url}/picture-_2`} order by key`.execute(
    server.db,
  );
  expect(media.map(({ key }) => key)).toEqual(['a1', 'a2', 'b1']);
  expect(media[0]?.title).toBe(media[1]?.title);
  expect(media[0]?.title).not.toBe(media[2]?.title);
});

test('a run fails if the server sends too many pictures for a few listings', async () => {
  mls.rows = [buildRow('A', 1)];
  serveMediaResource(
    Array.from({ length: 4 }, () =>
      Array.from({ length: 3_000 }, () => ({ ResourceRecordKey: 'other' })),
    ),
  );
  const id = await createSource();
  await server.ok(endpoints.startSourceRun, { as: admin, params: { id } });
  await server.waitUntilIdle();
  expect(await readRun(id)).toMatchObject({
    state: 'failed',
    error: 'The server sent too many pictures.',
  });
});

test('a run fails while the disk is almost full, and picture downloads are deferred', async () => {
  const media = [{ MediaKey: 'a', MediaURL: `${mls.url}/picture-a`, Order: 1 }];
  mls.rows = [buildRow('A', 1, { Media: media })];
  const id = await createSource();
  const runSync = async () => {
    await server.ok(endpoints.startSourceRun, { as: admin, params: { id } });
    await server.waitUntilIdle();
    return readRun(id);
  };
  readFreeBytes = () => 1024 ** 3 - 1;
  const error =
    'The server has less than 1 GB of free disk space. Listings that were already imported are kept.';
  expect(await runSync()).toMatchObject({ state: 'failed', added: 0, error });
  let checks = 0;
  readFreeBytes = () => {
    checks += 1;
    return checks === 1 ? 1024 ** 3 : 1024 ** 3 - 1;
  };
  expect(await runSync()).toMatchObject({ state: 'done', added: 1, mediaWaiting: 1 });
  readFreeBytes = () => 1024 ** 3;
  await server.runJobs();
  expect(await readRun(id)).toMatchObject({ mediaWaiting: 0 });
});

/** Builds the only row on a page of a server whose pages never end. */
const buildEndlessRow = (page: number) => buildRow(`E${page}`, Math.min(page, 3));

/** Serves a row and a link to another page for each request for changes. */
function serveEndlessly(
  nextOf: (page: number) => number,
  onPage: (page: number) => void = () => undefined,
) {
  mls.override = (url, response) => {
    if (!url.includes('ModificationTimestamp')) return false;
    const page = Number(/page=(\d+)/.exec(url)?.[1] ?? 0);
    onPage(page);
    const body = {
      '@odata.nextLink': `${mls.url}/Property?$orderby=ModificationTimestamp&page=${nextOf(page)}`,
      value: [buildEndlessRow(page)],
    };
    return response.end(JSON.stringify(body)).writableEnded;
  };
}

/** Runs a sync against a server that has the endless server's first rows and one more row. */
async function syncWithRepairedServer(id: string) {
  mls.override = null;
  mls.rows = [...Array.from({ length: 6 }, (_, page) => buildEndlessRow(page)), buildRow('F', 6)];
  await server.ok(endpoints.startSourceRun, { as: admin, params: { id } });
  await server.waitUntilIdle();
  return readRun(id);
}

test('a run with repeated pages fails without removing listings, and the next run succeeds', async () => {
  const id = await createSource();
  serveEndlessly((page) => (page < 5 ? page + 1 : 3));
  await server.ok(endpoints.startSourceRun, { as: admin, params: { id } });
  await server.waitUntilIdle();
  const error = 'The server links to a page that it has already sent.';
  expect(await readRun(id)).toMatchObject({ state: 'failed', added: 6, error });
  const runAfterRepair = await syncWithRepairedServer(id);
  expect(runAfterRepair).toMatchObject({
    state: 'done',
    read: 4,
    added: 1,
    unchanged: 3,
    error: null,
  });
});

test('a run that takes more than a day fails, and the next run continues', async () => {
  const id = await createSource();
  const now = performance.now.bind(performance);
  let skippedMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
  try {
    serveEndlessly(
      (page) => page + 1,
      (page) => {
        if (page === 4) skippedMs = 24 * 60 * 60 * 1000;
        // Ends the run if the limit does not work.
        if (page === 50) mls.override = null;
      },
    );
    await server.ok(endpoints.startSourceRun, { as: admin, params: { id } });
    await server.waitUntilIdle();
  } finally {
    clock.mockRestore();
  }
  const error = 'The sync took more than 24 hours.';
  expect(await readRun(id)).toMatchObject({ state: 'failed', added: 4, error });
  const runAfterRepair = await syncWithRepairedServer(id);
  expect(runAfterRepair).toMatchObject({
    state: 'done',
    read: 4,
    added: 3,
    unchanged: 1,
    error: null,
  });
});
