import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { listenWithLongTimeout } from '#tests/helpers/listen-with-long-timeout.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const buildChromeUserAgent = (system: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`;
const WINDOWS_USER_AGENT = buildChromeUserAgent('Windows NT 10.0; Win64; x64');
const MAC_USER_AGENT = buildChromeUserAgent('Macintosh; Intel Mac OS X 10_15_7');
const FIREFOX_USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SYSTEMS = [
  'Windows NT 10.0',
  'X11; Linux x86_64',
  'Macintosh; Intel Mac OS X',
  'X11; CrOS x',
];

let server: TestApp;
let people: Record<'user' | 'agent' | 'admin', TestUser>;
let ann: TestUser;

beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
});
afterAll(() => server.close());
beforeEach(async () => {
  ann = await server.addUser({ isProven: true });
  await server.waitUntilIdle();
  server.emails.length = 0;
});

async function signIn(user: TestUser, userAgent = WINDOWS_USER_AGENT, ip = '203.0.113.7') {
  const { token = '' } = await server.ok(endpoints.login, {
    ip,
    headers: { 'user-agent': userAgent },
    body: { email: user.email, password: user.password },
  });
  return { token };
}
const list = (as: { token: string }) => server.ok(endpoints.listSessions, { as });
const listSignInEmails = async () => {
  await server.waitUntilIdle();
  return server.emails.filter(({ subject }) => subject.startsWith('New sign-in'));
};

describe('GET /users/profile/sessions', () => {
  test('requires a signed-in user', () => server.expectGuarded(endpoints.listSessions, people));

  test('lists the user’s sessions, most recently used first', async () => {
    const first = await signIn(ann);
    const signedInAt = server.clock.now().toISOString();
    await server.clock.advance(5 * MINUTE_MS);
    const second = await signIn(ann, FIREFOX_USER_AGENT, '2001:db8:0:1:2:3:4:5');
    await server.clock.advance(5 * MINUTE_MS);
    const sessions = await list(first);
    // The third is the session that `addUser` opened.
    expect(sessions).toHaveLength(3);
    expect(sessions.slice(0, 2)).toEqual([
      {
        _id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        createdAt: signedInAt,
        lastSeenAt: server.clock.now().toISOString(),
        device: 'Chrome on Windows',
        place: '203.0.113.*',
        isCurrent: true,
      },
      expect.objectContaining({
        device: 'Firefox on Linux',
        place: '2001:db8:0:1:*',
        isCurrent: false,
      }),
    ]);
    expect((await list(second)).map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
  });

  test('reports the last use to the minute', async () => {
    const session = await signIn(ann);
    const readLastSeen = async () =>
      (await list(session)).find(({ isCurrent }) => isCurrent)?.lastSeenAt;
    const first = await readLastSeen();
    await server.clock.advance(59_000);
    expect(await readLastSeen()).toBe(first);
    await server.clock.advance(1_000);
    expect(await readLastSeen()).toBe(server.clock.now().toISOString());
  });

  test('includes the session of a sign-up', async () => {
    const { token = '' } = await server.ok(endpoints.register, {
      headers: { 'user-agent': MAC_USER_AGENT },
      body: {
        name: 'Nora New',
        email: 'nora@example.org',
        password: 'a-password',
        confirmPassword: 'a-password',
        role: 'user',
      },
    });
    expect(await list({ token })).toMatchObject([{ device: 'Chrome on macOS', isCurrent: true }]);
  });
});

test('a sign-in ends the least recently used sessions beyond 1,000', async () => {
  const dayAgo = new Date(server.clock.now().getTime() - DAY_MS);
  await sql`
    insert into sessions (token_hash, user_id, created_at, expires_at, last_seen_at)
    select sha256(convert_to('session ' || number, 'UTF8')), ${ann._id}, ${dayAgo}, ${server.clock.now()}::timestamptz + interval '1 day',
      ${dayAgo}::timestamptz - number * interval '1 second'
    from generate_series(1, 1000) as number`.execute(server.db);
  const session = await signIn(ann);
  const sessions = await list(session);
  expect(sessions).toHaveLength(1_000);
  expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  // The session that `addUser` opened is still valid because it is more recent than the oldest of the
  // others.
  expect(await server.status(endpoints.getProfile, { as: ann })).toBe(200);
  expect(new Date(sessions.at(-1)?.lastSeenAt ?? '').getTime()).toBe(dayAgo.getTime() - 998_000);
});

describe('DELETE /users/profile/sessions/:id', () => {
  test('requires a signed-in user', () =>
    server.expectGuarded(endpoints.endSession, people, { params: { id: 'a'.repeat(32) } }));

  test('ends one of the user’s sessions immediately', async () => {
    const [ownSession, otherSession] = [await signIn(ann), await signIn(ann, FIREFOX_USER_AGENT)];
    const id =
      (await list(ownSession)).find(({ device }) => device === 'Firefox on Linux')?._id ?? '';
    for (const params of [{ id: 'a'.repeat(32) }, { id: '7' }]) {
      expect(await server.status(endpoints.endSession, { as: ownSession, params })).toBe(404);
    }
    expect(await server.status(endpoints.endSession, { as: people.admin, params: { id } })).toBe(
      404,
    );
    await server.send(endpoints.endSession, { as: ownSession, params: { id } });
    expect(await server.status(endpoints.listSessions, { as: otherSession })).toBe(401);
    expect(await list(ownSession)).toHaveLength(2);
    expect(await server.status(endpoints.endSession, { as: ownSession, params: { id } })).toBe(404);
  });
});

describe('DELETE /users/profile/sessions', () => {
  test('requires a signed-in user', () => server.expectGuarded(endpoints.endOtherSessions, people));

  test('ends all other sessions and their event streams', async () => {
    const live = Promise.withResolvers<void>();
    const listener = listenWithLongTimeout(server.databaseUrl, {
      onChange: () => undefined,
      onEvent: server.events.handleMessage,
      onLive: live.resolve,
      onLost: () => undefined,
    });
    await live.promise;
    const base = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const [ownSession, otherSession] = [await signIn(ann), await signIn(ann, FIREFOX_USER_AGENT)];
    const openStream = ({ token }: { token: string }) =>
      fetch(`${base}/api/events`, { headers: { authorization: `Bearer ${token}` } });
    const [ownStream, otherStream] = [await openStream(ownSession), await openStream(otherSession)];
    await server.send(endpoints.endOtherSessions, { as: ownSession });
    // The server ends the other session's stream.
    await otherStream.text();
    expect(server.events.count()).toBe(1);
    expect(await list(ownSession)).toHaveLength(1);
    expect(await server.status(endpoints.listSessions, { as: otherSession })).toBe(401);
    expect(await server.status(endpoints.listSessions, { as: ann })).toBe(401);
    await ownStream.body?.cancel();
    await listener.close();
  });
});

describe('a new sign-in', () => {
  test('is emailed once for each device', async () => {
    await signIn(ann);
    await signIn(ann);
    await signIn(ann, FIREFOX_USER_AGENT);
    const emails = await listSignInEmails();
    expect(emails.map(({ to }) => to)).toEqual([ann.email, ann.email]);
    expect(emails[0]?.text).toContain('Chrome on Windows');
    expect(emails[0]?.text).toContain('203.0.113.*');
    expect(emails[1]?.text).toContain('Firefox on Linux');
  });

  test('is not emailed for the device of the sign-up', async () => {
    const body = {
      name: 'Olga Own',
      email: 'olga@example.org',
      password: 'a-password',
      confirmPassword: 'a-password',
      role: 'user',
    };
    const account = await server.ok(endpoints.register, {
      headers: { 'user-agent': MAC_USER_AGENT },
      body,
    });
    await signIn({ ...ann, ...account, password: body.password, token: '' }, MAC_USER_AGENT);
    expect(await listSignInEmails()).toEqual([]);
  });

  test('is emailed again 90 days after the last use', async () => {
    const session = await signIn(ann);
    expect(await listSignInEmails()).toHaveLength(1);
    await server.clock.advance(20 * DAY_MS);
    await list(session);
    await server.clock.advance(89 * DAY_MS);
    await signIn(ann);
    expect(await listSignInEmails()).toHaveLength(1);
    await server.clock.advance(90 * DAY_MS);
    await signIn(ann);
    expect(await listSignInEmails()).toHaveLength(2);
  });

  test('is emailed without waiting for emails to many accounts in another network', async () => {
    const busyUsers = [await server.addUser(), await server.addUser(), await server.addUser()];
    // Different /64 networks in one /48.
    for (const [index, user] of busyUsers.entries())
      await signIn(user, WINDOWS_USER_AGENT, `2001:db8:77:${index}::1`);
    await signIn(ann, WINDOWS_USER_AGENT, '2001:db8:78::1');
    const [first, ...others] = busyUsers.map(({ email }) => email);
    const recipients = (await listSignInEmails()).map(({ to }) => to);
    expect(recipients).toEqual([first, ann.email, ...others]);
  });

  test('is emailed at most 5 times a day, even for concurrent sign-ins', async () => {
    const userAgents = SYSTEMS.flatMap((system) => [
      buildChromeUserAgent(system),
      `Mozilla/5.0 (${system}; rv:140.0) Gecko/20100101 Firefox/140.0`,
    ]);
    await Promise.all(userAgents.map((userAgent) => signIn(ann, userAgent)));
    const devices = new Set((await list(await signIn(ann))).map(({ device }) => device));
    expect(devices.size).toBeGreaterThan(6);
    expect(await listSignInEmails()).toHaveLength(5);
    await server.clock.advance(DAY_MS);
    await signIn(ann, `${WINDOWS_USER_AGENT} Edg/140.0.0.0`);
    expect(await listSignInEmails()).toHaveLength(6);
  });
});
