/** Tests messages in conversations whose agents can no longer read them. */

import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const QUESTION = 'Is the garden included?';

let server: TestApp;
let people: Record<Role, TestUser>;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  return () => server.close();
});

/** Adds an agent with a home, and a question about it by the user. */
async function addConversation() {
  const agent = await server.addUser({ role: 'agent' });
  const home = await server.addProperty(agent);
  const body = { message: QUESTION };
  const question = { as: people.user, params: { id: home }, body };
  const { _id: id } = await server.ok(endpoints.ask, question);
  return { agent, home, id };
}

const answer = (as: TestUser, id: string) => ({ as, params: { id }, body: { message: 'Hello?' } });
const demote = ({ _id: id }: TestUser) =>
  server.ok(endpoints.changeRole, { as: people.admin, params: { id }, body: { role: 'user' } });
const moveHome = (home: string) =>
  server.ok(endpoints.reassignProperties, {
    as: people.admin,
    body: { propertyIds: [home], agentId: people.agent._id, withInquiries: false },
  });

test.each([
  [
    'was deleted',
    async ({ _id: id }: TestUser) => {
      await server.ok(endpoints.deleteUser, { as: people.admin, params: { id } });
    },
  ],
  ['was demoted', demote],
])('a message is rejected if the agent %s after the home moved', async (_case, leave) => {
  const { agent, home, id } = await addConversation();
  await moveHome(home);
  await leave(agent);
  expect(await server.error(endpoints.answerInquiry, answer(people.user, id))).toMatchObject({
    status: 409,
    message:
      'The agent in this conversation can no longer reply. If the home is still listed, you can ask again on its page.',
  });
  const { messages } = await server.ok(endpoints.getInquiry, { as: people.user, params: { id } });
  expect(messages).toHaveLength(1);
});

test('a message is accepted if the agent was demoted but still has the home', async () => {
  const { agent, id } = await addConversation();
  await demote(agent);
  await server.ok(endpoints.answerInquiry, answer(people.user, id));
});

test('a message is accepted if the home moved and its former agent can still reply', async () => {
  const { agent, home, id } = await addConversation();
  await moveHome(home);
  await server.ok(endpoints.answerInquiry, answer(people.user, id));
  await server.ok(endpoints.answerInquiry, answer(agent, id));
});

test('a reminder of a demoted agent waits until the role is restored', async () => {
  const { agent, id } = await addConversation();
  const remindAt = new Date(server.clock.now().getTime() + 3_600_000);
  await server.ok(endpoints.changeInquiry, {
    as: agent,
    params: { id },
    body: { remindAt: remindAt.toISOString() },
  });
  const listReminders = async () => {
    const notifications = await server.ok(endpoints.listNotifications, { as: agent });
    return notifications.filter(({ kind }) => kind === 'reminder');
  };
  await demote(agent);
  await server.runJobs(remindAt);
  expect(await listReminders()).toEqual([]);
  const body = { role: 'agent' };
  await server.ok(endpoints.changeRole, { as: people.admin, params: { id: agent._id }, body });
  await server.runJobs(remindAt);
  expect(await listReminders()).toHaveLength(1);
});
