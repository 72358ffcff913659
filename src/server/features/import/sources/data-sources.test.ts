import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { at, mls, respond, row, type Row } from './mls.fixture.ts';
import { outboundSourceJobs } from './source-jobs.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const UNKNOWN_ID = '9007199254740991';

let server: TestApp;
let people: Record<'user' | 'agent' | 'admin', TestUser>;
let as: TestUser;
beforeAll(async () => {
  const listening = createServer(respond);
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  mls.url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  server = await startTestApp();
  people = await server.addPeople();
  as = people.admin;
  return async () => {
    listening.close();
    await server.close();
  };
});
beforeEach(() => {
  mls.rows = [];
  mls.requests = [];
  mls.override = null;
});

const formOf = (body: object = {}) => ({
  name: 'Valley MLS',
  baseUrl: mls.url,
  auth: { kind: 'bearer', token: 'secret-token' },
  defaultAgentId: people.agent._id,
  disclaimer: 'Deemed reliable.',
  ...body,
});
const add = (body: object = {}) =>
  server.ok(endpoints.createDataSource, { as, body: formOf(body) });
const runsOf = (id: string) => server.ok(endpoints.listSourceRuns, { as, params: { id } });
async function sync(id: string) {
  await server.ok(endpoints.startSourceRun, { as, params: { id } });
  await server.settled();
  const [run] = await runsOf(id);
  if (run === undefined) throw new Error('There is no run.');
  return run;
}
/** Requests for the first keys of a reconciliation. */
const keyRequests = () => mls.requests.filter((url) => url.endsWith('?%24select=ListingKey'));
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
const remove = (id: string) => server.ok(endpoints.deleteDataSource, { as, params: { id } });

describe('POST /data-sources', () => {
  test('is for admins', async () => {
    await server.expectGuarded(endpoints.createDataSource, people, { body: formOf() });
  });

  test.each([
    [{ baseUrl: 'http://mls.example.org/odata' }, 'Enter an https URL.'],
    [{ baseUrl: 'https://10.0.0.1/odata' }, '10.0.0.1 does not have a public address.'],
    [{ baseUrl: 'nonsense' }, 'This is not a URL with http or https.'],
    [{ defaultAgentId: UNKNOWN_ID }, 'Choose an agent.'],
    [{ intervalMinutes: 4 }, 'The interval must be at least 5 minutes.'],
    [{ auth: { kind: 'basic' } }, 'auth.kind must be one of bearer, client_credentials.'],
  ])('refuses %j', async (body, message) => {
    const refusal = await server.refused(endpoints.createDataSource, { as, body: formOf(body) });
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', message });
  });

  test('stores the secret encrypted and never shows it', async () => {
    const source = await add();
    expect(JSON.stringify(source)).not.toContain('secret-token');
    const { rows } = await sql<{ secret: Buffer }>`
      select secret from data_sources where id = ${source._id}`.execute(server.db);
    expect(rows[0]?.secret.toString('latin1')).not.toContain('secret-token');
    await remove(source._id);
  });
});

describe('GET /data-sources', () => {
  test('lists them for admins', async () => {
    await server.expectGuarded(endpoints.listDataSources, people);
    const source = await add();
    expect(await server.ok(endpoints.listDataSources, { as })).toEqual([source]);
    await remove(source._id);
    expect(await server.ok(endpoints.listDataSources, { as })).toEqual([]);
  });
});

describe('PATCH /data-sources/:id', () => {
  test('changes the given fields, and requires the secret again for another server', async () => {
    const { _id: id } = await add();
    await server.expectGuarded(endpoints.changeDataSource, people, { params: { id }, body: {} });
    const change = (body: object) => ({ as, params: { id }, body });
    const changed = await server.ok(endpoints.changeDataSource, change({ isEnabled: false }));
    expect(changed).toMatchObject({ isEnabled: false, nextRunAt: null, name: 'Valley MLS' });
    const elsewhere = change({ baseUrl: 'https://mls.example.org' });
    const refusal = await server.refused(endpoints.changeDataSource, elsewhere);
    expect(refusal.message).toBe('Enter the secret again.');
    await server.refused(endpoints.changeDataSource, { as, params: { id: UNKNOWN_ID }, body: {} });
    await remove(id);
  });
});

describe('POST /data-sources/:id/test', () => {
  test('describes the server, and reports its errors', async () => {
    mls.rows = [row('A', 1), row('B', 2, { ListPrice: 0 })];
    const { _id: id } = await add();
    await server.expectGuarded(endpoints.testDataSource, people, { params: { id } });
    const found = await server.ok(endpoints.testDataSource, { as, params: { id } });
    expect(found).toMatchObject({ resources: ['Property'], count: 2 });
    expect(found.fields).toContain('ListPrice');
    expect(found.fields).not.toContain('Unread');
    expect(found.sample).toMatchObject([
      { price: 400_000 },
      { key: 'B', reason: 'Missing or invalid price (ListPrice is "0")' },
    ]);
    expect(await listingsOf(id)).toEqual([]);
    mls.override = (_url, response) => response.writeHead(401).end() !== undefined;
    const refusal = await server.refused(endpoints.testDataSource, { as, params: { id } });
    expect(refusal.message).toMatch(/refused the credentials \(status 401\)/);
    mls.override = (_url, response) => response.end('<html>') !== undefined;
    const noData = await server.refused(endpoints.testDataSource, { as, params: { id } });
    expect(noData.message).toBe('The server did not respond with OData.');
    await remove(id);
  });
});

describe('POST /data-sources/:id/runs', () => {
  test('loads all listings first, and only changes later', async () => {
    mls.rows = [
      row('A', 1),
      row('B', 1),
      row('C', 1),
      row('D', 2, { ListAgentEmail: people.agent.email }),
      row('E', 3, { City: '' }),
    ];
    const { _id: id } = await add();
    await server.expectGuarded(endpoints.startSourceRun, people, { params: { id } });
    expect(await sync(id)).toMatchObject({
      state: 'done',
      read: 5,
      total: 5,
      added: 4,
      refused: 1,
    });
    expect(keyRequests()).toEqual([]);
    const [first, , , own] = await listingsOf(id);
    expect(first?.attribution).toEqual({
      agentName: 'Pat Other',
      officeName: 'Other Homes',
      agentPhone: null,
      source: 'Valley MLS',
      disclaimer: 'Deemed reliable.',
      updatedAt: at(1),
    });
    expect(own).toMatchObject({ agent_id: people.agent._id, attribution: null });

    mls.requests = [];
    expect(await sync(id)).toMatchObject({ read: 1, total: null, updated: 0, refused: 1 });
    expect(mls.requests.length).toBeLessThanOrEqual(3);

    mls.rows[0] = row('A', 4, { ListPrice: 390_000 });
    mls.rows[1] = row('B', 5, { MlgCanView: false });
    mls.rows[2] = row('C', 6, { StandardStatus: 'Closed' });
    expect(await sync(id)).toMatchObject({ updated: 2, removed: 1, refused: 1 });
    expect(await listingsOf(id)).toMatchObject([
      { key: 'A', price: 390_000, is_available: true },
      { key: 'C', is_available: false },
      { key: 'D', is_available: true },
    ]);
    await remove(id);
  });

  test('runs one at a time, at intervals, and not while paused', async () => {
    const { _id: id } = await add({ intervalMinutes: 5 });
    await server.ok(endpoints.startSourceRun, { as, params: { id } });
    const refusal = await server.refused(endpoints.startSourceRun, { as, params: { id } });
    expect(refusal).toMatchObject({ code: 'CONFLICT', message: 'A sync is running already.' });
    await server.runJobs();
    expect(await runsOf(id)).toHaveLength(1);
    await server.clock.advance(6 * 60_000);
    await server.runJobs();
    expect(await runsOf(id)).toHaveLength(2);
    const body = { isEnabled: false };
    await server.ok(endpoints.changeDataSource, { as, params: { id }, body });
    await server.clock.advance(DAY_MS);
    await server.runJobs();
    expect(await runsOf(id)).toHaveLength(2);
    await remove(id);
  });

  test('waits as long as a busy server requests, and continues with a new token', async () => {
    mls.rows = [row('A', 1), row('B', 2), row('C', 3)];
    let refusals = 0;
    mls.override = (url, response) => {
      if (!url.includes('Property')) return false;
      refusals += 1;
      if (refusals > 3) return false;
      response.writeHead([429, 503, 401][refusals - 1] ?? 200, { 'retry-after': '0' }).end();
      return true;
    };
    const tokenUrl = `${mls.url}/token`;
    const auth = { kind: 'client_credentials', tokenUrl, clientId: 'us', clientSecret: 'x' };
    const { _id: id } = await add({ auth });
    expect(await sync(id)).toMatchObject({ state: 'done', added: 3 });
    expect(mls.tokens).toBe(2);
    await remove(id);
  });

  test('reads a server that reports no total', async () => {
    mls.rows = [row('A', 1)];
    mls.override = (url, response) =>
      url.includes('count=true') && response.writeHead(503).end() !== undefined;
    const { _id: id } = await add();
    expect(await sync(id)).toMatchObject({ state: 'done', total: null, added: 1 });
    await remove(id);
  });

  test('rests after each page while there are visitors', async () => {
    mls.rows = [row('A', 1), row('B', 2), row('C', 3)];
    const { _id: id } = await add();
    const { _id: runId } = await server.ok(endpoints.startSourceRun, { as, params: { id } });
    const steps: number[] = [];
    await outboundSourceJobs['sources.run']?.(
      { runId },
      { ...server.jobContext(), throttle: async (tookMs) => void steps.push(tookMs) },
    );
    expect(steps).toEqual([expect.any(Number), expect.any(Number)]);
    expect(await runsOf(id)).toMatchObject([{ state: 'done', added: 3 }]);
    await remove(id);
  });

  test('continues where it was interrupted', async () => {
    mls.rows = [row('A', 1), row('B', 2), row('C', 3), row('D', 4)];
    const { _id: id } = await add();
    mls.override = (url, response) => {
      if (!url.includes('skip=2')) return false;
      response.writeHead(400).end();
      return true;
    };
    expect(await sync(id)).toMatchObject({ state: 'failed', added: 2 });
    mls.override = null;
    // The last row is read again.
    expect(await sync(id)).toMatchObject({ state: 'done', read: 3, added: 2, unchanged: 1 });
    await remove(id);
  });

  test('sends its token to no other server', async () => {
    mls.override = (url, response) => {
      if (!url.includes('Property')) return false;
      response.end(JSON.stringify({ value: [], '@odata.nextLink': 'https://other.example.org/' }));
      return true;
    };
    const { _id: id } = await add();
    const { error } = await sync(id);
    expect(error).toMatch(/links to a next page on another server/);
    await remove(id);
  });

  test('notifies admins after three failures, and once it works again', async () => {
    const { _id: id } = await add();
    const notices = async () =>
      (await server.ok(endpoints.listNotifications, { as }))
        .filter(({ kind, link }) => kind === 'source' && link.endsWith(`?id=${id}`))
        .map(({ title }) => title);
    mls.override = (_url, response) => response.writeHead(404).end() !== undefined;
    for (let run = 0; run < 2; run += 1) await sync(id);
    expect(await notices()).toEqual([]);
    for (let run = 0; run < 2; run += 1) await sync(id);
    mls.override = null;
    await sync(id);
    expect(await notices()).toEqual([
      'Valley MLS works again.',
      expect.stringMatching(/^Valley MLS has failed 3 times: .* responded with status 404\.$/),
    ]);
    await remove(id);
  });

  test('two sources can use the same key', async () => {
    mls.rows = [row('A', 1)];
    const [one, other] = [await add(), await add({ name: 'Other MLS' })];
    await sync(one._id);
    expect(await sync(other._id)).toMatchObject({ added: 1 });
    await remove(one._id);
    await remove(other._id);
  });
});

describe('GET /data-sources/:id/runs', () => {
  test('is for admins', async () => {
    const { _id: id } = await add();
    await server.expectGuarded(endpoints.listSourceRuns, people, { params: { id } });
    await server.refused(endpoints.listSourceRuns, { as, params: { id: UNKNOWN_ID } });
    await remove(id);
  });
});

describe('GET /data-sources/:id/runs/:runId/refused', () => {
  test('returns the reasons', async () => {
    mls.rows = [row('A', 1, { City: '' })];
    const { _id: id } = await add();
    const params = { id, runId: (await sync(id))._id };
    await server.expectGuarded(endpoints.listSourceRunRows, people, { params });
    expect(await server.ok(endpoints.listSourceRunRows, { as, params })).toEqual([
      { line: 1, key: 'A', reason: 'Missing or invalid city (City is empty)', notes: [] },
    ]);
    const unknown = { as, params: { id, runId: UNKNOWN_ID } };
    expect((await server.refused(endpoints.listSourceRunRows, unknown)).code).toBe('NOT_FOUND');
    await remove(id);
  });
});

describe('DELETE /data-sources/:id/runs/:runId', () => {
  test('cancels a run that has not ended', async () => {
    const { _id: id } = await add();
    const { _id: runId } = await server.ok(endpoints.startSourceRun, { as, params: { id } });
    await server.expectGuarded(endpoints.cancelSourceRun, people, { params: { id, runId } });
    await server.ok(endpoints.cancelSourceRun, { as, params: { id, runId } });
    await server.settled();
    expect(await runsOf(id)).toMatchObject([{ state: 'canceled' }]);
    const again = await server.refused(endpoints.cancelSourceRun, { as, params: { id, runId } });
    expect(again.code).toBe('CONFLICT');
    await remove(id);
  });
});

describe('reconciliation', () => {
  const some = (count: number) =>
    Array.from({ length: count }, (_, index) => row(`K${index}`, index));

  test('takes missing listings off the market, once a day', async () => {
    mls.rows = some(10);
    const { _id: id } = await add();
    await sync(id);
    mls.rows = mls.rows.slice(0, 8);
    expect(await sync(id)).toMatchObject({ removed: 0 });
    await server.clock.advance(DAY_MS + 60_000);
    expect(await sync(id)).toMatchObject({ removed: 2 });
    const removed = (await listingsOf(id)).filter((listing) => !listing.is_available);
    expect(removed).toMatchObject([
      { key: 'K8', is_off_market: true },
      { key: 'K9', is_off_market: true },
    ]);
    await remove(id);
  });

  test('follows every sync of everything, except the first', async () => {
    mls.rows = some(2);
    const { _id: id } = await add();
    await sync(id);
    expect(keyRequests()).toHaveLength(0);
    await server.ok(endpoints.changeDataSource, { as, params: { id }, body: { name: 'Valley' } });
    await sync(id);
    expect(keyRequests()).toHaveLength(1);
    await remove(id);
  });

  test('changes nothing if more than a fifth would be removed', async () => {
    mls.rows = some(10);
    const { _id: id } = await add();
    await sync(id);
    mls.rows = mls.rows.slice(0, 7);
    await server.clock.advance(DAY_MS + 60_000);
    const { error, removed } = await sync(id);
    expect({ error, removed }).toEqual({
      error:
        '3 of 10 available listings no longer exist there. That is too many, so none was taken off the market.',
      removed: 0,
    });
    const [notice] = await server.ok(endpoints.listNotifications, { as });
    expect(notice).toMatchObject({ kind: 'source', title: `Valley MLS: ${error}` });
    await remove(id);
  });
});

describe('listings of a source', () => {
  test('cannot be changed manually, and stay hidden', async () => {
    mls.rows = [row('A', 1)];
    const source = await add();
    await sync(source._id);
    const id = (await listingsOf(source._id))[0]?.id ?? '';
    const message = 'This listing is managed by Valley MLS.';
    const params = { id };
    const refusal = await server.refused(endpoints.deleteProperty, { as, params });
    expect(refusal).toMatchObject({ code: 'CONFLICT', message });
    const body = { price: '1', before: null };
    const staleChange = await server.refused(endpoints.changePrice, { as, params, body });
    expect(staleChange).toMatchObject({ code: 'CONFLICT', message });
    await server.ok(endpoints.toggleAvailability, { as, params });
    mls.rows = [row('A', 2, { ListPrice: 380_000 })];
    await sync(source._id);
    const isAvailable = async () => (await listingsOf(source._id))[0];
    expect(await isAvailable()).toMatchObject({ price: 380_000, is_available: false });
    expect(await sync(source._id)).toMatchObject({ unchanged: 1, updated: 0 });
    await server.ok(endpoints.toggleAvailability, { as, params });
    expect(await isAvailable()).toMatchObject({ is_available: true, is_off_market: false });
    await remove(source._id);
  });

  test('get their pictures in order, and download them again only if they changed', async () => {
    const picture = (name: string, order: number, modified = at(1)) => ({
      MediaKey: name,
      MediaURL: `${mls.url}/picture-${name}`,
      Order: order,
      MediaModificationTimestamp: modified,
    });
    mls.rows = [row('A', 1, { Media: [picture('b', 2), picture('a', 1)] })];
    const { _id: id } = await add();
    await sync(id);
    await server.runJobs();
    const downloads = () => mls.requests.filter((url) => url.startsWith('/picture'));
    expect(downloads()).toEqual(['/picture-a', '/picture-b']);
    const pictures = async () => {
      const { rows } = await sql<{ key: string }>`
        select i.key from property_images i join properties p on p.id = i.property_id
        where p.source_id = ${id} order by i.position`.execute(server.db);
      return rows.map(({ key }) => key);
    };
    const [a, b] = await pictures();
    expect(await runsOf(id)).toMatchObject([{ mediaWaiting: 0 }]);
    mls.rows = [row('A', 2, { Media: [picture('a', 2), picture('b', 1)] })];
    await sync(id);
    expect(await pictures()).toEqual([b, a]);
    mls.rows = [row('A', 3, { Media: [picture('a', 1, at(3))] })];
    await sync(id);
    await server.runJobs();
    expect(downloads()).toEqual(['/picture-a', '/picture-b', '/picture-a']);
    const [newOne, ...others] = await pictures();
    expect([others, newOne === a]).toEqual([[], false]);
    await remove(id);
  });
});

describe('DELETE /data-sources/:id', () => {
  test('takes its listings off the market, and detaches them', async () => {
    mls.rows = [row('A', 1)];
    const { _id: id } = await add();
    await sync(id);
    const listing = (await listingsOf(id))[0]?.id ?? '';
    await server.expectGuarded(endpoints.deleteDataSource, people, { params: { id } });
    await remove(id);
    await server.settled();
    const property = await server.ok(endpoints.getProperty, { params: { id: listing } });
    expect(property).toMatchObject({ isAvailable: false, attribution: null });
    await server.ok(endpoints.toggleAvailability, { as, params: { id: listing } });
    expect((await server.refused(endpoints.deleteDataSource, { as, params: { id } })).code).toBe(
      'NOT_FOUND',
    );
  });
});

test('changes are recorded in the audit log, without the secret', async () => {
  const { _id: id } = await add();
  const body = { intervalMinutes: 30, auth: { kind: 'bearer', token: 'another-token' } };
  await server.ok(endpoints.changeDataSource, { as, params: { id }, body });
  await remove(id);
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
