/** Tests that public endpoints read a token only if the endpoint table allows it. */

import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { type Endpoint, endpointUrl } from '#shared/endpoints/endpoint.ts';
import type { ResponseCache } from '../../cache/response-cache.ts';
import { createWorkQueues } from '../limits/request-work.ts';
import type { SignedIn } from './authentication.ts';
import { ONCE_WITHOUT_KEY } from './idempotency.ts';
import { createRegisterEndpoint } from './register-endpoint.ts';

const ANN: SignedIn = {
  _id: '1',
  name: 'Ann',
  email: 'ann@example.org',
  role: 'user',
  avatarKey: null,
  office: null,
  officeRole: null,
  mustSetUpSecondFactor: false,
  tokenHash: Buffer.of(1),
  ipAddress: '192.0.2.1',
  requester: { key: '1', signal: undefined },
};

test('a public endpoint receives the user only if sign-in is optional', async () => {
  const app = Fastify();
  const requestsWithLookup = new Set<string>();
  const identifiedNames: string[] = [];
  const register = createRegisterEndpoint(app, {
    // Reads of private data look up the user twice.
    authenticate: async ({ method, url }) => {
      requestsWithLookup.add(`${method} ${url}`);
      return ANN;
    },
    // Requests with a token bypass the cache, so nothing else is called.
    cache: { catchUp: async () => undefined } as unknown as ResponseCache,
    queues: createWorkQueues(),
    visibleChanges: { consume: async () => undefined },
    respondOnce: async (_request, { work }) => work(ONCE_WITHOUT_KEY),
  });
  const publicEndpoints = Object.entries<Endpoint>(endpoints).filter(
    ([, { access }]) => access === 'public',
  );
  for (const [
    name,
    { params: _params, query: _query, body: _body, ...endpoint },
  ] of publicEndpoints) {
    // Without schemas, so that the requests need no input.
    register(endpoint, async ({ actor }: { actor: SignedIn | undefined }) => {
      if (actor !== undefined) identifiedNames.push(name);
      return null;
    });
  }
  for (const [, endpoint] of publicEndpoints) {
    const response = await app.inject({
      method: endpoint.method,
      url: endpointUrl(endpoint).replaceAll(/:\w+/g, '1'),
      headers: { authorization: 'Bearer abc' },
    });
    expect(response.statusCode).toBeLessThan(300);
  }
  await app.close();
  expect(identifiedNames).toEqual([
    'register',
    'getProperty',
    'countView',
    'acceptInvitation',
    'ask',
    'getInquiry',
    'answerInquiry',
    'readInquiry',
    'bookTour',
    'getTour',
    'getTourCalendar',
    'changeTour',
  ]);
  expect(requestsWithLookup.size).toBe(identifiedNames.length);
});
