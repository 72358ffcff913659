/** Tests that repeated requests create nothing twice (docs/product/api.md, Sending twice). */

import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { addOffice, addOfficeAgent } from '#server/features/offices/office.fixture.ts';
import { type EndpointName, endpoints } from '#shared/api-endpoints.ts';
import type { Endpoint } from '#shared/endpoints/endpoint.ts';
import { IDEMPOTENCY_KEY_MS } from '#shared/limits.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { expectWaiting } from '#tests/helpers/expect-waiting.ts';
import { type CallOptions, startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { addTourAgent, buildVisitor, NEXT_SLOT, SLOT } from '../../features/tours/tour.fixture.ts';
import { createNoise } from '../../storage/image.fixture.ts';
import { DEFAULT_RATE_LIMITS } from '../limits/rate-limits.ts';

let server: TestApp;
let port: number;
beforeAll(async () => {
  const rateLimits = { ...DEFAULT_RATE_LIMITS, alertsPerIp: { max: 50, seconds: 60 } };
  server = await startTestApp({ rateLimits });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterAll(() => server.close());

let keyCount = 0;
const newKey = () => `key ${(keyCount += 1)}`;
const withKey = (options: CallOptions, key: string): CallOptions => ({
  ...options,
  headers: { ...options.headers, 'idempotency-key': key },
});

/** A test case: how to create a record with an endpoint. */
type Creation = {
  /** The table of the created record. */
  table: string;
  /** Returns a request that creates a record, and a different body or target. */
  prepare: () => Promise<{
    options: CallOptions;
    other: Pick<CallOptions, 'body' | 'form' | 'params'>;
  }>;
};

const buildQuestion = (message: string) => ({ ...buildVisitor(), message });
const withBodies = (options: CallOptions, body: object, changedBody: object) => ({
  options: { ...options, body },
  other: { body: { ...body, ...changedBody } },
});
const addHome = async () => server.addProperty(await server.addUser({ role: 'agent' }));
const listingForm = (title: string) => toFormData(buildPropertyForm({ title }));

const CREATION_CASES: Partial<Record<EndpointName, Creation>> = {
  ask: {
    table: 'inquiry_messages',
    prepare: async () =>
      withBodies({ params: { id: await addHome() } }, buildQuestion('Is it quiet?'), {
        message: 'Is it loud?',
      }),
  },
  answerInquiry: {
    table: 'inquiry_messages',
    prepare: async () => {
      const { _id, token } = await server.ok(endpoints.ask, {
        params: { id: await addHome() },
        body: buildQuestion('Is it quiet?'),
      });
      const options = { params: { id: _id }, query: { token } };
      return withBodies(options, { message: 'Hello?' }, { message: 'Hello again?' });
    },
  },
  bookTour: {
    table: 'tours',
    prepare: async () => {
      const { homeId } = await addTourAgent(server);
      const body = { ...buildVisitor(), start: SLOT };
      return withBodies({ params: { id: homeId } }, body, { start: NEXT_SLOT });
    },
  },
  createProperty: {
    table: 'properties',
    prepare: async () => ({
      options: {
        as: await server.addUser({ role: 'agent' }),
        form: listingForm('A house'),
      },
      other: { form: listingForm('Another house') },
    }),
  },
  createApiKey: {
    table: 'api_keys',
    prepare: async () =>
      withBodies(
        { as: await server.addUser({ role: 'admin' }) },
        { name: 'Portal', scopes: ['reso:read'] },
        { name: 'Another' },
      ),
  },
  duplicateProperty: {
    table: 'properties',
    prepare: async () => {
      const as = await server.addUser({ role: 'agent' });
      const [id, otherId] = [await server.addProperty(as), await server.addProperty(as)];
      return { options: { as, params: { id } }, other: { params: { id: otherId } } };
    },
  },
  createImport: {
    table: 'imports',
    prepare: async () => {
      const formOf = (text: string) => {
        const form = new FormData();
        form.append('file', new Blob([text]), 'homes.csv');
        return form;
      };
      const as = await server.addUser({ role: 'agent' });
      return {
        options: { as, form: formOf('ListingKey\na\n') },
        other: { form: formOf('ListingKey\nb\n') },
      };
    },
  },
  addOpenHouse: {
    table: 'open_houses',
    prepare: async () => {
      const as = await server.addUser({ role: 'agent' });
      const body = { start: SLOT, end: '2026-03-03T18:00:00.000Z' };
      const options = { as, params: { id: await server.addProperty(as) } };
      return withBodies(options, body, { start: NEXT_SLOT });
    },
  },
  sendMessage: {
    table: 'contact_messages',
    prepare: async () => {
      const body = { ...buildVisitor(), subject: 'Hello', message: 'Are you open on Sundays?' };
      return withBodies({}, body, { subject: 'Goodbye' });
    },
  },
  reportProperty: {
    table: 'reports',
    prepare: async () =>
      withBodies(
        { params: { id: await addHome() } },
        { reason: 'scam' },
        { reason: 'other', text: 'Odd' },
      ),
  },
  createSavedSearch: {
    table: 'saved_searches',
    prepare: async () => {
      const body = { search: { city: 'Austin' }, frequency: 'daily' };
      return withBodies({ as: await server.addUser() }, body, { frequency: 'weekly' });
    },
  },
  createAlert: {
    table: 'saved_searches',
    prepare: async () => {
      const { email } = buildVisitor();
      const body = { email, search: { city: 'Austin' }, frequency: 'daily' };
      return withBodies({}, body, { frequency: 'weekly' });
    },
  },
  createInvitation: {
    table: 'invitations',
    prepare: async () =>
      withBodies(
        { as: await server.addUser({ role: 'admin' }) },
        { email: 'once@example.org', role: 'user' },
        { email: 'twice@example.org', role: 'user' },
      ),
  },
  createOfficeInvitation: {
    table: 'invitations',
    prepare: async () => {
      const office = await addOffice(server, `Once ${crypto.randomUUID()}`);
      const as = await addOfficeAgent(server, office, 'manager');
      const params = { id: office._id };
      return withBodies({ as, params }, { email: 'one@example.org' }, { email: 'two@example.org' });
    },
  },
  createShortlist: {
    table: 'shortlists',
    prepare: async () =>
      withBodies({ as: await server.addUser() }, { name: 'Ours' }, { name: 'Theirs' }),
  },
  commentOnShortlistHome: {
    table: 'shortlist_comments',
    prepare: async () => {
      const as = await server.addUser();
      const { _id: id } = await server.ok(endpoints.createShortlist, { as, body: { name: 'A' } });
      const params = { id, propertyId: await addHome() };
      await server.ok(endpoints.addShortlistHome, { as, params });
      return withBodies({ as, params }, { text: 'Nice.' }, { text: 'Not nice.' });
    },
  },
};

async function countRows(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}`.execute(server.db);
  return rows[0]?.count ?? 0;
}

/** Sends a request over a real connection and closes the connection as soon as the response arrives. */
async function sendAndDisconnect(endpoint: Endpoint, options: CallOptions): Promise<void> {
  const { path, headers, payload } = await server.rawRequest(endpoint, options);
  await new Promise<void>((resolve, reject) => {
    const request = httpRequest({ port, path, method: endpoint.method, headers }, (response) => {
      response.destroy();
      if (response.statusCode === endpoint.status) resolve();
      else reject(new Error(`Status ${response.statusCode}`));
    });
    request.on('error', reject);
    request.end(payload);
  });
}

test('every POST endpoint declares whether it accepts a key, and is tested here if it does', () => {
  const idempotent = Object.entries<Endpoint>(endpoints).filter(
    ([, endpoint]) => endpoint.takesIdempotencyKey,
  );
  expect(Object.keys(CREATION_CASES).toSorted()).toEqual(
    idempotent.map(([name]) => name).toSorted(),
  );
  for (const { method, path, takesIdempotencyKey } of Object.values<Endpoint>(endpoints)) {
    expect({ path, isSpecified: typeof takesIdempotencyKey === 'boolean' }).toEqual({
      path,
      isSpecified: method === 'POST',
    });
  }
});

describe.each(Object.entries(CREATION_CASES))('%s', (name, { table, prepare }) => {
  const endpoint: Endpoint = endpoints[name as EndpointName];

  test('a request repeated after a lost response gets that response and creates no record', async () => {
    const { options } = await prepare();
    const before = await countRows(table);
    const request = withKey(options, newKey());
    await sendAndDisconnect(endpoint, request);
    expect(await countRows(table)).toBe(before + 1);
    const second = await server.send(endpoint, request);
    expect(second.status).toBe(endpoint.status);
    expect((await server.send(endpoint, request)).body).toEqual(second.body);
    expect(await countRows(table)).toBe(before + 1);
  });

  test('concurrent requests create one record and get the same response', async () => {
    const { options } = await prepare();
    const before = await countRows(table);
    const request = withKey({ ...options, ip: '192.0.2.7' }, newKey());
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => server.send(endpoint, request)),
    );
    for (const { status, body } of responses) {
      expect({ status, body }).toEqual({ status: endpoint.status, body: responses[0]?.body });
    }
    expect(await countRows(table)).toBe(before + 1);
  });

  test('a different body or target with the same key is rejected', async () => {
    const { options, other } = await prepare();
    const key = newKey();
    await server.ok(endpoint, withKey({ ...options, ip: '192.0.2.8' }, key));
    const before = await countRows(table);
    const { code, status } = await server.error(
      endpoint,
      withKey({ ...options, ...other, ip: '192.0.2.8' }, key),
    );
    expect({ code, status }).toEqual({ code: 'IDEMPOTENCY_KEY_REUSED', status: 422 });
    expect(await countRows(table)).toBe(before);
  });

  test('without a key, a repeated request creates a second record', async () => {
    // A slot can be booked only once.
    if (name === 'bookTour') return;
    const { options } = await prepare();
    const before = await countRows(table);
    const request = { ...options, ip: '192.0.2.9' };
    await server.ok(endpoint, request);
    await server.ok(endpoint, request);
    expect(await countRows(table)).toBe(before + 2);
  });
});

const buildMessage = () => ({
  ...buildVisitor(),
  subject: 'Hello',
  message: 'Are you open on Sundays?',
});

test('keys are scoped to the caller and the endpoint', async () => {
  const key = newKey();
  const body = buildMessage();
  const before = await countRows('contact_messages');
  await server.ok(endpoints.sendMessage, withKey({ body, ip: '192.0.2.20' }, key));
  await server.ok(endpoints.sendMessage, withKey({ body, ip: '192.0.2.21' }, key));
  expect(await countRows('contact_messages')).toBe(before + 2);
  // The account can use another IP address the second time.
  const as = await server.addUser();
  await server.ok(endpoints.sendMessage, withKey({ body, as, ip: '192.0.2.22' }, key));
  await server.ok(endpoints.sendMessage, withKey({ body, as, ip: '192.0.2.23' }, key));
  expect(await countRows('contact_messages')).toBe(before + 3);
  const list = await server.ok(
    endpoints.createShortlist,
    withKey({ as, body: { name: 'A' } }, key),
  );
  expect(list.name).toBe('A');
});

test('the same key with another path is a different request', async () => {
  const request = { body: buildQuestion('Is it quiet?'), ip: '192.0.2.24' };
  const key = newKey();
  await server.ok(endpoints.ask, withKey({ ...request, params: { id: await addHome() } }, key));
  const { code } = await server.error(
    endpoints.ask,
    withKey({ ...request, params: { id: await addHome() } }, key),
  );
  expect(code).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('a failed request stores nothing, so its key can be used again', async () => {
  const { homeId } = await addTourAgent(server);
  const params = { id: homeId };
  const first = await server.ok(endpoints.bookTour, {
    params,
    body: { ...buildVisitor(), start: SLOT },
  });
  const request = withKey({ params, body: { ...buildVisitor(), start: SLOT } }, newKey());
  expect((await server.error(endpoints.bookTour, request)).code).toBe('CONFLICT');
  await server.ok(endpoints.changeTour, {
    params: { id: first._id },
    query: { token: first.token },
    body: { status: 'canceled' },
  });
  expect((await server.ok(endpoints.bookTour, request)).status).toBe('booked');
});

test('failed requests that wait for another with the same key occupy no connections', async () => {
  const agent = await server.addUser({ role: 'agent' });
  const key = newKey();
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const lock = inTransaction(server.db, null, async (transaction) => {
    await sql`lock table properties in exclusive mode`.execute(transaction);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const create = (form: FormData) =>
    server.status(endpoints.createProperty, withKey({ as: agent, form }, key));
  const creation = create(listingForm('Created once'));
  await expectWaiting(server, 'relation', 1);
  const failures = Array.from({ length: 10 }, () => create(toFormData({ title: 'Incomplete' })));
  // Otherwise, they would occupy all connections for transactions.
  const other = await server.addUser();
  const body = { alertsOnFavorites: false };
  expect(await server.status(endpoints.changePreferences, { as: other, body })).toBe(200);
  released.resolve();
  await lock;
  expect(await creation).toBe(201);
  expect(new Set(await Promise.all(failures))).toEqual(new Set([422]));
});

test('a replayed response does not count toward rate limits', async () => {
  const request = withKey({ body: buildMessage(), ip: '192.0.2.25' }, newKey());
  for (let index = 0; index < 7; index += 1) await server.ok(endpoints.sendMessage, request);
  await server.ok(endpoints.sendMessage, { body: buildMessage(), ip: '192.0.2.25' });
});

test.each(['', 'x'.repeat(101), 'key\u00e9'])('%j is not a valid key', async (key) => {
  const request = withKey({ body: buildMessage(), ip: '192.0.2.26' }, key);
  const { code, errors } = await server.error(endpoints.sendMessage, request);
  expect({ code, path: errors?.[0]?.path }).toEqual({
    code: 'VALIDATION_FAILED',
    path: 'Idempotency-Key',
  });
});

test('files are compared by content', async () => {
  const as = await server.addUser({ role: 'agent' });
  const pictures = {
    first: await createNoise(40, 30).png().toBuffer(),
    second: await createNoise(40, 30).png().toBuffer(),
  };
  const withPicture = (name: keyof typeof pictures) =>
    toFormData(buildPropertyForm(), [{ name: 'front.png', data: pictures[name] }]);
  const key = newKey();
  const request = (name: keyof typeof pictures) => withKey({ as, form: withPicture(name) }, key);
  const first = await server.ok(endpoints.createProperty, request('first'));
  expect(first.images).toHaveLength(1);
  expect(await server.ok(endpoints.createProperty, request('first'))).toEqual(first);
  const { code } = await server.error(endpoints.createProperty, request('second'));
  expect(code).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('a stored response cannot be read without the key', async () => {
  const key = 'a secret key';
  const request = {
    params: { id: await addHome() },
    body: buildQuestion('A private question'),
    ip: '192.0.2.27',
  };
  const { token } = await server.ok(endpoints.ask, withKey(request, key));
  const { rows } = await sql<{ text: string }>`
    select encode(key_hash || request_hash || response, 'escape') as text
    from idempotency_keys`.execute(server.db);
  const storedText = rows.map(({ text }) => text).join('\n');
  for (const secret of [key, token, 'private question', '192.0.2.27', request.body.email]) {
    expect(storedText).not.toContain(secret);
  }
});

test('a key expires after 24 hours and is deleted', async () => {
  const request = withKey({ body: buildMessage(), ip: '192.0.2.28' }, newKey());
  const before = await countRows('contact_messages');
  await server.ok(endpoints.sendMessage, request);
  await server.clock.advance(IDEMPOTENCY_KEY_MS - 1);
  await server.ok(endpoints.sendMessage, request);
  expect(await countRows('contact_messages')).toBe(before + 1);
  await server.clock.advance(1);
  await server.ok(endpoints.sendMessage, request);
  expect(await countRows('contact_messages')).toBe(before + 2);
  await server.clock.advance(2 * IDEMPOTENCY_KEY_MS);
  await server.runJobs();
  expect(await countRows('idempotency_keys')).toBe(0);
});
