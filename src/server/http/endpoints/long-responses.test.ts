import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { createResponseCache } from '../../cache/response-cache.ts';
import { installCompression } from '../bodies/compress-responses.ts';
import { installErrorHandler } from '../error-responses/error-handler.ts';
import { createQueue, createWorkQueues } from '../limits/request-work.ts';
import type { SignedIn } from './authentication.ts';
import { ONCE_WITHOUT_KEY } from './idempotency.ts';
import { createRegisterEndpoint } from './register-endpoint.ts';

const LONG_TEXT = randomBytes(150_000).toString('base64');

test.each([
  ['cached public data', '/properties', {}],
  ['uncached public data', '/properties', { authorization: 'Bearer ann' }],
  ['personal data', '/properties/my-listings', { authorization: 'Bearer ann' }],
])('long responses with %s are compressed in their queue slot', async (_, url, headers) => {
  const app = Fastify();
  let uncompressedCount = 0;
  let maxUncompressedCount = 0;
  app.decorateRequest('actor', undefined);
  app.decorate('load', { isFromNetwork: () => true } as never);
  installErrorHandler(app);
  installCompression(app);
  app.addHook('onSend', async (_request, _reply, payload) => {
    uncompressedCount -= 1;
    return payload;
  });
  const slots = { slots: 2, perKey: 1, maxQueuedPerKey: 50 };
  const cache = createResponseCache(10_000_000);
  cache.setLive(true);
  const register = createRegisterEndpoint(app, {
    authenticate: async () => ({ _id: '1', role: 'agent' }) as SignedIn,
    cache,
    queues: {
      ...createWorkQueues(),
      publicData: createQueue('publicData', slots),
      personal: createQueue('personal', slots),
    },
    visibleChanges: { consume: async () => undefined },
    respondOnce: async (_request, { work }) => work(ONCE_WITHOUT_KEY),
  });
  const respond = async () => {
    uncompressedCount += 1;
    maxUncompressedCount = Math.max(maxUncompressedCount, uncompressedCount);
    return { text: LONG_TEXT } as never;
  };
  register(endpoints.listProperties, respond);
  register(endpoints.listMyProperties, respond);
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_element, index) =>
      app.inject({
        url: `/api${url}?page=${index + 1}`,
        headers: { ...headers, 'accept-encoding': 'gzip' },
      }),
    ),
  );
  expect(responses.map((response) => response.headers['content-encoding'])).toEqual(
    Array.from({ length: 8 }, () => 'gzip'),
  );
  expect(maxUncompressedCount).toBe(1);
  await app.close();
});
