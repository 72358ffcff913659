import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { DEFAULT_RATE_LIMITS } from '#server/http/limits/rate-limits.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { readToken } from './alerts.fixture.ts';

const HOUR_MS = 60 * 60 * 1000;
const SEARCH = { city: 'Austin', state: 'TX' };

let server: TestApp;
let email: string;
let count = 0;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.waitUntilIdle();
  server.emails.length = 0;
  count += 1;
  email = `visitor-${count}@example.org`;
});

const requestAlert = (overrides: object = {}, ip = `203.0.113.${count}`) =>
  server.status(endpoints.createAlert, {
    ip,
    body: { email, search: SEARCH, frequency: 'daily', ...overrides },
  });

/** Requests an alert and returns the token from the confirmation email. */
async function requestToken(overrides: object = {}): Promise<string> {
  expect(await requestAlert(overrides)).toBe(202);
  await server.waitUntilIdle();
  return readToken(server, 'alerts/confirm');
}

const confirm = (token: string) => server.ok(endpoints.confirmAlert, { body: { token } });

describe('POST /alerts', () => {
  test('emails one confirmation link, and no alerts until the address is confirmed', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const token = await requestToken();
    expect(token).toHaveLength(43);
    expect(server.emails).toHaveLength(1);
    await server.addProperty(agent, { ...SEARCH, created_at: server.clock.now() });
    await server.waitUntilIdle();
    await server.clock.advance(24 * HOUR_MS);
    await server.waitUntilIdle();
    expect(server.emails).toHaveLength(1);
  });

  test('also returns 202 and emails a link if the address has an account', async () => {
    const { email: accountEmail } = await server.addUser();
    expect(await requestAlert({ email: accountEmail.toUpperCase() })).toBe(202);
    await server.waitUntilIdle();
    expect(server.emails.map(({ to }) => to)).toEqual([accountEmail.toUpperCase()]);
  });

  test.each([
    { email: 'invalid' },
    { search: { color: 'red' } },
    { search: { status: 'For Sale' } },
    { frequency: 'never' },
    { timeZone: 'Nowhere' },
  ])('rejects %j', async (overrides) => {
    expect(await requestAlert(overrides)).toBe(400);
    await server.waitUntilIdle();
    expect(server.emails).toEqual([]);
  });

  test('accepts 5 requests per hour from one IP address', async () => {
    const ip = '203.0.113.250';
    const requests = [0, 1, 2, 3, 4, 5].map((index) =>
      requestAlert({ email: `v${index}-${email}` }, ip),
    );
    const statuses = await Promise.all(requests);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    await server.clock.advance(HOUR_MS);
    expect(await requestAlert({}, ip)).toBe(202);
    expect(DEFAULT_RATE_LIMITS.alertsPerIp).toEqual({ max: 5, seconds: 3600 });
  });

  test('sends at most 3 emails a day to one address, without an error', async () => {
    for (let index = 0; index < 4; index += 1) {
      expect(await requestAlert({}, `203.0.114.${index}`)).toBe(202);
    }
    await server.waitUntilIdle();
    expect(server.emails).toHaveLength(3);
  });
});

describe('GET /alerts/confirm', () => {
  test('shows the search for 48 hours', async () => {
    const token = await requestToken();
    expect(await server.ok(endpoints.getAlertToConfirm, { query: { token } })).toEqual({
      email,
      name: 'Homes in Austin, TX',
      search: SEARCH,
      frequency: 'daily',
      timeZone: 'UTC',
      isConfirmed: false,
    });
    await server.clock.advance(48 * HOUR_MS);
    expect(await server.status(endpoints.getAlertToConfirm, { query: { token } })).toBe(404);
    expect(await server.status(endpoints.confirmAlert, { body: { token } })).toBe(404);
  });
});

describe('POST /alerts/confirm', () => {
  test('confirms, even repeatedly, and returns a token to manage alerts', async () => {
    const token = await requestToken();
    const confirmation = await confirm(token);
    expect(confirmation).toMatchObject({ email, isConfirmed: true });
    expect((await confirm(token)).manageToken).toHaveLength(43);
    expect(await server.status(endpoints.confirmAlert, { body: { token: 'unknown' } })).toBe(404);
    expect(await server.status(endpoints.confirmAlert, { body: {} })).toBe(400);
    expect(
      JSON.stringify(await server.db.selectFrom('alert_tokens').selectAll().execute()),
    ).not.toContain(token);
  });

  test('is limited to 60 attempts per hour from one IP address', async () => {
    const attempt = () =>
      server.status(endpoints.confirmAlert, {
        body: { token: 'unknown' },
        ip: '203.0.113.251',
      });
    const statuses = await Promise.all(Array.from({ length: 61 }, attempt));
    expect(statuses.filter((status) => status === 404)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    await server.clock.advance(HOUR_MS);
    expect(await attempt()).toBe(404);
  });

  test('starts sending alerts, which contain links to manage them and to unsubscribe', async () => {
    const agent = await server.addUser({ role: 'agent' });
    await confirm(await requestToken({ frequency: 'instant', search: { city: 'Linkville' } }));
    server.emails.length = 0;
    await server.addProperty(agent, { city: 'Linkville', created_at: server.clock.now() });
    await server.waitUntilIdle();
    await server.clock.advance(60_000);
    await server.waitUntilIdle();
    expect(server.emails.map(({ to }) => to)).toEqual([email]);
    const token = readToken(server, 'alerts/manage');
    expect(await server.ok(endpoints.getAlert, { query: { token } })).toMatchObject({ email });
  });
});

test('confirmation links for accounts on different networks are emailed in turn', async () => {
  const saveFrom = async (ip: string) => {
    const as = await server.addUser();
    const body = { search: SEARCH, frequency: 'daily' };
    await server.ok(endpoints.createSavedSearch, { as, ip, body });
    return as.email;
  };
  const busyNetwork: string[] = [];
  for (let user = 0; user < 3; user += 1) busyNetwork.push(await saveFrom('192.0.2.1'));
  const other = await saveFrom('192.0.2.2');
  await server.waitUntilIdle();
  const [first, ...others] = busyNetwork;
  expect(server.emails.map(({ to }) => to)).toEqual([first, other, ...others]);
});

test('alerts without an account also omit the agent’s own homes', async () => {
  const agent = await server.addUser({ role: 'agent' });
  const search = { city: 'Ownville' };
  await confirm(await requestToken({ email: agent.email, frequency: 'instant', search }));
  server.emails.length = 0;
  await server.addProperty(agent, { city: 'Ownville', created_at: server.clock.now() });
  await server.waitUntilIdle();
  await server.clock.advance(60_000);
  await server.waitUntilIdle();
  expect(server.emails).toEqual([]);
});

describe('GET /alerts', () => {
  test('requires a token to manage the alert', async () => {
    const { manageToken } = await confirm(await requestToken());
    expect(
      await server.ok(endpoints.getAlert, { query: { token: manageToken ?? '' } }),
    ).toMatchObject({
      email,
      search: SEARCH,
      isConfirmed: true,
    });
    expect(await server.status(endpoints.getAlert, { query: { token: 'unknown' } })).toBe(404);
    expect(await server.status(endpoints.getAlert)).toBe(400);
  });
});

describe('PATCH /alerts', () => {
  test('changes only the submitted values', async () => {
    const { manageToken } = await confirm(await requestToken());
    const query = { token: manageToken ?? '' };
    const body = { frequency: 'weekly', search: { city: 'Boston' } };
    expect(await server.ok(endpoints.changeAlert, { query, body })).toMatchObject({
      name: 'Homes in Boston',
      frequency: 'weekly',
    });
    expect(await server.status(endpoints.changeAlert, { query, body: { search: {} } })).toBe(400);
    expect(await server.status(endpoints.changeAlert, { query: { token: 'x' }, body })).toBe(404);
    expect(await server.ok(endpoints.getAlert, { query })).toMatchObject(body);
  });
});

describe('DELETE /alerts', () => {
  test('deletes the alert', async () => {
    const { manageToken } = await confirm(await requestToken());
    const query = { token: manageToken ?? '' };
    expect(await server.status(endpoints.deleteAlert, { query })).toBe(204);
    expect(await server.status(endpoints.deleteAlert, { query })).toBe(404);
    expect(await server.status(endpoints.getAlert, { query })).toBe(404);
  });

  test('deletes the address’s alert history with its last alert', async () => {
    const tokens: string[] = [];
    for (const frequency of ['daily', 'weekly']) {
      const { manageToken } = await confirm(await requestToken({ frequency }));
      tokens.push(manageToken ?? '');
      server.emails.length = 0;
    }
    const property_id = await server.addProperty(await server.addUser({ role: 'agent' }));
    const memory = { recipient: email, property_id, lowest_price: 1, back_at: null };
    await server.db
      .insertInto('alert_memory')
      .values({ ...memory, counted_since: null })
      .execute();
    const counts = [];
    for (const token of tokens) {
      await server.ok(endpoints.deleteAlert, { query: { token } });
      const history = server.db.selectFrom('alert_memory').where('recipient', '=', email);
      counts.push((await history.select('recipient').execute()).length);
    }
    expect(counts).toEqual([1, 0]);
  });
});
