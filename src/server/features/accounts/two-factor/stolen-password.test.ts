import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Endpoint } from '#shared/endpoints/endpoint.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addTwoFactor } from './two-factor.fixture.ts';

let server: TestApp;
let victim: TestUser;
let recoveryCodes: readonly string[];
beforeAll(async () => {
  server = await startTestApp();
  const people = await server.addPeople();
  victim = people.admin;
  ({ recoveryCodes } = await addTwoFactor(server, victim));
  return () => server.close();
});

const ALL_ENDPOINTS = Object.entries<Endpoint>(endpoints);

/** Returns headers with the password in every header that could carry credentials. */
const buildHeadersWithPassword = (): Record<string, string>[] => {
  const { email, password } = victim;
  const basic = Buffer.from(`${email}:${password}`).toString('base64');
  return [
    { authorization: `Bearer ${password}` },
    { authorization: `Basic ${basic}` },
    { authorization: `Bearer ${basic}`, cookie: `token=${password}; session=${password}` },
    { 'x-api-key': password, 'x-email': email },
  ];
};

/** Returns bodies with the password in every field that could carry credentials, and with guessed codes. */
const buildBodiesWithPassword = (): Record<string, string>[] => {
  const { email, name, password } = victim;
  const proof = {
    email,
    name,
    password,
    currentPassword: password,
    confirmPassword: password,
    newPassword: 'a-new-password',
    token: password,
    role: 'user',
    message: 'May I see the home?',
    subject: 'The home',
  };
  const codes = ['', ' ', '0', '000000', password];
  return [proof, ...codes.map((code) => Object.assign({ code }, proof))];
};

/** Reads the account data that an attacker must not be able to change. */
async function readState() {
  const tables = ['users', 'two_factors', 'recovery_codes', 'passkeys', 'sessions', 'api_tokens'];
  return Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql`
        select to_jsonb(t) - 'last_seen_at' as row from ${sql.table(table)} t order by 1`.execute(
        server.db,
      );
      return { table, rows };
    }),
  );
}

describe('the password of an account with a second factor', () => {
  test('gives no access to endpoints that require an account', async () => {
    for (const [name, endpoint] of ALL_ENDPOINTS.filter(([, { access }]) => access !== 'public'))
      for (const headers of buildHeadersWithPassword())
        expect({
          name,
          status: await server.status(endpoint, { headers, params: { id: '1' }, body: {} }),
        }).toEqual({ name, status: 401 });
  });

  test('reads and changes nothing through public endpoints', async () => {
    const before = await readState();
    expect(before.map(({ rows }) => rows.length)).toEqual([3, 1, recoveryCodes.length, 0, 3, 0]);
    const params = { id: '1', token: victim.password, key: '1' };
    for (const [name, endpoint] of ALL_ENDPOINTS.filter(([, { access }]) => access === 'public'))
      for (const [index, body] of buildBodiesWithPassword().entries()) {
        const ip = `203.0.113.${index}`;
        const { method } = endpoint;
        const options = method === 'GET' ? { params, query: body } : { params, body };
        const {
          path,
          headers: requestHeaders,
          payload: requestPayload,
        } = await server.rawRequest(endpoint, options);
        const { headers, payload } = await server.app.inject({
          method,
          url: path,
          headers: requestHeaders,
          remoteAddress: ip,
          ...(requestPayload === undefined ? {} : { payload: requestPayload }),
        });
        expect({ name, cookie: headers['set-cookie'] }).toEqual({ name, cookie: undefined });
        expect({ name, payload }).not.toEqual({
          name,
          payload: expect.stringMatching(/"token":|recoveryCodes|twoFactor"/),
        });
      }
    expect(await readState()).toEqual(before);
  });

  test('gets the same response as an unknown address if it is wrong', async () => {
    const { email } = victim;
    const signInWithWrongPassword = (address: string) =>
      server.error(endpoints.login, { body: { email: address, password: 'wrong-password' } });
    const [knownError, unknownError] = [
      await signInWithWrongPassword(email),
      await signInWithWrongPassword('unknown@example.org'),
    ];
    expect({ ...knownError, headers: null }).toEqual({ ...unknownError, headers: null });
  });
});
