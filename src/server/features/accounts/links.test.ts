import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addTourAgent, book, byToken } from '../tours/tour.fixture.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  return () => server.close();
});

async function resetPassword(user: TestUser): Promise<void> {
  server.emails.length = 0;
  await server.ok(endpoints.forgotPassword, { body: { email: user.email } });
  await server.waitUntilIdle();
  const texts = server.emails.map(({ text }) => text).join('\n');
  const token = /\/reset-password\?token=([\w-]{43})\n/.exec(texts)?.[1] ?? '';
  await server.ok(endpoints.resetPassword, { body: { token, password: 'brand-new' } });
}

async function changePassword(user: TestUser): Promise<void> {
  await server.ok(endpoints.changePassword, {
    as: user,
    body: { currentPassword: user.password, newPassword: 'brand-new' },
  });
}

async function saveProfile(user: TestUser, fields: { name: string; email: string }): Promise<void> {
  const form = new FormData();
  form.set('name', fields.name);
  form.set('email', fields.email);
  await server.ok(endpoints.changeProfile, { as: user, form });
}

/** Adds a user with an inquiry and a tour. */
async function addConversation() {
  const user = await server.addUser();
  const { homeId } = await addTourAgent(server);
  const body = { name: user.name, email: user.email, message: 'Is it still available?' };
  const inquiry = await server.ok(endpoints.ask, { as: user, params: { id: homeId }, body });
  const tour = await book(server, homeId, { as: user });
  const readStatuses = async () => [
    await server.status(endpoints.getInquiry, byToken(inquiry)),
    await server.status(endpoints.getTour, byToken(tour)),
  ];
  return { user, inquiry, readStatuses };
}

describe('an account’s links to conversations and tours', () => {
  test.each([
    ['resetting the password', resetPassword],
    ['changing the password', changePassword],
    [
      'changing the email address',
      (user: TestUser) => saveProfile(user, { name: user.name, email: `new.${user.email}` }),
    ],
  ])('stop working after %s', async (_name, change) => {
    const { user, readStatuses } = await addConversation();
    const other = await addConversation();
    expect(await readStatuses()).toEqual([200, 200]);
    await change(user);
    expect(await readStatuses()).toEqual([404, 404]);
    expect(await other.readStatuses()).toEqual([200, 200]);
  });

  test('stay valid after other changes; once they stop working, the signed-in owner can still read the conversation', async () => {
    const { user, inquiry, readStatuses } = await addConversation();
    await saveProfile(user, { name: 'New Name', email: user.email.toUpperCase() });
    expect(await readStatuses()).toEqual([200, 200]);
    await changePassword(user);
    const { messages } = await server.ok(endpoints.getInquiry, {
      as: user,
      params: { id: inquiry._id },
    });
    expect(messages).toHaveLength(1);
  });
});
