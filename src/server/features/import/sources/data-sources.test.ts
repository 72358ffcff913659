import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { timestampOf, mls, respond, buildRow, type Row } from './mls.fixture.ts';
import { outboundSourceJobs } from './source-jobs.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const UNKNOWN_ID = '9007199254740991';

let server: TestApp;
let people: Record<'user' | 'agent' | 'admin', TestUser>;
let as: TestUser;
beforeAll(async () => {
  const mlsServer = createServer(respond);
  await new Promise<void>((resolve) => mlsServer.listen(0, '127.0.0.1', resolve));
  mls.url = `http://127.0.0.1:${(mlsServer.address() as AddressInfo).port}`;
  server = await startTestApp();
  people = await server.addPeople();
  as = people.admin;
  return async () => {
    mlsServer.close();
    await server.close();
  };
});
beforeEach(() => {
  mls.rows = [];
  mls.requests = [];
  mls.override = null;
});

const buildForm = (body: object = {}) => ({
  name: 'Valley MLS',
  baseUrl: mls.url,
  auth: { kind: 'bearer', token: 'secret-token' },
  defaultAgentId: people.agent._id,
  disclaimer: 'Deemed reliable.',
  ...body,
});
const createSource = (body: object = {}) =>
  server.ok(endpoints.createDataSource, { as, body: buildForm(body) });
const listRuns = (id: string) => server.ok(endpoints.listSourceRuns, { as, params: { id } });
async function runSync(id: string) {
  await server.ok(endpoints.startSourceRun, { as, params: { id } });
  await server.waitUntilIdle();
  const [run] = await listRuns(id);
  if (run === undefined) throw new Error('The source has no runs.');
  return run;
}
/** Finds the first key request of each reconciliation. */
const findKeyRequests = () => mls.requests.filter((url) => url.endsWith('?%24select=ListingKey'));
async function listingsOf(id: string) {
  const { rows } = await sql<{
    id: string;
    key: string;
    price: number;
    is_available: boolean;
    is_off_market: boolean;
    agent_id: string;
    attribution: Row | null;
  }>`select id, split_part(listing_key, ':', 3) as key, price, is_available, is_off_market, agent_id, attribution
    from properties where source_id = ${id} order by key`.execute(server.db);
  return rows;
}
const deleteSource = (id: string) => server.ok(endpoints.deleteDataSource, { as, params: { id } });

describe('POST /data-sources', () => {
  test('requires an admin', async () => {
    await server.expectGuarded(endpoints.createDataSource, people, { body: buildForm() });
  });

  test.each([
    [{ baseUrl: 'http://mls.example.org/odata' }, 'Enter an https URL.'],
    [{ baseUrl: 'https://10.0.0.1/odata' }, '10.0.0.1 is not a public address.'],
    [{ baseUrl: 'nonsense' }, 'The URL must start with http:// or https://.'],
    [{ defaultAgentId: UNKNOWN_ID }, 'Choose an agent.'],
    [{ intervalMinutes: 4 }, 'The interval must be at least 5 minutes.'],
    [{ auth: { kind: 'basic' } }, 'auth.kind must be one of bearer, client_credentials.'],
  ])('rejects %j', async (body, message) => {
    const error = await server.error(endpoints.createDataSource, { as, body: buildForm(body) });
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', message });
  });

  test('encrypts the secret and never returns it', async () => {
    const source = await createSource();
    expect(JSON.stringify(source)).not.toContain('secret-token');
    const { rows } = await sql<{ secret: Buffer }>`
      select secret from data_sources where id = ${source._id}`.execute(server.db);
    expect(rows[0]?.secret.toString('latin1')).not.toContain('secret-token');
    await deleteSource(source._id);
  });
});

describe('GET /data-sources', () => {
  test('lists data sources for admins', async () => {
    await server.expectGuarded(endpoints.listDataSources, people);
    const source = await createSource();
    expect(await server.ok(endpoints.listDataSources, { as })).toEqual([source]);
    await deleteSource(source._id);
    expect(await server.ok(endpoints.listDataSources, { as })).toEqual([]);
  });
});

describe('PATCH /data-sources/:id', () => {
  test('changes only the given fields and requires the secret for another server', async () => {
    const { _id: id } = await createSource();
    await server.expectGuarded(endpoints.changeDataSource, people, { params: { id }, body: {} });
    const requestOf = (body: object) => ({ as, params: { id }, body });
    const changedSource = await server.ok(
      endpoints.changeDataSource,
      requestOf({ isEnabled: false }),
    );
    expect(changedSource).toMatchObject({ isEnabled: false, nextRunAt: null, name: 'Valley MLS' });
    const otherServer = requestOf({ baseUrl: 'https://mls.example.org' });
    const error = await server.error(endpoints.changeDataSource, otherServer);
    expect(error.message).toBe('Enter the secret again.');
    await server.error(endpoints.changeDataSource, { as, params: { id: UNKNOWN_ID }, body: {} });
    await deleteSource(id);
  });
});

describe('POST /data-sources/:id/test', () => {
  test('describes the server and reports its errors', async () => {
    mls.rows = [buildRow('A', 1), buildRow('B', 2, { ListPrice: 0 })];
    const { _id: id } = await createSource();
    await server.expectGuarded(endpoints.testDataSource, people, { params: { id } });
    const result = await server.ok(endpoints.testDataSource, { as, params: { id } });
    expect(result).toMatchObject({ resources: ['Property'], count: 2 });
    expect(result.fields).toContain('ListPrice');
    expect(result.fields).not.toContain('Unread');
    expect(result.sample).toMatchObject([
      { price: 400_000 },
      { key: 'B', reason: 'Missing or invalid price (ListPrice is "0")' },
    ]);
    expect(await listingsOf(id)).toEqual([]);
    mls.override = (_url, response) => response.writeHead(401).end() !== undefined;
    const error = await server.error(endpoints.testDataSource, { as, params: { id } });
    expect(error.message).toMatch(/rejected the credentials \(status 401\)/);
    mls.override = (_url, response) => response.end('<html>') !== undefined;
    const invalidResponse = await server.error(endpoints.testDataSource, { as, params: { id } });
    expect(invalidResponse.message).toBe('The server did not respond with OData.');
    await deleteSource(id);
  });
});

describe('POST /data-sources/:id/runs', () => {
  test('loads all listings in the first sync and only changes in later ones', async () => {
    mls.rows = [
      buildRow('A', 1),
      buildRow('B', 1),
      buildRow('C', 1),
      buildRow('D', 2, { ListAgentEmail: people.agent.email }),
      buildRow('E', 3, { City: '' }),
    ];
    const { _id: id } = await createSource();
    await server.expectGuarded(endpoints.startSourceRun, people, { params: { id } });
    expect(await runSync(id)).toMatchObject({
      state: 'done',
      read: 5,
      total: 5,
      added: 4,
      refused: 1,
    });
    expect(findKeyRequests()).toEqual([]);
    const [first, , , ownListing] = await listingsOf(id);
    expect(first?.attribution).toEqual({
      agentName: 'Pat Other',
      officeName: 'Other Homes',
      agentPhone: null,
      source: 'Valley MLS',
      disclaimer: 'Deemed reliable.',
      updatedAt: timestampOf(1),
    });
    expect(ownListing).toMatchObject({ agent_id: people.agent._id, attribution: null });

    mls.requests = [];
    expect(await runSync(id)).toMatchObject({ read: 1, total: null, updated: 0, refused: 1 });
    expect(mls.requests.length).toBeLessThanOrEqual(3);

    mls.rows[0] = buildRow('A', 4, { ListPrice: 390_000 });
    mls.rows[1] = buildRow('B', 5, { MlgCanView: false });
    mls.rows[2] = buildRow('C', 6, { StandardStatus: 'Closed' });
    expect(await runSync(id)).toMatchObject({ updated: 2, removed: 1, refused: 1 });
    expect(await listingsOf(id)).toMatchObject([
      { key: 'A', price: 390_000, is_available: true },
      { key: 'C', is_available: false },
      { key: 'D', is_available: true },
    ]);
    await deleteSource(id);
  });

  test('runs one sync at a time, at intervals, and not while paused', async () => {
    const { _id: id } = await createSource({ intervalMinutes: 5 });
    await server.ok(endpoints.startSourceRun, { as, params: { id } });
    const error = await server.error(endpoints.startSourceRun, { as, params: { id } });
    expect(error).toMatchObject({ code: 'CONFLICT', message: 'A sync is already running.' });
    await server.runJobs();
    expect(await listRuns(id)).toHaveLength(1);
    await server.clock.advance(6 * 60_000);
    await server.runJobs();
    expect(await listRuns(id)).toHaveLength(2);
    const body = { isEnabled: false };
    await server.ok(endpoints.changeDataSource, { as, params: { id }, body });
    await server.clock.advance(DAY_MS);
    await server.runJobs();
    expect(await listRuns(id)).toHaveLength(2);
    await deleteSource(id);
  });

  test('honors Retry-After and continues with a new token', async () => {
    mls.rows = [buildRow('A', 1), buildRow('B', 2), buildRow('C', 3)];
    let rejectionCount = 0;
    mls.override = (url, response) => {
      if (!url.includes('Property')) return false;
      rejectionCount += 1;
      if (rejectionCount > 3) return false;
      response.writeHead([429, 503, 401][rejectionCount - 1] ?? 200, { 'retry-after': '0' }).end();
      return true;
    };
    const tokenUrl = `${mls.url}/token`;
    const auth = { kind: 'client_credentials', tokenUrl, clientId: 'us', clientSecret: 'x' };
    const { _id: id } = await createSource({ auth });
    expect(await runSync(id)).toMatchObject({ state: 'done', added: 3 });
    expect(mls.tokens).toBe(2);
    await deleteSource(id);
  });

  test('syncs with a server that does not report a total', async () => {
    mls.rows = [buildRow('A', 1)];
    mls.override = (url, response) =>
      url.includes('count=true') && response.writeHead(503).end() !== undefined;
    const { _id: id } = await createSource();
    expect(await runSync(id)).toMatchObject({ state: 'done', total: null, added: 1 });
    await deleteSource(id);
  });

  test('is throttled after each page and each batch', async () => {
    mls.rows = [buildRow('A', 1), buildRow('B', 2), buildRow('C', 3)];
    const { _id: id } = await createSource();
    const { _id: runId } = await server.ok(endpoints.startSourceRun, { as, params: { id } });
    const pauses: number[] = [];
    await outboundSourceJobs['sources.run']?.(
      { runId },
      { ...server.jobContext(), throttle: async (tookMs) => void pauses.push(tookMs) },
    );
    // Pauses after the request for the total, after each of the two pages, and after each of the two
    // batches.
    expect(pauses).toEqual(Array.from({ length: 5 }, () => expect.any(Number)));
    expect(await listRuns(id)).toMatchObject([{ state: 'done', added: 3 }]);
    await deleteSource(id);
  });

  test('continues where a failed run ended', async () => {
    mls.rows = [buildRow('A', 1), buildRow('B', 2), buildRow('C', 3), buildRow('D', 4)];
    const { _id: id } = await createSource();
    mls.override = (url, response) => {
      if (!url.includes('skip=2')) return false;
      response.writeHead(400).end();
      return true;
    };
    expect(await runSync(id)).toMatchObject({ state: 'failed', added: 2 });
    mls.override = null;
    // The last row is read again.
    expect(await runSync(id)).toMatchObject({ state: 'done', read: 3, added: 2, unchanged: 1 });
    await deleteSource(id);
  });

  test('does not send its token to another server', async () => {
    mls.override = (url, response) => {
      if (!url.includes('Property')) return false;
      response.end(JSON.stringify({ value: [], '@odata.nextLink': 'https://other.example.org/' }));
      return true;
    };
    const { _id: id } = await createSource();
    const { error } = await runSync(id);
    expect(error).toMatch(/links to a next page on another server/);
    await deleteSource(id);
  });

  test('notifies admins after three failures and when the source works again', async () => {
    const { _id: id } = await createSource();
    const listNotificationTitles = async () =>
      (await server.ok(endpoints.listNotifications, { as }))
        .filter(({ kind, link }) => kind === 'source' && link.endsWith(`?id=${id}`))
        .map(({ title }) => title);
    mls.override = (_url, response) => response.writeHead(404).end() !== undefined;
    for (let run = 0; run < 2; run += 1) await runSync(id);
    expect(await listNotificationTitles()).toEqual([]);
    for (let run = 0; run < 2; run += 1) await runSync(id);
    mls.override = null;
    await runSync(id);
    expect(await listNotificationTitles()).toEqual([
      'Valley MLS is working again.',
      expect.stringMatching(/^Valley MLS has failed 3 times: .* responded with status 404\.$/),
    ]);
    await deleteSource(id);
  });

  test('lets two sources use the same listing key', async () => {
    mls.rows = [buildRow('A', 1)];
    const [first, second] = [await createSource(), await createSource({ name: 'Other MLS' })];
    await runSync(first._id);
    expect(await runSync(second._id)).toMatchObject({ added: 1 });
    await deleteSource(first._id);
    await deleteSource(second._id);
  });
});

describe('GET /data-sources/:id/runs', () => {
  test('requires an admin', async () => {
    const { _id: id } = await createSource();
    await server.expectGuarded(endpoints.listSourceRuns, people, { params: { id } });
    await server.error(endpoints.listSourceRuns, { as, params: { id: UNKNOWN_ID } });
    await deleteSource(id);
  });
});

describe('GET /data-sources/:id/runs/:runId/refused', () => {
  test('returns rejected rows with their reasons', async () => {
    mls.rows = [buildRow('A', 1, { City: '' })];
    const { _id: id } = await createSource();
    const params = { id, runId: (await runSync(id))._id };
    await server.expectGuarded(endpoints.listSourceRunRows, people, { params });
    expect(await server.ok(endpoints.listSourceRunRows, { as, params })).toEqual([
      { line: 1, key: 'A', reason: 'Missing or invalid city (City is empty)', notes: [] },
    ]);
    const unknownRun = { as, params: { id, runId: UNKNOWN_ID } };
    expect((await server.error(endpoints.listSourceRunRows, unknownRun)).code).toBe('NOT_FOUND');
    await deleteSource(id);
  });
});

describe('DELETE /data-sources/:id/runs/:runId', () => {
  test('cancels an unfinished run', async () => {
    const { _id: id } = await createSource();
    const { _id: runId } = await server.ok(endpoints.startSourceRun, { as, params: { id } });
    await server.expectGuarded(endpoints.cancelSourceRun, people, { params: { id, runId } });
    await server.ok(endpoints.cancelSourceRun, { as, params: { id, runId } });
    await server.waitUntilIdle();
    expect(await listRuns(id)).toMatchObject([{ state: 'canceled' }]);
    const rejection = await server.error(endpoints.cancelSourceRun, {
      as,
      params: { id, runId },
    });
    expect(rejection.code).toBe('CONFLICT');
    await deleteSource(id);
  });
});

describe('reconciliation', () => {
  const buildRows = (count: number) =>
    Array.from({ length: count }, (_, index) => buildRow(`K${index}`, index));

  test('takes missing listings off the market, once a day', async () => {
    mls.rows = buildRows(10);
    const { _id: id } = await createSource();
    await runSync(id);
    mls.rows = mls.rows.slice(0, 8);
    expect(await runSync(id)).toMatchObject({ removed: 0 });
    await server.clock.advance(DAY_MS + 60_000);
    expect(await runSync(id)).toMatchObject({ removed: 2 });
    const removedListings = (await listingsOf(id)).filter((listing) => !listing.is_available);
    expect(removedListings).toMatchObject([
      { key: 'K8', is_off_market: true },
      { key: 'K9', is_off_market: true },
    ]);
    await deleteSource(id);
  });

  test('follows every full sync except the first', async () => {
    mls.rows = buildRows(2);
    const { _id: id } = await createSource();
    await runSync(id);
    expect(findKeyRequests()).toHaveLength(0);
    await server.ok(endpoints.changeDataSource, { as, params: { id }, body: { name: 'Valley' } });
    await runSync(id);
    expect(findKeyRequests()).toHaveLength(1);
    await deleteSource(id);
  });

  test('removes nothing if more than a fifth of the listings are missing', async () => {
    mls.rows = buildRows(10);
    const { _id: id } = await createSource();
    await runSync(id);
    mls.rows = mls.rows.slice(0, 7);
    await server.clock.advance(DAY_MS + 60_000);
    const { error, removed } = await runSync(id);
    expect({ error, removed }).toEqual({
      error:
        '3 of 10 available listings no longer exist at the source. That is too many, so none were taken off the market.',
      removed: 0,
    });
    const [notice] = await server.ok(endpoints.listNotifications, { as });
    expect(notice).toMatchObject({ kind: 'source', title: `Valley MLS: ${error}` });
    await deleteSource(id);
  });
});

describe('listings of a source', () => {
  test('reject manual changes, and stay unavailable if a user marked them as unavailable', async () => {
    mls.rows = [buildRow('A', 1)];
    const source = await createSource();
    await runSync(source._id);
    const id = (await listingsOf(source._id))[0]?.id ?? '';
    const message = 'This listing is managed by Valley MLS.';
    const params = { id };
    const error = await server.error(endpoints.deleteProperty, { as, params });
    expect(error).toMatchObject({ code: 'CONFLICT', message });
    const body = { price: '1', before: null };
    const staleChange = await server.error(endpoints.changePrice, { as, params, body });
    expect(staleChange).toMatchObject({ code: 'CONFLICT', message });
    await server.ok(endpoints.toggleAvailability, { as, params });
    mls.rows = [buildRow('A', 2, { ListPrice: 380_000 })];
    await runSync(source._id);
    const firstListing = async () => (await listingsOf(source._id))[0];
    expect(await firstListing()).toMatchObject({ price: 380_000, is_available: false });
    expect(await runSync(source._id)).toMatchObject({ unchanged: 1, updated: 0 });
    await server.ok(endpoints.toggleAvailability, { as, params });
    expect(await firstListing()).toMatchObject({ is_available: true, is_off_market: false });
    await deleteSource(source._id);
  });

  test('get their pictures in order; only changed pictures are downloaded again', async () => {
    const buildPicture = (name: string, order: number, modifiedAt = timestampOf(1)) => ({
      MediaKey: name,
      MediaURL: `${mls.url}/picture-${name}`,
      Order: order,
      MediaModificationTimestamp: modifiedAt,
    });
    mls.rows = [buildRow('A', 1, { Media: [buildPicture('b', 2), buildPicture('a', 1)] })];
    const { _id: id } = await createSource();
    await runSync(id);
    await server.runJobs();
    const findDownloads = () => mls.requests.filter((url) => url.startsWith('/picture'));
    expect(findDownloads()).toEqual(['/picture-a', '/picture-b']);
    const readPictureKeys = async () => {
      const { rows } = await sql<{ key: string }>`
        select i.key from property_images i join properties p on p.id = i.property_id
        where p.source_id = ${id} order by i.position`.execute(server.db);
      return rows.map(({ key }) => key);
    };
    const [a, b] = await readPictureKeys();
    expect(await listRuns(id)).toMatchObject([{ mediaWaiting: 0 }]);
    mls.rows = [buildRow('A', 2, { Media: [buildPicture('a', 2), buildPicture('b', 1)] })];
    await runSync(id);
    expect(await readPictureKeys()).toEqual([b, a]);
    mls.rows = [buildRow('A', 3, { Media: [buildPicture('a', 1, timestampOf(3))] })];
    await runSync(id);
    await server.runJobs();
    expect(findDownloads()).toEqual(['/picture-a', '/picture-b', '/picture-a']);
    const [newKey, ...otherKeys] = await readPictureKeys();
    expect([otherKeys, newKey === a]).toEqual([[], false]);
    await deleteSource(id);
  });
});

describe('DELETE /data-sources/:id', () => {
  test('takes its listings off the market and detaches them', async () => {
    mls.rows = [buildRow('A', 1)];
    const { _id: id } = await createSource();
    await runSync(id);
    const listingId = (await listingsOf(id))[0]?.id ?? '';
    await server.expectGuarded(endpoints.deleteDataSource, people, { params: { id } });
    await deleteSource(id);
    await server.waitUntilIdle();
    const property = await server.ok(endpoints.getProperty, { params: { id: listingId } });
    expect(property).toMatchObject({ isAvailable: false, attribution: null });
    await server.ok(endpoints.toggleAvailability, { as, params: { id: listingId } });
    expect((await server.error(endpoints.deleteDataSource, { as, params: { id } })).code).toBe(
      'NOT_FOUND',
    );
  });
});

test('changes are recorded in the audit log, without the secret', async () => {
  const { _id: id } = await createSource();
  const body = { intervalMinutes: 30, auth: { kind: 'bearer', token: 'another-token' } };
  await server.ok(endpoints.changeDataSource, { as, params: { id }, body });
  await deleteSource(id);
  const entries = await server.ok(endpoints.listAudit, { as });
  expect(entries.slice(0, 3)).toMatchObject([
    {
      action: 'data_source.deleted',
      entity: { kind: 'data_source', _id: id, title: 'Valley MLS' },
    },
    { action: 'data_source.changed', changes: { intervalMinutes: ['15', '30'] } },
    { action: 'data_source.created', changes: { baseUrl: [null, mls.url] } },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/another-token|secret-token/);
});
