import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { createSoftwarePasskey } from './passkeys/software-authenticator.fixture.ts';
import { addTwoFactor } from './two-factor/two-factor.fixture.ts';

let server: TestApp;
let ann: TestUser;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.emails.length = 0;
  ann = await server.addUser({ isProven: true });
});

/** Returns the recipients and subjects of the emails sent since the last call. */
async function takeEmails(): Promise<[to: string, subject: string][]> {
  await server.waitUntilIdle();
  return server.emails.splice(0).map(({ to, subject }) => [to, subject]);
}

async function changeEmail(as: TestUser, email: string) {
  const form = new FormData();
  form.append('name', as.name);
  form.append('email', email);
  await server.ok(endpoints.changeProfile, { as, form });
}

async function changePassword(as: TestUser) {
  const body = { currentPassword: as.password, newPassword: 'brand-new' };
  await server.ok(endpoints.changePassword, { as, body });
}

test('emails the previous address when the email address changes', async () => {
  await changeEmail(ann, 'ann-elsewhere@example.org');
  expect(await takeEmails()).toEqual([[ann.email, 'Your email address was changed on Doorstep']]);
  // This address was never proven, so it gets no email when it changes again.
  await changeEmail(ann, 'ann-again@example.org');
  expect(await takeEmails()).toEqual([]);
});

test('sends nothing if only the case of the address changes', async () => {
  await changeEmail(ann, ann.email.toUpperCase());
  expect(await takeEmails()).toEqual([]);
});

test('emails the account when the password changes', async () => {
  await changePassword(ann);
  expect(await takeEmails()).toEqual([[ann.email, 'Your password was changed on Doorstep']]);
});

test('an email about a change is queued with the account as its cause', async () => {
  await changePassword(ann);
  await server.waitUntilIdle();
  const { rows } = await sql`select from mail_causes where cause = ${`account ${ann._id}`}`.execute(
    server.db,
  );
  expect(rows).toHaveLength(1);
});

test('emails the account when a passkey is added', async () => {
  const response = createSoftwarePasskey().register(
    await server.ok(endpoints.getPasskeyOptions, { as: ann, body: {} }),
  );
  await server.ok(endpoints.addPasskey, { as: ann, body: { name: 'My phone', response } });
  expect(await takeEmails()).toEqual([[ann.email, 'A passkey was added on Doorstep']]);
});

test('notifies the account when an authenticator app is set up or removed', async () => {
  const { code } = await addTwoFactor(server, ann);
  expect(await takeEmails()).toEqual([[ann.email, 'An authenticator app was set up on Doorstep']]);
  const body = { currentPassword: ann.password, code: code() };
  await server.send(endpoints.removeTwoFactor, { as: ann, body });
  expect(await takeEmails()).toEqual([
    [ann.email, 'Your authenticator app was removed on Doorstep'],
  ]);
});

test('sends nothing to an unproven address, which may be a stranger’s', async () => {
  const bob = await server.addUser();
  await changePassword(bob);
  await changeEmail(bob, 'bob-elsewhere@example.org');
  expect(await takeEmails()).toEqual([]);
});
