import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { inTransaction } from '#server/database/database.ts';
import { expectWaiting } from '#tests/helpers/expect-waiting.ts';
import { toFormData } from '#tests/factories/build-property-form.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { findContactDetails } from './contact-details.ts';
import { announceReview } from './review-service.ts';

const { decideReview, listReviews, listReviewSignals } = endpoints;
const HOUR_MS = 3_600_000;

let server: TestApp;
let people: Record<Role, TestUser>;
beforeAll(async () => {
  // One test makes 50 decisions at the same time, which wait until all have begun.
  server = await startTestApp({}, { maxConnections: 55, statementTimeoutMs: 0 });
  people = await server.addPeople();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('properties').execute();
  await server.clock.advance(HOUR_MS);
  await server.waitUntilIdle();
  server.emails.length = 0;
});

type Facts = Parameters<TestApp['addProperty']>[1];
const submit = (facts: Facts = {}) =>
  server.addProperty(people.agent, {
    is_available: false,
    publish_state: 'in_review',
    submitted_at: server.clock.now(),
    ...facts,
  });
const list = (query: Record<string, string> = {}) =>
  server.send(listReviews, { as: people.admin, query });
const decide = (propertyId: string, body: unknown) =>
  server.ok(decideReview, { as: people.admin, params: { propertyId }, body });
const expectRejection = (propertyId: string, body: unknown) =>
  server.error(decideReview, { as: people.admin, params: { propertyId }, body });
const listSignals = (propertyId: string) =>
  server.ok(listReviewSignals, { as: people.admin, params: { propertyId } });

describe('GET /reviews', () => {
  test('requires an admin', () => server.expectGuarded(listReviews, people));

  test('lists listings in review, oldest first, with the last decision', async () => {
    await server.addProperty(people.agent);
    const first = await submit({ title: 'Submitted first' });
    await server.clock.advance(1_000);
    const second = await submit();
    const { body, headers } = await list();
    expect(body.map(({ _id }) => _id)).toEqual([first, second]);
    expect(headers).toMatchObject({ 'x-pending-count': '2', 'x-total-count': '2' });
    expect(body[0]).toMatchObject({
      title: 'Submitted first',
      agent: { _id: people.agent._id },
      publishState: 'in_review',
      submittedAt: new Date(server.clock.now().getTime() - 1_000).toISOString(),
      previousDecision: null,
    });
    expect((await list({ limit: '1', page: '2' })).body.map(({ _id }) => _id)).toEqual([second]);
    const reason = 'Add a picture.';
    await decide(first, { decision: 'changes_requested', reason });
    const at = server.clock.now().toISOString();
    await server.db
      .updateTable('properties')
      .set({ publish_state: 'in_review', submitted_at: server.clock.now() })
      .where('id', '=', first)
      .execute();
    expect((await list()).body.find(({ _id }) => _id === first)?.previousDecision).toEqual({
      decision: 'changes_requested',
      reason,
      at,
    });
  });
});

describe('PATCH /reviews/:propertyId', () => {
  test('requires an admin', async () => {
    const propertyId = await submit();
    await server.expectGuarded(decideReview, people, {
      params: { propertyId },
      body: { decision: 'approved' },
    });
  });

  test('publishes an approved listing and notifies its agent once', async () => {
    const id = await submit({ title: 'House of glass', review_reason: 'Old reason' });
    expect(await server.status(endpoints.getProperty, { params: { id } })).toBe(404);
    await server.clock.advance(1_000);
    expect(await decide(id, { decision: 'approved' })).toMatchObject({
      publishState: 'published',
      isAvailable: true,
      createdAt: server.clock.now().toISOString(),
      reviewReason: null,
    });
    const listing = await server.ok(endpoints.getProperty, { params: { id } });
    expect(listing.title).toBe('House of glass');
    const history = await server.ok(endpoints.getPropertyHistory, { params: { id } });
    expect(history).toHaveLength(1);
    await server.waitUntilIdle();
    expect(server.emails).toMatchObject([
      { to: people.agent.email, subject: 'Your listing was approved: House of glass' },
    ]);
    const [notification] = await server.ok(endpoints.listNotifications, { as: people.agent });
    expect(notification).toMatchObject({ kind: 'listing', title: 'House of glass was approved' });
    const query = { action: 'listing.approved', entity: `listing:${id}` };
    expect(await server.ok(endpoints.listAudit, { as: people.admin, query })).toHaveLength(1);
    expect((await list()).headers['x-pending-count']).toBe('0');
  });

  test('schedules a listing with a future time and publishes one whose time has passed', async () => {
    const inAnHour = new Date(server.clock.now().getTime() + HOUR_MS);
    const id = await submit({ publish_at: inAnHour });
    expect(await decide(id, { decision: 'approved' })).toMatchObject({
      publishState: 'scheduled',
      publishAt: inAnHour.toISOString(),
    });
    const overdueHome = await submit({ publish_at: server.clock.now() });
    expect(await decide(overdueHome, { decision: 'approved' })).toMatchObject({
      publishState: 'published',
      publishAt: null,
    });
  });

  test('requests changes with a reason', async () => {
    const id = await submit({ title: 'House of cards' });
    const reason = 'Please add a picture of the kitchen.';
    expect(await decide(id, { decision: 'changes_requested', reason })).toMatchObject({
      publishState: 'changes_requested',
      reviewReason: reason,
      isAvailable: false,
    });
    await server.waitUntilIdle();
    expect(server.emails).toMatchObject([
      {
        subject: 'Your listing needs changes: House of cards',
        text: expect.stringContaining(reason),
      },
    ]);
    const query = { action: 'listing.changes_requested', entity: `listing:${id}` };
    expect(await server.ok(endpoints.listAudit, { as: people.admin, query })).toMatchObject([
      { changes: { reason: [null, reason] } },
    ]);
  });

  test.each([
    [{ decision: 'changes_requested' }, 'reason'],
    [{ decision: 'changes_requested', reason: ' no ' }, 'reason'],
    [{ decision: 'changes_requested', reason: 'x'.repeat(1_001) }, 'reason'],
    [{ decision: 'declined' }, 'decision'],
    [{ decision: 'approved', before: 'yesterday' }, 'before'],
    [{}, 'decision'],
  ])('rejects %j', async (body, path) => {
    const { status, errors } = await expectRejection(await submit(), body);
    expect({ status, path: errors?.[0]?.path }).toEqual({ status: 400, path });
  });

  test('returns 409 for a listing not in review, and 404 for a nonexistent one', async () => {
    const id = await submit();
    await decide(id, { decision: 'approved' });
    expect(await expectRejection(id, { decision: 'approved' })).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    });
    expect((await expectRejection('999999', { decision: 'approved' })).status).toBe(404);
    expect((await expectRejection('abc', { decision: 'approved' })).status).toBe(404);
  });

  test.each([
    { decision: 'approved' },
    { decision: 'changes_requested', reason: 'Please add a picture.' },
  ])('rejects a decision about a listing that has changed: %j', async (decision) => {
    const id = await submit();
    const [listed] = (await list()).body;
    await server.clock.advance(1_000);
    const { updatedAt: before } = await server.ok(endpoints.updateProperty, {
      as: people.agent,
      params: { id },
      form: toFormData({ description: 'A different home than the one that the admin has seen.' }),
    });
    expect(before).not.toBe(listed?.updatedAt);
    expect(await expectRejection(id, { ...decision, before: listed?.updatedAt })).toMatchObject({
      status: 409,
      message: 'The listing has changed. Please check it again.',
    });
    expect((await list()).body.map(({ _id }) => _id)).toEqual([id]);
    await decide(id, { ...decision, before });
    expect((await list()).body).toEqual([]);
  });

  test('does not publish a listing whose agent can no longer publish', async () => {
    const formerAgent = await server.addUser({ role: 'agent' });
    const id = await server.addProperty(formerAgent, {
      is_available: false,
      publish_state: 'in_review',
      submitted_at: server.clock.now(),
    });
    const body = { role: 'user' };
    await server.ok(endpoints.changeRole, {
      as: people.admin,
      params: { id: formerAgent._id },
      body,
    });
    expect((await expectRejection(id, { decision: 'approved' })).status).toBe(409);
    await decide(id, { decision: 'changes_requested', reason: 'Please sign up again.' });
  });

  test('accepts only one of 50 concurrent decisions', async () => {
    const propertyId = await submit();
    const admins = await Promise.all(
      Array.from({ length: 50 }, () => server.addUser({ role: 'admin' })),
    );
    // Locks the listing until all requests wait: the first for the row, the others queued behind it.
    const { pending } = await server.db.transaction().execute(async (transaction) => {
      await sql`select from properties where id = ${propertyId} for update`.execute(transaction);
      const decisions = admins.map((admin, index) =>
        server.status(decideReview, {
          as: admin,
          // Only four changes from one IP address run at the same time.
          ip: `192.0.2.${index}`,
          params: { propertyId },
          body:
            index % 2 === 0
              ? { decision: 'approved' }
              : { decision: 'changes_requested', reason: 'Not yet.' },
        }),
      );
      await expectWaiting(server, 'tuple', 49);
      return { pending: decisions };
    });
    const statuses = await Promise.all(pending);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status !== 200)).toEqual(Array(49).fill(409));
    await server.waitUntilIdle();
    expect(server.emails).toHaveLength(1);
    // Other tests count the emails to admins.
    const ids = admins.map(({ _id }) => _id);
    await server.db.updateTable('users').set({ role: 'user' }).where('id', 'in', ids).execute();
  });
});

describe('GET /reviews/:propertyId/signals', () => {
  test('requires an admin', async () => {
    await server.expectGuarded(listReviewSignals, people, {
      params: { propertyId: await submit() },
    });
  });

  test('returns no signals for an ordinary listing, and 404 for a nonexistent one', async () => {
    expect(await listSignals(await submit())).toEqual([]);
    const params = { propertyId: '999999' };
    const { status } = await server.error(listReviewSignals, { as: people.admin, params });
    expect(status).toBe(404);
  });

  test('finds the same address spelled differently', async () => {
    const other = await server.addProperty(people.agent, {
      address: '12 Élm Street',
      title: 'Other one',
    });
    const id = await submit({ address: '12 ELM STREET.' });
    expect(await listSignals(id)).toEqual([
      { kind: 'same_address', propertyId: other, detail: 'Same address: Other one' },
    ]);
  });

  test('compares withheld addresses', async () => {
    const facts = { city: 'Marfa', is_address_displayed: false };
    const other = await server.addProperty(people.agent, {
      ...facts,
      address: '12 Elm Street',
      title: 'Other one',
    });
    await server.addProperty(people.agent, { ...facts, address: '14 Elm Street' });
    const id = await submit({ ...facts, address: '12 Elm Street', zip_code: '78701-4321' });
    expect(await listSignals(id)).toEqual([
      { kind: 'same_address', propertyId: other, detail: 'Same address: Other one' },
    ]);
  });

  test('finds the same picture on another listing', async () => {
    const other = await server.addProperty(people.agent, { title: 'Other one' });
    const id = await submit();
    const picture = { position: 0, width: 800, height: 600, placeholder: 'data:,abc' };
    await server.db
      .insertInto('property_images')
      .values([
        { ...picture, property_id: other, key: 'a'.repeat(32) },
        { ...picture, property_id: id, key: 'b'.repeat(32) },
        { ...picture, property_id: id, position: 1, key: 'c'.repeat(32), width: 801 },
      ])
      .execute();
    expect(await listSignals(id)).toEqual([
      { kind: 'same_picture', propertyId: other, detail: 'Same picture: Other one' },
    ]);
  });

  test('flags a price far from the median of at least 10 similar homes', async () => {
    const facts = { city: 'Waco', sqft: 1_000 };
    const prices = [100, 101, 102, 103, 104, 105, 106, 107, 108];
    for (const price of prices)
      await server.addProperty(people.agent, { ...facts, price: price * 1_000 });
    const outlier = await submit({ ...facts, price: 200_000 });
    const ordinaryHome = await submit({ ...facts, price: 105_000 });
    expect(await listSignals(outlier)).toEqual([]);
    await server.addProperty(people.agent, { ...facts, price: 109_000 });
    await server.addProperty(people.agent, { ...facts, price: 1_000, property_type: 'Condo' });
    await server.addProperty(people.agent, { ...facts, price: 1_000, is_available: false });
    expect(await listSignals(outlier)).toEqual([
      { kind: 'price', detail: '$200 per sqft; the median of 10 similar homes is $105' },
    ]);
    expect(await listSignals(ordinaryHome)).toEqual([]);
  });

  test('finds contact details and links in a description', async () => {
    const id = await submit({
      description:
        'Two floors. Call (512) 555-0142 or write to ann@example.org, see www.example.org.',
    });
    expect((await listSignals(id)).map(({ kind }) => kind)).toEqual(
      Array.from({ length: 3 }, () => 'contact_in_text'),
    );
  });
});

test.each([
  ['Call 512-555-0142 today', ['512-555-0142']],
  ['Call +1 512.555.0142 today', ['+1 512.555.0142']],
  ['Call (512) 555 – 0142 today', ['(512) 555 – 0142']],
  ['Call +44 20 7946 0958 today', ['+44 20 7946 0958']],
  ['Visit example.com/tour now', ['example.com/tour']],
  ['See https://a.example/x', ['https://a.example/x']],
  ['Mail ann@example.org', ['ann@example.org']],
  ['Built in 1998, 1,200 sqft, lot 2234567890123 of 3.', []],
  ['Close to the lake.Home of 3 people', []],
])('in %j, finds the contact details %j', (text, expected) => {
  expect(findContactDetails(text)).toEqual(expected);
});

describe('admins', () => {
  test('are notified when a listing enters review', async () => {
    await inTransaction(server.db, null, (transaction) =>
      announceReview(transaction, { id: '7', title: 'House of glass' }, server.clock.now()),
    );
    const [notification] = await server.ok(endpoints.listNotifications, { as: people.admin });
    expect(notification).toMatchObject({
      kind: 'review',
      title: 'House of glass is waiting for review',
      link: '/dashboard/reviews#listing-7',
    });
  });

  test('are emailed the number of listings in review only if one has entered it since the last email', async () => {
    await submit();
    await submit();
    const at = server.clock.now();
    const inHours = (hours: number) => new Date(at.getTime() + hours * HOUR_MS);
    const subjects = () => server.emails.map(({ subject }) => subject);
    await server.runJobs(inHours(1));
    expect(subjects()).toEqual(['2 listings are waiting for review']);
    await server.runJobs(inHours(2));
    expect(subjects()).toHaveLength(1);
    await submit({ submitted_at: inHours(2.5) });
    await server.runJobs(inHours(3));
    expect(subjects()).toEqual([
      '2 listings are waiting for review',
      '3 listings are waiting for review',
    ]);
  });
});
