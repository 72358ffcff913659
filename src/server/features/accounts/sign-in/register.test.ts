import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { DEFAULT_RATE_LIMITS } from '#server/http/limits/rate-limits.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const HOUR_MS = 60 * 60 * 1000;

let server: TestApp;
let admin: TestUser;
let agent: TestUser;
let count = 0;

beforeAll(async () => {
  server = await startTestApp({
    rateLimits: { ...DEFAULT_RATE_LIMITS, registrationsPerIp: { max: 5, seconds: 3600 } },
  });
  admin = await server.addUser({ role: 'admin' });
  agent = await server.addUser({ role: 'agent' });
});
afterAll(() => server.close());
beforeEach(() => server.clock.advance(HOUR_MS));

/** Builds a sign-up form with a new email address. */
function buildForm(changes: Record<string, unknown> = {}) {
  count += 1;
  return {
    name: 'Ann Smith',
    email: `ann-${count}@example.org`,
    password: 'secret1',
    confirmPassword: 'secret1',
    role: 'user',
    ...changes,
  };
}

const omitField = (name: string, form: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(form).filter(([key]) => key !== name));

const findRow = (email: string) =>
  server.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

describe('POST /auth/register', () => {
  test.each(['user', 'agent'] as const)('creates a %s and signs them in', async (role) => {
    const form = buildForm({ role });
    const body = await server.ok(endpoints.register, { body: form });
    expect(body).toStrictEqual({
      _id: expect.stringMatching(/^\d+$/),
      name: 'Ann Smith',
      email: form.email,
      role,
      avatar: null,
      phone: null,
      office: null,
      isVerified: false,
      verification: null,
      licenseNumber: null,
      licenseState: null,
      agentRequestedAt: null,
      officeRole: null,
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    const as = { token: body.token ?? '' };
    const signedIn = await server.ok(endpoints.login, { body: form });
    expect(signedIn).toStrictEqual({ ...body, token: expect.any(String) });
    expect(await server.ok(endpoints.logout, { as })).toBeNull();
  });

  test('trims the input and hashes the password with argon2id', async () => {
    const { email, ...form } = buildForm({ name: '  Zoë  ', password: ' secret1 ' });
    await server.ok(endpoints.register, { body: { ...form, email: ` ${email} ` } });
    const row = await findRow(email);
    expect(row).toMatchObject({ name: 'Zoë', created_at: server.clock.now(), is_demo: false });
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
    await server.ok(endpoints.login, { body: { email, password: 'secret1' } });
  });

  test('rejects a taken address, ignoring case', async () => {
    const form = buildForm();
    await server.ok(endpoints.register, { body: form });
    const body = { ...form, email: form.email.toUpperCase() };
    expect(await server.error(endpoints.register, { body })).toMatchObject({
      status: 409,
      code: 'EMAIL_TAKEN',
      message: 'An account with this email already exists.',
    });
  });

  test('creates one account from concurrent requests for an address', async () => {
    const body = buildForm();
    const statuses = await Promise.all(
      Array.from({ length: 4 }, () => server.status(endpoints.register, { body })),
    );
    expect(statuses.toSorted((one, two) => one - two)).toEqual([201, 409, 409, 409]);
  });

  test.each([
    ['name', 'A', 'Name must be at least 2 characters.'],
    ['name', '\u0007\u0007', 'Name must be at least 2 characters.'],
    ['name', 'A'.repeat(201), 'Name must be at most 200 characters.'],
    ['name', 'Ann\0', 'Name contains characters that cannot be stored.'],
    ['email', 'ann', 'Please enter a valid email address.'],
    ['password', '12345', 'Password must be at least 6 characters.'],
    ['password', 'x'.repeat(201), 'Password must be at most 200 characters.'],
    ['confirmPassword', 'secret2', 'Passwords do not match'],
    ['role', 'admin', 'Role must be user or agent.'],
    ['role', 'owner', 'Role must be user or agent.'],
  ])('rejects the %s %j', async (path, value, message) => {
    const form = buildForm({ [path]: value });
    const body = path === 'password' ? { ...form, confirmPassword: value } : form;
    expect(await server.error(endpoints.register, { body })).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      message,
      errors: [{ path, message }],
    });
    expect(await findRow(form.email)).toBeUndefined();
  });

  test('reports every invalid field, even for an empty or missing body', async () => {
    const invalidForm = { name: '', email: '', password: '', confirmPassword: 'x', role: '' };
    const responses = await Promise.all(
      [invalidForm, {}, undefined].map((body) => server.error(endpoints.register, { body })),
    );
    for (const { status, errors } of responses) {
      expect(status).toBe(400);
      expect(errors?.map(({ path }) => path).toSorted()).toEqual([
        'confirmPassword',
        'email',
        'name',
        'password',
        'role',
      ]);
    }
  });

  test('rejects a body that is not a JSON object', async () => {
    for (const payload of ['[1]', '"text"', 'null', '{"name":']) {
      const response = await server.app.inject({
        method: 'POST',
        url: '/api/auth/register',
        headers: { 'content-type': 'application/json' },
        payload,
      });
      expect({ payload, status: response.statusCode }).toEqual({ payload, status: 400 });
    }
  });

  test('creates an account of any role for an admin, without signing it in', async () => {
    for (const role of ['user', 'agent', 'admin'] as const) {
      const form = omitField('confirmPassword', buildForm({ role, name: 'X' }));
      const body = await server.ok(endpoints.register, { as: admin, body: form });
      expect(body).toStrictEqual({
        _id: expect.any(String),
        name: 'X',
        email: form['email'],
        role,
        avatar: null,
        phone: null,
        office: null,
        isVerified: false,
        verification: null,
        licenseNumber: null,
        licenseState: null,
        agentRequestedAt: null,
        officeRole: null,
      });
      const sessions = await server.db
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', body._id)
        .execute();
      expect(sessions).toEqual([]);
    }
    const formWithoutRole = omitField('role', omitField('confirmPassword', buildForm()));
    expect(await server.ok(endpoints.register, { as: admin, body: formWithoutRole })).toMatchObject(
      {
        role: 'user',
      },
    );
  });

  test('returns messages to admins that differ from those of the sign-up form', async () => {
    const body = { name: '', email: 'x', password: '123', role: 'owner' };
    expect((await server.error(endpoints.register, { as: admin, body })).errors).toEqual([
      { path: 'name', message: 'Name is required' },
      { path: 'email', message: 'Invalid email address' },
      { path: 'password', message: 'Password must be at least 6 characters' },
      { path: 'role', message: 'Role must be user, agent, or admin.' },
    ]);
    const formWithTakenAddress = {
      ...omitField('confirmPassword', buildForm()),
      email: agent.email,
    };
    expect(
      (await server.error(endpoints.register, { as: admin, body: formWithTakenAddress })).code,
    ).toBe('EMAIL_TAKEN');
  });

  test('treats callers who are not admins as visitors who sign up, even with a token', async () => {
    for (const as of [agent, { token: 'garbage' }]) {
      const error = await server.error(endpoints.register, {
        as,
        body: buildForm({ role: 'admin' }),
      });
      expect(error.errors).toEqual([{ path: 'role', message: 'Role must be user or agent.' }]);
      const body = omitField('confirmPassword', buildForm());
      expect((await server.error(endpoints.register, { as, body })).errors).toEqual([
        { path: 'confirmPassword', message: 'Passwords do not match' },
      ]);
      const response = await server.ok(endpoints.register, { as, body: buildForm() });
      expect(response.token).toBeDefined();
    }
  });

  test('is limited by IP address, except for invalid forms and admins', async () => {
    const ip = '203.0.113.7';
    await server.error(endpoints.register, { ip, body: buildForm({ email: 'x' }) });
    const statuses = await Promise.all(
      Array.from({ length: 8 }, () => server.status(endpoints.register, { ip, body: buildForm() })),
    );
    expect(statuses.toSorted((one, two) => one - two)).toEqual([
      201, 201, 201, 201, 201, 429, 429, 429,
    ]);
    const error = await server.error(endpoints.register, { ip, body: buildForm() });
    expect(error.code).toBe('TOO_MANY_REQUESTS');
    const retryAfter = Number(error.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(3500);
    expect(retryAfter).toBeLessThanOrEqual(3600);

    await server.ok(endpoints.register, { ip: '203.0.113.8', body: buildForm() });
    const form = omitField('confirmPassword', buildForm());
    await server.ok(endpoints.register, { ip, as: admin, body: form });
    await server.clock.advance(HOUR_MS);
    await server.ok(endpoints.register, { ip, body: buildForm() });
  });

  test('counts attempts with taken addresses toward the limit, to prevent probing for accounts', async () => {
    const ip = '203.0.113.9';
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const body = buildForm({ email: agent.email });
      expect(await server.status(endpoints.register, { ip, body })).toBe(409);
    }
    expect(await server.status(endpoints.register, { ip, body: buildForm() })).toBe(429);
  });

  test('is limited to 100 an hour per IP address by default', () => {
    expect(DEFAULT_RATE_LIMITS.registrationsPerIp).toEqual({ max: 100, seconds: 3600 });
  });
});
