import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { DEFAULT_RATE_LIMITS } from '#server/http/limits/rate-limits.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let ann: TestUser;

beforeAll(async () => {
  server = await startTestApp({
    rateLimits: {
      ...DEFAULT_RATE_LIMITS,
      loginFailuresPerAccountAndIp: { max: 3, seconds: 900 },
    },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  ann = await server.addUser();
});

const change = (as: { token: string }, currentPassword: string, newPassword = 'brand-new') =>
  server.status(endpoints.changePassword, { as, body: { currentPassword, newPassword } });

async function signIn(password: string): Promise<{ token: string }> {
  const { token = '' } = await server.ok(endpoints.login, { body: { email: ann.email, password } });
  return { token };
}

describe('PUT /users/profile/password', () => {
  test('requires a signed-in user', () =>
    server.expectGuarded(
      endpoints.changePassword,
      { user: ann, agent: ann, admin: ann },
      { body: { currentPassword: ann.password, newPassword: 'brand-new' } },
    ));

  test('sets the password and ends every other session', async () => {
    const [secondSession, thirdSession] = [await signIn(ann.password), await signIn(ann.password)];
    const body = { currentPassword: ` ${ann.password} `, newPassword: ' brand-new ' };
    expect(await server.ok(endpoints.changePassword, { as: ann, body })).toEqual({
      message: 'Password changed successfully!',
    });
    expect(await server.status(endpoints.logout, { as: secondSession })).toBe(401);
    expect(await server.status(endpoints.logout, { as: thirdSession })).toBe(401);
    expect(await change(ann, 'brand-new', 'newer-still')).toBe(200);
    expect(
      await server.status(endpoints.login, { body: { email: ann.email, password: ann.password } }),
    ).toBe(401);
    await signIn('newer-still');
  });

  test('rejects a wrong current password', async () => {
    const body = { currentPassword: 'wrong', newPassword: 'brand-new' };
    expect(await server.error(endpoints.changePassword, { as: ann, body })).toMatchObject({
      status: 400,
      code: 'WRONG_PASSWORD',
      message: 'Current password is incorrect',
    });
    await signIn(ann.password);
  });

  test('reports every invalid field', async () => {
    expect((await server.error(endpoints.changePassword, { as: ann, body: {} })).errors).toEqual([
      { path: 'currentPassword', message: 'Current password is required.' },
      { path: 'newPassword', message: 'Password must be at least 6 characters.' },
    ]);
    const body = { currentPassword: ' ', newPassword: 'x'.repeat(201) };
    expect((await server.error(endpoints.changePassword, { as: ann, body })).errors).toEqual([
      { path: 'currentPassword', message: 'Current password is required.' },
      { path: 'newPassword', message: 'Password must be at most 200 characters.' },
    ]);
  });

  test('limits guesses with a stolen token, without locking out the owner', async () => {
    const owner = await signIn(ann.password);
    const before = server.passwordChecks.value;
    const statuses = await Promise.all(Array.from({ length: 8 }, () => change(ann, 'guess')));
    expect(statuses.filter((status) => status === 400)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect(server.passwordChecks.value - before).toBe(3);
    expect(await change(ann, ann.password)).toBe(429);
    expect(await change(owner, ann.password)).toBe(200);
    expect(await server.status(endpoints.logout, { as: ann })).toBe(401);
  });

  test('does not count successful changes', async () => {
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect(await change(ann, ann.password, ann.password)).toBe(200);
    }
  });

  test('accepts only one of two concurrent changes', async () => {
    const other = await signIn(ann.password);
    const statuses = await Promise.all([
      change(ann, ann.password, 'first-one'),
      change(other, ann.password, 'second-one'),
    ]);
    // The other request's password is no longer current, or its session has ended.
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    await signIn(statuses[0] === 200 ? 'first-one' : 'second-one');
  });
});
