/** A data source that reads the site's own RESO Web API. */

import type { APIRequestContext } from '@playwright/test';
import { type Account, bearer, makeAccount } from './accounts.ts';
import { expect } from './fixtures.ts';

/** Creates an API key, and returns its secret, which is also a bearer token. */
export async function createApiKey(request: APIRequestContext, admin: Account): Promise<string> {
  const response = await request.post('/api/api-keys', {
    headers: bearer(admin),
    data: { name: 'Own source', scopes: ['reso:read'] },
  });
  expect(response.status(), await response.text()).toBe(201);
  return ((await response.json()) as { clientSecret: string }).clientSecret;
}

/** Creates a paused source and returns its ID. */
export async function addOwnSource(
  request: APIRequestContext,
  admin: Account,
  fields: object,
): Promise<string> {
  const service = await request.get('/reso/odata');
  const agent = await makeAccount(request, 'agent');
  const response = await request.post('/api/data-sources', {
    headers: bearer(admin),
    data: {
      baseUrl: service.url(),
      auth: { kind: 'bearer', token: await createApiKey(request, admin) },
      defaultAgentId: agent._id,
      isEnabled: false,
      ...fields,
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  return ((await response.json()) as { _id: string })._id;
}
