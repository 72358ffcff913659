import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { DEFAULT_POLICIES } from '#shared/schemas/brokerage/policy-values.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addTwoFactor } from '../accounts/two-factor/two-factor.fixture.ts';
import { createSiteReader } from '../site/site-reader.ts';
import { readPolicies, setInitialPolicies } from './policies-service.ts';

const { changePolicies, getPolicies } = endpoints;

let server: TestApp;
let people: Record<Role, TestUser>;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('policies').execute();
});

const read = () => server.ok(getPolicies, { as: people.admin });
const change = (body: unknown) => server.ok(changePolicies, { as: people.admin, body });

describe('GET /policies', () => {
  test('requires an admin', () => server.expectGuarded(getPolicies, people));

  test('returns the defaults until a policy is set', async () => {
    expect(await read()).toEqual({
      agentSignUp: 'open',
      review: 'none',
      secondFactor: 'optional',
      cardArea: 'fixed',
    });
  });
});

describe('PUT /policies', () => {
  test('requires an admin', () =>
    server.expectGuarded(changePolicies, people, { body: { review: 'all' } }));

  test('changes only the sent policies', async () => {
    await addTwoFactor(server, people.admin);
    expect(await change({ agentSignUp: 'approval' })).toEqual({
      ...DEFAULT_POLICIES,
      agentSignUp: 'approval',
    });
    const all = { agentSignUp: 'closed', review: 'unverified', secondFactor: 'staff' };
    expect(await change(all)).toEqual({ ...all, cardArea: 'fixed' });
    expect(await change({ cardArea: 'actual' })).toEqual({ ...all, cardArea: 'actual' });
    expect(await change({})).toEqual({ ...all, cardArea: 'actual' });
    expect(await read()).toEqual({ ...all, cardArea: 'actual' });
    expect(await readPolicies(server.db)).toEqual({ ...all, cardArea: 'actual' });
  });

  test('changes nothing if one value is invalid', async () => {
    const { status, errors } = await server.error(changePolicies, {
      as: people.admin,
      body: { review: 'all', agentSignUp: 'maybe', cardArea: null },
    });
    expect(status).toBe(400);
    expect(errors).toEqual([
      { path: 'agentSignUp', message: 'agentSignUp must be one of open, approval, closed.' },
      { path: 'cardArea', message: 'cardArea must be one of fixed, actual.' },
    ]);
    expect(await read()).toEqual(DEFAULT_POLICIES);
  });

  test('saves two concurrent changes', async () => {
    await Promise.all([change({ review: 'all' }), change({ cardArea: 'actual' })]);
    expect(await read()).toMatchObject({ review: 'all', cardArea: 'actual' });
  });

  test('is recorded in the audit log if it changes anything', async () => {
    await change({ review: 'all', cardArea: 'fixed' });
    const query = { action: 'policy.changed' };
    const entryCount = (await server.ok(endpoints.listAudit, { as: people.admin, query })).length;
    expect((await server.ok(endpoints.listAudit, { as: people.admin, query })).at(0)).toMatchObject(
      {
        actor: { _id: people.admin._id },
        entity: { kind: 'policy', _id: null, title: 'Policies' },
        changes: { review: ['none', 'all'] },
      },
    );
    await change({ review: 'all' });
    const entries = await server.ok(endpoints.listAudit, { as: people.admin, query });
    expect(entries).toHaveLength(entryCount);
  });

  test('takes effect on pages', async () => {
    let version = 1;
    const reader = createSiteReader(server.db, () => version);
    const before = await reader.read();
    expect(before.policies).toEqual({ agentSignUp: 'open', cardArea: 'fixed' });
    await change({ cardArea: 'actual', agentSignUp: 'closed' });
    version = 2;
    const after = await reader.read();
    expect(after.policies).toEqual({ agentSignUp: 'closed', cardArea: 'actual' });
  });
});

describe('initial policies', () => {
  test('apply until a policy is set', async () => {
    await setInitialPolicies(server.db, { cardArea: 'actual' });
    expect(await readPolicies(server.db)).toEqual({ ...DEFAULT_POLICIES, cardArea: 'actual' });
    await change({ cardArea: 'fixed' });
    await setInitialPolicies(server.db, { cardArea: 'actual' });
    expect(await readPolicies(server.db)).toEqual(DEFAULT_POLICIES);
  });
});
