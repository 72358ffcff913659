import Fastify from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { createResponseCache } from '../../cache/response-cache.ts';
import { installErrorHandler } from '../error-responses/error-handler.ts';
import {
  createBulkWork,
  createChangeWork,
  createPersonalWork,
  createPublicWork,
  createSignInWork,
} from '../limits/request-work.ts';
import { installShedLog } from '../logging/shed-log.ts';
import type { SignedIn } from './authentication.ts';
import { ONCE_WITHOUT_KEY } from './idempotency.ts';
import { createRegisterEndpoint } from './register-endpoint.ts';

let app: ReturnType<typeof Fastify>;
/** Handlers that are running, with their endpoint. */
let begun: { name: string; end: () => void }[];

/** Resolve when the look-ups of the tokens that start with 'slow' end. */
let slowTokens: ReturnType<typeof Promise.withResolvers<void>>;

/** A request's token is the name of its agent; a client runs one request of each kind at a time. */
beforeEach(() => {
  begun = [];
  slowTokens = Promise.withResolvers<void>();
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.decorateRequest('actor', undefined);
  installShedLog(app);
  installErrorHandler(app);
  const few = { slots: 3, perKey: 1, waitingPerKey: 1 };
  const register = createRegisterEndpoint(app, {
    authenticate: async ({ headers: { authorization = '' } }) => {
      if (authorization.startsWith('slow')) await slowTokens.promise;
      return { _id: authorization, role: 'agent' } as SignedIn;
    },
    cache: createResponseCache(0),
    queues: {
      publicData: createPublicWork(few),
      personal: createPersonalWork(few),
      bulk: createBulkWork(few),
      changes: createChangeWork(few),
      signIn: createSignInWork({ slots: 9, perKey: 2, waitingPerKey: 9 }),
    },
    visibleChanges: { consume: async () => undefined },
    respondOnce: async (_request, { work }) => work(ONCE_WITHOUT_KEY),
  });
  const wait = (name: string) => new Promise<void>((end) => begun.push({ name, end }));
  register(endpoints.getPreferences, async ({ actor }) => {
    await wait(`preferences ${actor._id}`);
    return { emailConfirmed: true, alertsOnFavorites: true, timeZone: 'UTC' };
  });
  register(endpoints.exportInquiries, async ({ actor }) => {
    await wait(`export ${actor._id}`);
    return '';
  });
  register(endpoints.getBrochure, async () => {
    await wait('brochure');
    return Buffer.from('%PDF');
  });
  register(endpoints.getPublicSettings, async () => {
    await wait('settings');
    return { mortgageRate: 6, propertyTaxRate: 1, homeInsuranceRate: 1, mapTileUrl: '' };
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

const ask = (
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

test('a user’s reads take turns, exports apart from others; changes do not wait', async () => {
  const { path: preferences } = endpoints.getPreferences;
  const { path: file } = endpoints.exportInquiries;
  const asked = [preferences, preferences, file, file].map((url) => ask('ann', url));
  asked.push(ask('bob', preferences));
  for (let count = 0; count < 2; count += 1) asked.push(ask('ann', preferences, 'PUT'));
  await expect
    .poll(() => begun.map(({ name }) => name).toSorted())
    .toEqual(['change ann', 'change ann', 'export ann', 'preferences ann', 'preferences bob']);
  for (const url of [preferences, file]) {
    const refused = await ask('ann', url);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
  for (const { end } of begun.splice(0)) end();
  await expect
    .poll(() => begun.map(({ name }) => name).toSorted())
    .toEqual(['export ann', 'preferences ann']);
  for (const { end } of begun) end();
  for (const { statusCode } of await Promise.all(asked)) expect(statusCode).toBe(200);
});

test('visitors’ changes wait for others of their IP address, invented tokens or not', async () => {
  const { path } = endpoints.unsubscribe;
  const send = (token: string, address: string) =>
    ask('', `${path}?token=${token}`, 'POST', address);
  const asked = [
    ...['one', 'two'].map((token) => send(token, '192.0.2.1')),
    send('three', '192.0.2.2'),
  ];
  await expect
    .poll(() => begun.map(({ name }) => name))
    .toEqual(['unsubscribe one', 'unsubscribe three']);
  const refused = await send('four', '192.0.2.1');
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  for (const { end } of begun.splice(0)) end();
  await expect.poll(() => begun.map(({ name }) => name)).toEqual(['unsubscribe two']);
  for (const { end } of begun) end();
  for (const { statusCode } of await Promise.all(asked)) expect(statusCode).toBe(200);
});

test('look-ups of bearer tokens wait for others of their IP address', async () => {
  const { path } = endpoints.getPreferences;
  const asked = ['slow one', 'slow two', 'ann'].map((token) => ask(token, path));
  asked.push(ask('bob', path, 'GET', '192.0.2.2'));
  const names = () => begun.map(({ name }) => name);
  await expect.poll(names).toEqual(['preferences bob']);
  for (const { end } of begun.splice(0)) end();
  slowTokens.resolve();
  await expect
    .poll(names)
    .toEqual(['preferences slow one', 'preferences slow two', 'preferences ann']);
  for (const { end } of begun) end();
  for (const { statusCode } of await Promise.all(asked)) expect(statusCode).toBe(200);
});

test('brochures wait for each other, and other public reads do not wait for them', async () => {
  const brochure = endpoints.getBrochure.path.replace(':id', '1');
  const urls = [brochure, brochure, endpoints.getPublicSettings.path];
  const asked = urls.map((url) => ask('ann', url));
  await expect
    .poll(() => begun.map(({ name }) => name).toSorted())
    .toEqual(['brochure', 'settings']);
  expect((await ask('ann', brochure)).statusCode).toBe(429);
  for (const { end } of begun.splice(0)) end();
  await expect.poll(() => begun.map(({ name }) => name)).toEqual(['brochure']);
  for (const { end } of begun) end();
  for (const { statusCode } of await Promise.all(asked)) expect(statusCode).toBe(200);
});
