import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestApp;
let people: Record<Role, TestUser>;

beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
});
afterAll(() => server.close());

/** Returns whether an endpoint that requires a session accepts a token. */
const isSignedIn = async (as: { token: string }) => {
  const status = await server.status(endpoints.changePassword, { as, body: {} });
  return status === 400;
};

describe('POST /auth/logout', () => {
  test('requires a signed-in user', () => server.expectGuarded(endpoints.logout, people));

  test('ends only this token’s session', async () => {
    const { email, password } = people.user;
    const [first, second] = await Promise.all([
      server.ok(endpoints.login, { body: { email, password } }),
      server.ok(endpoints.login, { body: { email, password } }),
    ]);
    const [firstSession, secondSession] = [
      { token: first.token ?? '' },
      { token: second.token ?? '' },
    ];
    expect(await server.ok(endpoints.logout, { as: firstSession })).toBeNull();
    expect(await isSignedIn(firstSession)).toBe(false);
    expect(await isSignedIn(secondSession)).toBe(true);
    expect((await server.error(endpoints.logout, { as: firstSession })).code).toBe(
      'UNAUTHENTICATED',
    );
  });
});

describe('a token', () => {
  test('is stored only as its hash', async () => {
    const rows = await server.db.selectFrom('sessions').selectAll().execute();
    const storedText = JSON.stringify(
      rows.map((row) => [row.token_hash.toString('base64url'), row]),
    );
    expect(storedText).not.toContain(people.user.token);
    expect(Buffer.from(people.user.token, 'base64url')).toHaveLength(32);
  });

  test('is ignored by public endpoints if it is invalid', async () => {
    await server.ok(endpoints.listProperties, { as: { token: 'garbage' } });
    await server.ok(endpoints.listProperties, { headers: { authorization: 'Basic YTpi' } });
  });

  test('becomes invalid when its account is deleted', async () => {
    const deletedUser = await server.addUser();
    await server.ok(endpoints.deleteUser, { params: { id: deletedUser._id }, as: people.admin });
    expect(await isSignedIn(deletedUser)).toBe(false);
  });

  test('is valid for 30 days and is deleted at the next sign-in after that', async () => {
    const { email, password, ...person } = await server.addUser();
    await server.clock.advance(30 * DAY_MS - 1);
    expect(await isSignedIn(person)).toBe(true);
    await server.clock.advance(1);
    expect(await isSignedIn(person)).toBe(false);
    await server.ok(endpoints.login, { body: { email, password } });
    const remaining = await server.db.selectFrom('sessions').select('user_id').execute();
    expect(remaining).toEqual([{ user_id: person._id }]);
  });
});
