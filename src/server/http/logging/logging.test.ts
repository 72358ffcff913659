import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { describeError } from './logging.ts';

const lines: string[] = [];
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({
    logLevel: 'trace',
    logStream: { write: (line) => lines.push(line) },
  });
  return () => server.close();
});

test('an error is logged with the request ID in the response, and without user input', async () => {
  const secrets = ['secret-token', 'private@example.org', 'hunter2-password'];
  server.app.get('/fails', async () => {
    throw Object.assign(new Error('550 <private@example.org> unknown'), {
      code: '23505',
      detail: 'Key (lower(email))=(private@example.org) already exists.',
      parameters: ['hunter2-password'],
      cause: new Error('RCPT TO:<private@example.org>'),
    });
  });
  const response = await server.app.inject({
    url: '/fails?token=secret-token',
    headers: { authorization: 'Bearer secret-token', cookie: 'a=secret-token' },
  });
  expect(response.statusCode).toBe(500);
  const line = lines.find((text) => text.includes('550')) ?? '{}';
  const logEntry = JSON.parse(line) as Record<string, unknown>;
  expect(logEntry).toMatchObject({
    reqId: response.headers['x-request-id'],
    req: { method: 'GET', path: '/fails' },
    err: { code: '23505', message: '550 <[address]> unknown' },
  });
  expect(logEntry['reqId']).toMatch(/^[0-9a-f]{8}-\d+$/);
  for (const secret of secrets) expect(lines.join('')).not.toContain(secret);
});

test('sign-up, sign-in, password reset, and emails log no user input', async () => {
  const email = 'secret.person@example.org';
  const password = 'correct-horse-battery';
  await server.ok(endpoints.register, {
    body: { name: 'Ann Smith', email, password, confirmPassword: password, role: 'user' },
  });
  const { token } = await server.ok(endpoints.login, { body: { email, password } });
  await server.error(endpoints.login, { body: { email, password: `${password}!` } });
  server.mailFailure.error = Object.assign(new Error(`No such user: ${email}`), {
    rejected: [email],
  });
  await server.ok(endpoints.forgotPassword, { body: { email } });
  await server.waitUntilIdle();
  const text = lines.join('');
  expect(text).toContain('No such user: [address]');
  for (const secret of [email, password, token]) expect(text).not.toContain(secret);
});

test('a form with files logs no headers at any level', async () => {
  const agent = await server.addUser({ role: 'agent' });
  await server.ok(endpoints.createProperty, { as: agent, form: toFormData(buildPropertyForm()) });
  expect(lines.join('')).toContain('busboy');
  expect(lines.join('')).not.toContain(agent.token);
});

test('database messages that quote rows are not logged', async () => {
  const { db } = openDatabase(server.databaseUrl);
  const row = {
    name: 'A',
    email: 'twice@example.org',
    role: 'user' as const,
    password_hash: 'hash',
  };
  await db.insertInto('users').values(row).execute();
  const error: unknown = await db
    .insertInto('users')
    .values(row)
    .execute()
    .catch((reason: unknown) => reason);
  await db.destroy();
  expect(describeError(error)).toMatchObject({ code: '23505', constraint: 'users_email_key' });
  expect(JSON.stringify(describeError(error))).not.toContain('twice@');
});

test.each([
  'a%40'.repeat(4_000),
  'a@'.repeat(8_000),
  'a'.repeat(16_000),
  `a@${'b'.repeat(16_000)}`,
  '@.'.repeat(8_000),
])('an error with a long message is logged quickly: %.8s…', (message) => {
  const startedAt = performance.now();
  describeError(new Error(message));
  // Cubic growth would take hours instead of milliseconds.
  expect(performance.now() - startedAt).toBeLessThan(60_000);
});

test.each([
  ['RCPT TO:<ann@example.org>', 'RCPT TO:<[address]>'],
  ['Key (lower(email))=(ann@example.org) exists', 'Key (lower(email))=([address]) exists'],
  ['/login/ann%40example.org/x', '/login/[address]/x'],
  ['spam: https://a.b/reset?token=Ab_1-c&x=1', 'spam: https://a.b/reset?token=[hidden]&x=1'],
  ['no address: a@b, @example.org, 12:30', 'no address: a@b, @example.org, 12:30'],
])('masks only email addresses and tokens: %s', (text, maskedText) => {
  expect(describeError(new Error(text)).message).toBe(maskedText);
});
