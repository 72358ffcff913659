import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let people: Record<Role, TestUser>;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople({
    user: { name: 'Uma User', email: 'uma@example.org' },
    agent: { name: 'Alex Agent', email: 'alex@example.org' },
  });
  const home = await server.addProperty(people.agent, { title: 'A house with a garden' });
  const { _id: id } = await server.ok(endpoints.ask, {
    as: people.user,
    params: { id: home },
    body: { message: 'Words of the user', phone: '555 0100' },
  });
  const params = { id };
  await server.ok(endpoints.answerInquiry, {
    as: people.agent,
    params,
    body: { message: 'Words of the agent' },
  });
  const body = { note: 'A note about the user' };
  await server.ok(endpoints.changeInquiry, { as: people.agent, params, body });
  await server.ok(endpoints.getInquiry, { as: people.admin, params });
  return () => server.close();
});

const read = async (as: TestUser) => {
  const response = await server.app.inject({
    url: '/api/users/profile/data',
    headers: { authorization: `Bearer ${as.token}` },
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-disposition': 'attachment; filename="doorstep-data.json"',
    'cache-control': 'no-store',
  });
  expect(response.headers['content-type']).toContain('application/json');
  return response.body;
};

describe('GET /users/profile/data', () => {
  test('is for signed-in users', async () => {
    expect((await server.refused(endpoints.getPersonalData)).status).toBe(401);
  });

  test('has one’s own words and facts, and nothing of others', async () => {
    const text = await read(people.user);
    for (const own of ['Uma User', 'uma@example.org', 'Words of the user', '555 0100'])
      expect(text).toContain(own);
    for (const foreign of ['Words of the agent', 'A note', 'alex@example.org', 'Alex Agent'])
      expect(text).not.toContain(foreign);
    expect(text).not.toMatch(/argon2|token|hash/i);
    expect(text).not.toContain(people.user.token);
    expect(JSON.parse(text)).toMatchObject({
      account: [{ _id: people.user._id, role: 'user' }],
      inquiries: [{ home: 'A house with a garden', messages: [{ text: 'Words of the user' }] }],
      notifications: [{ kind: 'inquiry' }],
      listings: [],
    });
  });

  test('has an agent’s answers without the questions, and an admin’s readings', async () => {
    const text = await read(people.agent);
    expect(JSON.parse(text)).toMatchObject({
      listings: [{ title: 'A house with a garden' }],
      answers: [{ text: 'Words of the agent' }],
    });
    for (const foreign of ['Words of the user', 'Uma User', 'uma@example.org', '555 0100'])
      expect(text).not.toContain(foreign);
    expect(JSON.parse(await read(people.admin))).toMatchObject({ inquiriesReadAsAdmin: [{}] });
  });
});
