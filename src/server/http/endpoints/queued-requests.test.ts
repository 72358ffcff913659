import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { createResponseCache } from '../../cache/response-cache.ts';
import { installErrorHandler } from '../error-responses/error-handler.ts';
import { createQueue, createWorkQueues } from '../limits/request-work.ts';
import { installShedLog } from '../logging/shed-log.ts';
import type { SignedIn } from './authentication.ts';
import { ONCE_WITHOUT_KEY } from './idempotency.ts';
import { createRegisterEndpoint } from './register-endpoint.ts';

let app: ReturnType<typeof Fastify>;
/** The running handlers. */
let running: { name: string; finish: () => void }[];

/** The lookup of a token that starts with 'slow' waits for this. */
let slowTokens: ReturnType<typeof Promise.withResolvers<void>>;

/**
 * The token of a request is its account's name. Each client can run one request of each kind at a time, and two token
 * lookups.
 */
beforeEach(() => {
  running = [];
  slowTokens = Promise.withResolvers<void>();
  app = Fastify({ forceCloseConnections: true });
  app.decorateRequest('actor', undefined);
  installShedLog(app);
  installErrorHandler(app);
  const register = createRegisterEndpoint(app, {
    authenticate: async ({ headers: { authorization = '' } }) => {
      if (authorization.startsWith('slow')) await slowTokens.promise;
      return { _id: authorization, role: 'agent' } as SignedIn;
    },
    cache: createResponseCache(0),
    queues: {
      ...createWorkQueues({ slots: 3, perKey: 1, maxQueuedPerKey: 1 }),
      signIn: createQueue('signIn', { slots: 9, perKey: 2, maxQueuedPerKey: 9 }),
    },
    visibleChanges: { consume: async () => undefined },
    respondOnce: async (_request, { work }) => work(ONCE_WITHOUT_KEY),
  });
  const wait = (name: string) => new Promise<void>((finish) => running.push({ name, finish }));
  register(endpoints.getPreferences, async ({ actor }) => {
    await wait(`preferences ${actor._id}`);
    return { emailConfirmed: true, alertsOnFavorites: true, timeZone: 'UTC' };
  });
  register(endpoints.exportInquiries, async ({ actor }) => {
    await wait(`export ${actor._id}`);
    return '';
  });
  register(endpoints.exportMyProperties, async ({ actor }) => generateEndlessText(actor._id));
  register(endpoints.getBrochure, async () => {
    await wait('brochure');
    return Buffer.from('%PDF');
  });
  register(endpoints.getPublicSettings, async () => {
    await wait('settings');
    return { mortgageRate: 6, propertyTaxRate: 1, homeInsuranceRate: 1, mapTileUrl: '' };
  });
  register(endpoints.getProperty, async () => {
    await wait('listing');
    return {} as never;
  });
  register(endpoints.changePreferences, async ({ actor }) => {
    await wait(`change ${actor._id}`);
    return { emailConfirmed: true, alertsOnFavorites: true, timeZone: 'UTC' };
  });
  register(endpoints.unsubscribe, async ({ query }) => {
    await wait(`unsubscribe ${query.token}`);
    return { message: 'You won’t get these emails anymore.' };
  });
});
afterEach(() => app.close());

/** Generates an endless text; until it is stopped, `running` contains the account's download. */
async function* generateEndlessText(account: string): AsyncGenerator<string, void> {
  const entry = { name: `download ${account}`, finish: () => undefined };
  running.push(entry);
  try {
    for (;;) yield await new Promise<string>((resolve) => setImmediate(resolve, 'x'.repeat(1e6)));
  } finally {
    running = running.filter((other) => other !== entry);
  }
}

const send = (
  authorization: string,
  url: string,
  method: 'GET' | 'PUT' | 'POST' = 'GET',
  remoteAddress = '192.0.2.1',
) =>
  app.inject({
    method,
    url: `/api${url}`,
    remoteAddress,
    headers: authorization === '' ? {} : { authorization },
    ...(method === 'PUT' ? { payload: { timeZone: 'UTC' } } : {}),
  });

test('a user’s reads, changes, and exports each wait in a separate queue', async () => {
  const { path: preferences } = endpoints.getPreferences;
  const { path: file } = endpoints.exportInquiries;
  const responses = [preferences, preferences, file, file].map((url) => send('ann', url));
  responses.push(send('bob', preferences, 'GET', '192.0.2.2'));
  for (let count = 0; count < 2; count += 1) responses.push(send('ann', preferences, 'PUT'));
  await expect
    .poll(() => running.map(({ name }) => name).toSorted())
    .toEqual(['change ann', 'export ann', 'preferences ann', 'preferences bob']);
  for (const [url, method] of [
    [preferences, 'GET'],
    [file, 'GET'],
    [preferences, 'PUT'],
  ] as const) {
    const rejectedResponse = await send('ann', url, method);
    expect(rejectedResponse.statusCode).toBe(429);
    expect(Number(rejectedResponse.headers['retry-after'])).toBeGreaterThan(0);
  }
  for (const { finish } of running.splice(0)) finish();
  await expect
    .poll(() => running.map(({ name }) => name).toSorted())
    .toEqual(['change ann', 'export ann', 'preferences ann']);
  for (const { finish } of running) finish();
  for (const { statusCode } of await Promise.all(responses)) expect(statusCode).toBe(200);
});

test('visitors’ changes wait for other changes from their IP address, even with different link tokens', async () => {
  const { path } = endpoints.unsubscribe;
  const unsubscribe = (token: string, address: string) =>
    send('', `${path}?token=${token}`, 'POST', address);
  const responses = [
    ...['one', 'two'].map((token) => unsubscribe(token, '192.0.2.1')),
    unsubscribe('three', '192.0.2.2'),
  ];
  await expect
    .poll(() => running.map(({ name }) => name))
    .toEqual(['unsubscribe one', 'unsubscribe three']);
  const rejectedResponse = await unsubscribe('four', '192.0.2.1');
  expect(rejectedResponse.statusCode).toBe(429);
  expect(Number(rejectedResponse.headers['retry-after'])).toBeGreaterThan(0);
  for (const { finish } of running.splice(0)) finish();
  await expect.poll(() => running.map(({ name }) => name)).toEqual(['unsubscribe two']);
  for (const { finish } of running) finish();
  for (const { statusCode } of await Promise.all(responses)) expect(statusCode).toBe(200);
});

test('bearer token lookups wait for other lookups from their IP address', async () => {
  const { path } = endpoints.getPreferences;
  const responses = ['slow one', 'slow two', 'ann'].map((token) => send(token, path));
  responses.push(send('bob', path, 'GET', '192.0.2.2'));
  const names = () => running.map(({ name }) => name);
  await expect.poll(names).toEqual(['preferences bob']);
  for (const { finish } of running.splice(0)) finish();
  slowTokens.resolve();
  for (const name of ['slow one', 'slow two', 'ann']) {
    await expect.poll(names).toEqual([`preferences ${name}`]);
    for (const { finish } of running.splice(0)) finish();
  }
  for (const { statusCode } of await Promise.all(responses)) expect(statusCode).toBe(200);
});

test('brochures wait for each other, but other public reads do not wait for brochures', async () => {
  const brochure = endpoints.getBrochure.path.replace(':id', '1');
  const urls = [brochure, brochure, endpoints.getPublicSettings.path];
  const responses = urls.map((url) => send('ann', url));
  await expect
    .poll(() => running.map(({ name }) => name).toSorted())
    .toEqual(['brochure', 'settings']);
  expect((await send('ann', brochure)).statusCode).toBe(429);
  for (const { finish } of running.splice(0)) finish();
  await expect.poll(() => running.map(({ name }) => name)).toEqual(['brochure']);
  for (const { finish } of running) finish();
  for (const { statusCode } of await Promise.all(responses)) expect(statusCode).toBe(200);
});

test('reads of a listing wait for each other, but not for other public reads', async () => {
  const listing = endpoints.getProperty.path.replace(':id', '1');
  const urls = [listing, listing, endpoints.getPublicSettings.path];
  const responses = urls.map((url) => send('ann', url));
  await expect
    .poll(() => running.map(({ name }) => name).toSorted())
    .toEqual(['listing', 'settings']);
  expect((await send('ann', listing)).statusCode).toBe(429);
  for (const { finish } of running.splice(0)) finish();
  await expect.poll(() => running.map(({ name }) => name)).toEqual(['listing']);
  for (const { finish } of running) finish();
  for (const { statusCode } of await Promise.all(responses)) expect(statusCode).toBe(200);
});

test('a stalled export keeps its slot: further exports from the same IP address wait, and those from other addresses do not', async () => {
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const url = `/api${endpoints.exportMyProperties.path}`;
  const download = (account: string, localAddress = '127.0.0.1'): Socket => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress }).pause();
    socket.on('error', () => undefined);
    socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: ${account}\r\n\r\n`);
    return socket;
  };
  const names = () => running.map(({ name }) => name).toSorted();
  const first = download('ann');
  await expect.poll(names).toEqual(['download ann']);
  const second = download('ann');
  const other = download('bob', '127.0.0.2');
  await expect.poll(names).toEqual(['download ann', 'download bob']);
  first.destroy();
  other.destroy();
  await expect.poll(names).toEqual(['download ann']);
  second.destroy();
  await expect.poll(names).toEqual([]);
});
