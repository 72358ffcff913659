import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let agent: TestUser;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent' });
  admin = await server.addUser({ role: 'admin' });
  return () => server.close();
});

/** Fields of a record that clients cannot set. */
const READ_ONLY_FIELDS = {
  _id: '999',
  id: '999',
  isAvailable: 'false',
  isRead: 'true',
  createdAt: '2001-01-01T00:00:00.000Z',
  password_hash: 'x',
};

describe('unknown fields are ignored', () => {
  test('in a new or changed listing', async () => {
    const fields = {
      ...buildPropertyForm(),
      ...READ_ONLY_FIELDS,
      agent: admin._id,
      agentId: admin._id,
    };
    const form = toFormData(fields);
    const property = await server.ok(endpoints.createProperty, { as: agent, form });
    expect(property).toMatchObject({ isAvailable: true, agent: { _id: agent._id } });
    expect(property._id).not.toBe('999');
    expect(property.createdAt).not.toMatch(/^2001/);
    const changedListing = await server.ok(endpoints.updateProperty, {
      as: agent,
      params: { id: property._id },
      form,
    });
    expect(changedListing).toMatchObject({ ...property, updatedAt: changedListing.updatedAt });
  });

  test('in a profile', async () => {
    const form = toFormData({
      name: agent.name,
      email: agent.email,
      ...READ_ONLY_FIELDS,
      role: 'admin',
    });
    const profile = await server.ok(endpoints.changeProfile, { as: agent, form });
    expect(profile).toMatchObject({ _id: agent._id, role: 'agent' });
    await server.ok(endpoints.login, { body: agent });
  });

  test('in a sign-up', async () => {
    const account = {
      name: 'Ann Smith',
      email: 'ann.smith@example.org',
      password: 'open-sesame',
      confirmPassword: 'open-sesame',
      role: 'user',
    };
    const body = { ...account, ...READ_ONLY_FIELDS, isDemo: true, avatar: 'x', isAdmin: true };
    const createdUser = await server.ok(endpoints.register, { body });
    expect(createdUser).toMatchObject({ role: 'user', avatar: null });
    expect(createdUser._id).not.toBe('999');
  });

  test('in a message', async () => {
    const message = {
      name: 'Ann Smith',
      email: 'ann.smith@example.org',
      subject: 'A house in Austin',
      message: 'May we see it on Friday?',
    };
    await server.ok(endpoints.sendMessage, { body: { ...message, ...READ_ONLY_FIELDS } });
    const [savedMessage] = await server.ok(endpoints.listMessages, { as: admin });
    expect(savedMessage).toMatchObject({ ...message, isRead: false });
    expect(savedMessage?._id).not.toBe('999');
  });

  test('in a role change', async () => {
    const other = await server.addUser();
    const body = {
      role: 'agent',
      ...READ_ONLY_FIELDS,
      name: 'Another',
      email: 'another@example.org',
    };
    const user = await server.ok(endpoints.changeRole, {
      as: admin,
      params: { id: other._id },
      body,
    });
    expect(user).toMatchObject({ _id: other._id, name: other.name, email: other.email });
  });
});
