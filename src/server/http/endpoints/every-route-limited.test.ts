/**
 * Checks that each request that reaches the database waits in its client's queue. Uploads wait when they check the
 * account again; revoked-permission.test.ts covers those.
 */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { ResponseCache } from '#server/cache/response-cache.ts';
import type { Database } from '#server/database/database.ts';
import type { ApiKeyService } from '#server/features/api-keys/api-key-service.ts';
import { registerTokenRoute } from '#server/features/api-keys/token-routes.ts';
import { registerReso } from '#server/features/reso/register-reso.ts';
import { type EndpointName, endpoints } from '#shared/api-endpoints.ts';
import { type Endpoint, endpointUrl } from '#shared/endpoints/endpoint.ts';
import { AppError } from '../../errors/app-error.ts';
import { installErrorHandler } from '../error-responses/error-handler.ts';
import { DEFAULT_RATE_LIMITS } from '../limits/rate-limits.ts';
import type { RequestQueue } from '../limits/request-work.ts';
import { installShedLog } from '../logging/shed-log.ts';
import type { SignedIn } from './authentication.ts';
import { ONCE_WITHOUT_KEY } from './idempotency.ts';
import { createRegisterEndpoint } from './register-endpoint.ts';

/** A full queue. */
const rejectAll: RequestQueue = async () => {
  throw new AppError('TOO_MANY_REQUESTS', 'The queue is full.');
};
const runImmediately: RequestQueue = async (_request, work) => work();

const allEndpoints = Object.entries(endpoints) as [EndpointName, Endpoint][];

/** Endpoints whose requests do not wait in a queue, each with the reason. */
const UNQUEUED_ENDPOINTS: Partial<Record<EndpointName, string>> = {
  geocode: 'waits for another server, and is limited per account',
  testDataSource: 'waits for another server, for admins only',
  health: 'concurrent requests share a ping',
};

test('reads and changes wait in a queue', async () => {
  const app = Fastify();
  installShedLog(app);
  installErrorHandler(app);
  app.decorateRequest('actor', undefined);
  const register = createRegisterEndpoint(app, {
    authenticate: async () => ({ _id: '1', role: 'admin' }) as SignedIn,
    // Requests with a token bypass the cache, so nothing else is called.
    cache: { catchUp: async () => undefined } as unknown as ResponseCache,
    queues: {
      publicData: rejectAll,
      drawnAreas: rejectAll,
      batchedReads: rejectAll,
      pictures: rejectAll,
      personal: rejectAll,
      bulk: rejectAll,
      streams: rejectAll,
      brochures: rejectAll,
      shortlists: rejectAll,
      changes: rejectAll,
      signIn: runImmediately,
    },
    visibleChanges: { consume: async () => undefined },
    respondOnce: async (_request, { work }) => work(ONCE_WITHOUT_KEY),
  });
  for (const [, endpoint] of allEndpoints) register(endpoint, async () => null);
  const unqueuedNames = [];
  for (const [name, endpoint] of allEndpoints) {
    const { method, files } = endpoint;
    const { statusCode } = await app.inject({
      method,
      url: endpointUrl(endpoint).replaceAll(/:\w+/g, '1'),
      headers: { authorization: 'Bearer abc' },
    });
    if (statusCode !== 429 && files === undefined) unqueuedNames.push(name);
  }
  await app.close();
  expect(unqueuedNames).toEqual(Object.keys(UNQUEUED_ENDPOINTS));
});

/** Files that add non-GET routes, each with how they are limited. */
const OTHER_ROUTE_FILES = {
  'app.ts': 'responds with 404 to unknown API paths',
  'features/api-keys/token-routes.ts': 'waits in the queue of changes',
  'features/assistants/register-assistants.ts': 'waits in the queue of public data',
  'features/reso/register-reso.ts': 'waits in the queues of sign-in and public data',
  'http/endpoints/register-endpoint.ts': 'adds the routes of the endpoint table, tested above',
  'pages/page-routes.ts': 'waits in the queue of public data',
};

test('no other file adds non-GET routes', async () => {
  const root = path.join(import.meta.dirname, '../..');
  const files = (await readdir(root, { recursive: true }))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .toSorted();
  const otherNames = [];
  for (const name of files) {
    const text = await readFile(path.join(root, name), 'utf8');
    if (/\.(?:route|all|post|put|patch|delete)\(\s*(?:\{\s*method|['"`]\/|url\b)/.test(text))
      otherNames.push(name);
  }
  expect(otherNames).toEqual(Object.keys(OTHER_ROUTE_FILES));
});

test('SECURITY.md lists every rate limit', async () => {
  const text = await readFile(path.join(import.meta.dirname, '../../../../SECURITY.md'), 'utf8');
  const [, table = ''] = text.split('### Limits by endpoint');
  for (const [name, { max }] of Object.entries(DEFAULT_RATE_LIMITS))
    expect(table).toContain(`\`${name}\` ${max.toLocaleString('en-US')}`);
});

test('clients with API keys wait in a queue', async () => {
  const service = {
    use: async () => ({ id: '1', scopes: ['reso:read'] }),
    findClient: async () => null,
  } as unknown as ApiKeyService;
  const sendRequests = async (queues: { signIn: RequestQueue; publicData: RequestQueue }) => {
    const app = Fastify();
    const db = undefined as unknown as Database;
    registerReso(app, { db, readDb: db, publicUrl: () => '', apiKeys: service, queues });
    registerTokenRoute(app, service, rejectAll);
    const { statusCode } = await app.inject({ url: '/reso/odata' });
    const token = await app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=client_credentials&client_id=a&client_secret=b',
    });
    await app.close();
    expect(token.statusCode).toBe(429);
    return statusCode;
  };
  expect(await sendRequests({ signIn: rejectAll, publicData: runImmediately })).toBe(429);
  expect(await sendRequests({ signIn: runImmediately, publicData: rejectAll })).toBe(429);
});
