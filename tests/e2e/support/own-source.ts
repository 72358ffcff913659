/** A data source that reads the site's own RESO Web API. */

import type { APIRequestContext } from '@playwright/test';
import { type Account, bearer, makeAccount } from './accounts.ts';
import { expect } from './fixtures.ts';

/** Creates a key and returns its secret, which also is a bearer token. */
export async function makeKey(request: APIRequestContext, admin: Account): Promise<string> {
  const response = await request.post('/api/api-keys', {
    headers: bearer(admin),
    data: { name: 'Own source', scopes: ['reso:read'] },
  });
  expect(response.status(), await response.text()).toBe(201);
  return ((await response.json()) as { clientSecret: string }).clientSecret;
}

/** Creates the source and returns its id; it is paused. */
export async function addOwnSource(
  request: APIRequestContext,
  admin: Account,
  facts: object,
): Promise<string> {
  const service = await request.get('/reso/odata');
  const agent = await makeAccount(request, 'agent');
  const response = await request.post('/api/data-sources', {
    headers: bearer(admin),
    data: {
      baseUrl: service.url(),
      auth: { kind: 'bearer', token: await makeKey(request, admin) },
      defaultAgentId: agent._id,
      isEnabled: false,
      ...facts,
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  return ((await response.json()) as { _id: string })._id;
}
