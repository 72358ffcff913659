import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { CreatedApiKey } from '#shared/schemas/open/api-key.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { DEFAULT_RATE_LIMITS } from '../../http/limits/rate-limits.ts';
import { createApiKeyService } from './api-key-service.ts';

let server: TestApp;
let admin: TestUser;
beforeAll(async () => {
  const rateLimits = { ...DEFAULT_RATE_LIMITS, requestsPerApiKey: { max: 20, seconds: 3_600 } };
  server = await startTestApp({ rateLimits });
  admin = await server.addUser({ role: 'admin' });
});
afterAll(() => server.close());

const dateInDays = (days: number) =>
  new Date(server.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const create = async (body: object = {}): Promise<CreatedApiKey> =>
  server.ok(endpoints.createApiKey, {
    as: admin,
    body: { name: 'Portal', scopes: ['reso:read'], ...body },
  });

/** Returns whether the API key service accepts a bearer token. Skips the rate limit. */
const isAccepted = async (bearer: string) => {
  const unlimitedLimiter = {
    consume: async () => undefined,
    check: async () => undefined,
    refund: async () => undefined,
  };
  const { use } = createApiKeyService({
    db: server.db,
    requestsPerKey: unlimitedLimiter,
    now: server.clock.now,
  });
  return (await use(bearer)) !== null;
};

const encodeForm = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const requestToken = async (payload: string, headers: Record<string, string> = {}) => {
  const response = await server.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload,
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.json<Record<string, unknown>>(),
  };
};
const credentialFields = ({ clientId, clientSecret }: CreatedApiKey) => ({
  grant_type: 'client_credentials',
  client_id: clientId,
  client_secret: clientSecret,
});
const basicAuthHeader = ({ clientId, clientSecret }: CreatedApiKey) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
});

describe('GET /api-keys', () => {
  it('requires an admin and never returns a secret', async () => {
    const createdKey = await create();
    const keys = await server.ok(endpoints.listApiKeys, { as: admin });
    const { clientSecret, ...rest } = createdKey;
    expect(keys[0]).toEqual(rest);
    expect(JSON.stringify(keys)).not.toContain(clientSecret);
    const agent = await server.addUser({ role: 'agent' });
    expect((await server.error(endpoints.listApiKeys, { as: agent })).status).toBe(403);
    expect((await server.error(endpoints.listApiKeys)).status).toBe(401);
  });
});

describe('POST /api-keys', () => {
  it('stores only the hash of the secret', async () => {
    const { clientSecret, lastUsedAt, expiresOn } = await create();
    const audit = await server.ok(endpoints.listAudit, {
      as: admin,
      query: { action: 'api_key.created' },
    });
    expect(JSON.stringify(audit)).toContain('reso:read');
    expect(JSON.stringify(audit)).not.toContain(clientSecret);
    expect([lastUsedAt, expiresOn]).toEqual([null, null]);
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(k)::text as text from api_keys k`.execute(server.db);
    expect(rows.some(({ text }) => text.includes(clientSecret))).toBe(false);
    expect(await isAccepted(clientSecret)).toBe(true);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['all'] }, 'scopes.0'],
    [{ expiresOn: '2027-02-31' }, 'expiresOn'],
    [{ expiresOn: '2020-01-01' }, 'expiresOn'],
  ])('rejects %j', async (fields, path) => {
    const response = await server.error(endpoints.createApiKey, {
      as: admin,
      body: { name: 'Portal', scopes: ['reso:read'], ...fields },
    });
    expect(response.status).toBe(400);
    expect(response.errors).toMatchObject([{ path }]);
  });

  it('requires an admin', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const body = { name: 'Portal', scopes: ['reso:read'] };
    expect((await server.error(endpoints.createApiKey, { as: agent, body })).status).toBe(403);
    expect((await server.error(endpoints.createApiKey, { body })).status).toBe(401);
  });

  it('creates a key that is valid until the end of its expiration date in UTC', async () => {
    const createdKey = await create({ expiresOn: dateInDays(0) });
    const { body } = await requestToken(encodeForm(credentialFields(createdKey)));
    const token = String(body['access_token']);
    expect([await isAccepted(createdKey.clientSecret), await isAccepted(token)]).toEqual([
      true,
      true,
    ]);
    await sql`update api_keys set expires_on = expires_on - 1 where id = ${createdKey._id}`.execute(
      server.db,
    );
    expect([await isAccepted(createdKey.clientSecret), await isAccepted(token)]).toEqual([
      false,
      false,
    ]);
    expect((await requestToken(encodeForm(credentialFields(createdKey)))).body).toMatchObject({
      error: 'invalid_client',
    });
  });
});

describe('DELETE /api-keys/:id', () => {
  it('revokes the key and its tokens immediately', async () => {
    const createdKey = await create();
    const { body } = await requestToken(encodeForm(credentialFields(createdKey)));
    const params = { id: createdKey._id };
    const agent = await server.addUser({ role: 'agent' });
    expect((await server.error(endpoints.deleteApiKey, { as: agent, params })).status).toBe(403);
    expect((await server.error(endpoints.deleteApiKey, { params })).status).toBe(401);
    await server.ok(endpoints.deleteApiKey, { as: admin, params });
    expect(await isAccepted(createdKey.clientSecret)).toBe(false);
    expect(await isAccepted(String(body['access_token']))).toBe(false);
    expect((await server.error(endpoints.deleteApiKey, { as: admin, params })).status).toBe(404);
    const audit = await server.ok(endpoints.listAudit, {
      as: admin,
      query: { action: 'api_key.deleted' },
    });
    expect(audit[0]).toMatchObject({ entity: { kind: 'api_key', title: 'Portal' } });
  });
});

describe('POST /oauth/token', () => {
  it('issues a token for credentials in the Authorization header or the body', async () => {
    const createdKey = await create();
    for (const response of [
      await requestToken(encodeForm(credentialFields(createdKey))),
      await requestToken(
        encodeForm({ grant_type: 'client_credentials', scope: 'reso:read' }),
        basicAuthHeader(createdKey),
      ),
    ]) {
      expect(response.status).toBe(200);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.body).toMatchObject({
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'reso:read',
      });
      expect(await isAccepted(String(response.body['access_token']))).toBe(true);
    }
  });

  it('returns RFC 6749 errors', async () => {
    const createdKey = await create();
    const validFields = credentialFields(createdKey);
    const { grant_type: _grantType, ...noGrant } = validFields;
    const cases: [string, Record<string, string>, number, string][] = [
      [encodeForm({ ...validFields, client_secret: 'wrong' }), {}, 401, 'invalid_client'],
      [encodeForm({ grant_type: 'client_credentials' }), {}, 401, 'invalid_client'],
      [
        encodeForm({ grant_type: 'client_credentials' }),
        { authorization: 'Basic !' },
        401,
        'invalid_client',
      ],
      [encodeForm({ ...validFields, client_id: '\0' }), {}, 401, 'invalid_client'],
      [encodeForm(noGrant), {}, 400, 'invalid_request'],
      [encodeForm({ ...validFields, grant_type: 'password' }), {}, 400, 'unsupported_grant_type'],
      [encodeForm({ ...validFields, scope: 'all' }), {}, 400, 'invalid_scope'],
      [`${encodeForm(validFields)}&grant_type=client_credentials`, {}, 400, 'invalid_request'],
      [encodeForm(validFields), basicAuthHeader(createdKey), 400, 'invalid_request'],
      [JSON.stringify(validFields), { 'content-type': 'application/json' }, 400, 'invalid_request'],
    ];
    for (const [payload, headers, status, error] of cases) {
      const response = await requestToken(payload, headers);
      expect({ status: response.status, ...response.body }).toMatchObject({ status, error });
      expect(response.headers['www-authenticate'] !== undefined).toBe(status === 401);
    }
  });

  it('limits the requests per key', async () => {
    const createdKey = await create();
    const body = encodeForm(credentialFields(createdKey));
    for (let count = 0; count < 20; count += 1) {
      expect((await requestToken(body)).status).toBe(200);
    }
    const rejectedResponse = await requestToken(body);
    expect(rejectedResponse.status).toBe(429);
    expect(Number(rejectedResponse.headers['retry-after'])).toBeGreaterThan(0);
  });
});
