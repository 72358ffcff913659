import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const lines: string[] = [];
let server: TestApp;
let demo: TestUser;

beforeAll(async () => {
  const logStream = { write: (line: string) => void lines.push(line) };
  server = await startTestApp({ isDemoRequested: false, logLevel: 'warn', logStream });
  demo = await server.addUser({ role: 'admin', is_demo: true });
});
afterAll(() => server.close());

const signIn = (headers: Record<string, string>) => {
  const { email, password } = demo;
  return server.status(endpoints.login, { headers, body: { email, password } });
};

test('a demo account can sign in from the machine itself', async () => {
  expect(await signIn({})).toBe(200);
  expect(await server.status(endpoints.listUsers, { as: demo })).toBe(200);
  expect(lines).toEqual([]);
});

test.each([
  { 'x-forwarded-for': '203.0.113.7' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-host': 'homes.example.org' },
  { 'x-real-ip': '203.0.113.7' },
  { forwarded: 'for=203.0.113.7' },
  { via: '1.1 proxy' },
])('a demo account cannot sign in through a proxy: %o', async (headers) => {
  expect(await signIn(headers as Record<string, string>)).toBe(401);
  expect(
    await server.status(endpoints.listUsers, {
      as: demo,
      headers: headers as Record<string, string>,
    }),
  ).toBe(401);
});

test('logs a warning once', () => {
  const warnings = lines.filter((line) => line.includes('demo accounts cannot sign in'));
  expect(warnings).toHaveLength(1);
});

test('other accounts, and demo accounts with DEMO=1, can sign in through a proxy', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  const { email, password } = await server.addUser();
  expect(await server.status(endpoints.login, { headers, body: { email, password } })).toBe(200);
  const demoServer = await startTestApp({ isDemoRequested: true });
  try {
    const user = await demoServer.addUser({ is_demo: true });
    const body = { email: user.email, password: user.password };
    expect(await demoServer.status(endpoints.login, { headers, body })).toBe(200);
  } finally {
    await demoServer.close();
  }
});
