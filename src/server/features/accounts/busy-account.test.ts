/** Tests that an account or client with many waiting password or code checks does not delay others. */

import { beforeEach, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { expectWaiting } from '#tests/helpers/expect-waiting.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { argonPasswords } from './password.ts';
import { addTwoFactor } from './two-factor/two-factor.fixture.ts';

/** Checks of this password wait for `finishSlow`. */
const SLOW_PASSWORD = 'slow-password';
const BUSY_IP = '192.0.2.1';
const OTHER_IP = '192.0.2.2';

let server: TestApp;
let busyUser: TestUser;
let otherUser: TestUser;
let finishCallbacks: (() => void)[];
let slowCount: number;
/** The keys of the callers that requested slow checks. */
let slowKeys: string[];

const finishSlow = () => finishCallbacks.splice(0).forEach((finish) => finish());

beforeEach(async () => {
  finishCallbacks = [];
  slowCount = 0;
  slowKeys = [];
  server = await startTestApp(
    {
      passwords: {
        ...argonPasswords,
        verify: async (hash, password, requester) => {
          if (password !== SLOW_PASSWORD) return argonPasswords.verify(hash, password, requester);
          slowCount += 1;
          slowKeys.push(requester.key);
          await new Promise<void>((finish) => finishCallbacks.push(finish));
          return false;
        },
      },
    },
    // Some of these requests hold a connection while they wait for a lock.
    { maxConnections: 10 },
  );
  busyUser = await server.addUser();
  otherUser = await server.addUser();
  return () => server.close();
});

const buildSlowCheck = () => ({
  as: busyUser,
  ip: BUSY_IP,
  body: { currentPassword: SLOW_PASSWORD },
});

/** Signs in, changes a password, and signs up. */
async function expectRequestsSucceed(person = otherUser) {
  const { email, password } = person;
  const body = { email, password };
  expect(await server.status(endpoints.login, { body, ip: OTHER_IP })).toBe(200);
  const change = { currentPassword: password, newPassword: 'another1' };
  const changeStatus = server.status(endpoints.changePassword, { as: person, body: change });
  expect(await changeStatus).toBe(200);
  const signUp = {
    name: 'New User',
    email: 'new@example.org',
    password: 'secret1',
    confirmPassword: 'secret1',
    role: 'user',
  };
  expect(await server.status(endpoints.register, { body: signUp, ip: OTHER_IP })).toBe(201);
}

test.each([
  ['getPasskeyOptions', {}],
  ['setUpTwoFactor', {}],
  ['changePassword', { newPassword: 'another1' }],
] as const)(
  'checks of the current password by %s do not delay other accounts',
  async (name, body) => {
    const options = { ...buildSlowCheck(), body: { ...buildSlowCheck().body, ...body } };
    const checks = Array.from({ length: 5 }, () => server.status(endpoints[name], options));
    await expect.poll(() => slowCount).toBe(2);
    await expectRequestsSucceed();
    for (const count of [4, 5]) {
      finishSlow();
      await expect.poll(() => slowCount).toBe(count);
    }
    finishSlow();
    expect(await Promise.all(checks)).toEqual(Array(5).fill(400));
  },
);

test('sign-ins from one IP address do not delay requests from other addresses', async () => {
  const body = { email: busyUser.email, password: SLOW_PASSWORD };
  const checks = Array.from({ length: 3 }, () =>
    server.status(endpoints.login, { body, ip: BUSY_IP }),
  );
  await expect.poll(() => slowCount).toBe(2);
  await expectRequestsSucceed();
  finishSlow();
  await expect.poll(() => slowCount).toBe(3);
  finishSlow();
  expect(await Promise.all(checks)).toEqual(Array(3).fill(401));
});

test('code checks that wait for the account’s other changes do not delay other accounts', async () => {
  await addTwoFactor(server, busyUser);
  const factor = await addTwoFactor(server, otherUser);
  const third = await server.addUser();
  const unlock = await lockAccount(busyUser);
  const { email, password } = busyUser;
  const waitingRequests = [
    ...Array.from({ length: 5 }, () =>
      server.status(endpoints.confirmTwoFactor, { as: busyUser, body: { code: '000000' } }),
    ),
    server.status(endpoints.login, { body: { email, password, code: '000000' }, ip: BUSY_IP }),
  ];
  // A code check and the sign-in are queued for the lock on the account, one behind the other.
  await expectWaiting(server, 'transactionid', 1);
  await expectWaiting(server, 'tuple', 1);
  const body = { email: otherUser.email, password: otherUser.password, code: factor.code() };
  expect(await server.status(endpoints.login, { body, ip: OTHER_IP })).toBe(200);
  await expectRequestsSucceed(third);
  await unlock();
  expect(await Promise.all(waitingRequests)).toEqual([...Array(5).fill(409), 401]);
});

test('waiting checks of disconnected clients are canceled', async () => {
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { path, headers, payload } = await server.rawRequest(
    endpoints.getPasskeyOptions,
    buildSlowCheck(),
  );
  const connection = new AbortController();
  const disconnectedChecks = Array.from({ length: 20 }, async () =>
    fetch(url + path, {
      method: 'POST',
      headers,
      body: String(payload),
      signal: connection.signal,
    }).catch(() => undefined),
  );
  await expect.poll(() => slowCount).toBe(2);
  await expect.poll(() => server.app.load.inFlight()).toBe(20);
  connection.abort();
  await Promise.all(disconnectedChecks);
  await expect.poll(() => server.app.load.inFlight()).toBe(0);
  finishSlow();
  // If the checks of the disconnected clients had not been canceled, this request would wait for them.
  const body = { currentPassword: busyUser.password };
  expect(await server.status(endpoints.getPasskeyOptions, { as: busyUser, body })).toBe(200);
  expect(slowCount).toBe(2);
});

/** Locks an account's row, as a change to the account would, and returns a function that unlocks it. */
async function lockAccount({ _id }: TestUser) {
  const locked = Promise.withResolvers<void>();
  const canUnlock = Promise.withResolvers<void>();
  const done = server.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('users').select('id').where('id', '=', _id).forUpdate().execute();
    locked.resolve();
    await canUnlock.promise;
  });
  await Promise.race([locked.promise, done]);
  return async () => {
    canUnlock.resolve();
    await done;
  };
}

test('password checks from one IP address share its queue, even for different accounts', async () => {
  const checks = [busyUser, otherUser].map((as) =>
    server.status(endpoints.setUpTwoFactor, { ...buildSlowCheck(), as }),
  );
  await expect.poll(() => slowKeys).toEqual([BUSY_IP, BUSY_IP]);
  finishSlow();
  await Promise.all(checks);
});
