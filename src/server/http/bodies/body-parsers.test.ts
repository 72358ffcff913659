import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let agent: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent' });
  return () => server.close();
});

const json = { 'content-type': 'application/json' };

test('a body with more than 2,000 values is rejected', async () => {
  const send = (count: number) =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: Array.from({ length: count }, () => []) },
    });
  expect((await send(2_000)).json()).toMatchObject({ message: 'The request has too many values.' });
  expect((await send(1_000)).json()).toMatchObject({ code: 'VALIDATION_FAILED' });
});

test('a body with too many values is rejected before it is parsed', async () => {
  const send = (payload: string) =>
    server.app.inject({ method: 'POST', url: '/api/auth/login', headers: json, payload });
  expect((await send('['.repeat(10_000))).json()).toMatchObject({
    message: 'The request has too many values.',
  });
  // Strings can contain any number of separators.
  const email = `"\\"[{,`.repeat(10_000);
  expect((await send(JSON.stringify({ email }))).json()).toMatchObject({
    code: 'VALIDATION_FAILED',
  });
});

describe('an empty body with a JSON content type', () => {
  test('is accepted if no body is required', async () => {
    const params = { id: await server.addProperty(agent) };
    const options = { as: agent, params, headers: json };
    const { isAvailable } = await server.ok(endpoints.toggleAvailability, options);
    expect(isAvailable).toBe(false);
    await server.ok(endpoints.deleteProperty, options);
    await server.ok(endpoints.logout, { as: agent, headers: json });
  });

  test('is rejected with a list of the missing fields if a body is required', async () => {
    const { errors } = await server.error(endpoints.login, { headers: json });
    expect(errors?.map(({ path }) => path)).toEqual(['email', 'password']);
  });
});

test.each(['{', '{"email":', 'null x', '{"__proto__":{}}', ' '])(
  'the invalid body %j is rejected',
  async (payload) => {
    const url = '/api/auth/login';
    const response = await server.app.inject({ method: 'POST', url, headers: json, payload });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      message: 'The request could not be read.',
      code: 'BAD_REQUEST',
    });
  },
);
