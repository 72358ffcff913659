import Fastify from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { createResponseCache } from '../../cache/response-cache.ts';
import { installErrorHandler } from '../error-responses/error-handler.ts';
import { createBulkWork, createPersonalWork, createPublicWork } from '../limits/request-work.ts';
import { installShedLog } from '../logging/shed-log.ts';
import type { SignedIn } from './authentication.ts';
import { ONCE_WITHOUT_KEY } from './idempotency.ts';
import { createRegisterEndpoint } from './register-endpoint.ts';

let app: ReturnType<typeof Fastify>;
/** Handlers that are running, with their endpoint. */
let begun: { name: string; end: () => void }[];

/** A request's token is the name of its agent; an account runs one read of each kind at a time. */
beforeEach(() => {
  begun = [];
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.decorateRequest('actor', undefined);
  installShedLog(app);
  installErrorHandler(app);
  const few = { slots: 3, perKey: 1, waitingPerKey: 1 };
  const register = createRegisterEndpoint(app, {
    authenticate: async ({ headers }) =>
      ({ _id: String(headers.authorization), role: 'agent' }) as SignedIn,
    cache: createResponseCache(0),
    readWork: {
      publicData: createPublicWork(few),
      personal: createPersonalWork(few),
      bulk: createBulkWork(few),
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
});
afterEach(() => app.close());

const ask = (authorization: string, url: string, method: 'GET' | 'PUT' = 'GET') =>
  app.inject({
    method,
    url: `/api${url}`,
    headers: { authorization },
    ...(method === 'GET' ? {} : { payload: { timeZone: 'UTC' } }),
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
