import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const { changePrice, getProperty, getPropertyHistory } = endpoints;

let server: TestApp;
let people: Record<Role, TestUser>;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  return () => server.close();
});

describe('PATCH /properties/:id/price', () => {
  const addListing = async () => server.addProperty(people.agent, { price: 450_000 });

  test('requires the listing’s agent, a manager of their office, or an admin', async () => {
    const id = await addListing();
    const body = { price: '440000', before: 450_000 };
    await server.expectGuarded(changePrice, people, { params: { id }, body });
    const otherAgent = await server.addUser({ role: 'agent' });
    const error = await server.error(changePrice, { as: otherAgent, params: { id }, body });
    expect(error.status).toBe(403);
    const unknownListing = { as: people.agent, params: { id: '999999' }, body };
    expect((await server.error(changePrice, unknownListing)).status).toBe(404);
    expect((await server.ok(changePrice, { as: people.admin, params: { id }, body })).price).toBe(
      440_000,
    );
  });

  test('changes only the price and writes the history', async () => {
    const id = await addListing();
    const before = await server.ok(getProperty, { params: { id } });
    const body = { price: ' 439999.99 ', before: 450_000 };
    const changedListing = await server.ok(changePrice, { as: people.agent, params: { id }, body });
    const { price, priceChange, updatedAt } = changedListing;
    expect(changedListing).toEqual({ ...before, price, priceChange, updatedAt });
    expect(price).toBe(439_999.99);
    expect(priceChange).toMatchObject({ amount: -10_000.01, previousPrice: 450_000 });
    expect(await server.ok(getProperty, { params: { id } })).toEqual(changedListing);
    const [newestEvent] = await server.ok(getPropertyHistory, { params: { id } });
    expect(newestEvent).toMatchObject({ event: 'price_changed' });
  });

  test('submits a scheduled listing for review again, even if it was approved', async () => {
    const publishAt = new Date(server.clock.now().getTime() + 60_000);
    const id = await server.addProperty(people.agent, {
      price: 450_000,
      is_available: false,
      publish_state: 'scheduled',
      publish_at: publishAt,
      is_approved: true,
    });
    const setReview = (review: 'all' | 'none') =>
      server.ok(endpoints.changePolicies, { as: people.admin, body: { review } });
    const change = (as: TestUser, before: number, price: string) =>
      server.ok(changePrice, { as, params: { id }, body: { price, before } });
    await setReview('all');
    const scheduled = { publishState: 'scheduled', publishAt: publishAt.toISOString() };
    expect(await change(people.admin, 450_000, '460000')).toMatchObject(scheduled);
    expect(await change(people.agent, 460_000, '1')).toMatchObject({
      ...scheduled,
      publishState: 'in_review',
    });
    const [notification] = await server.ok(endpoints.listNotifications, { as: people.admin });
    expect(notification).toMatchObject({ kind: 'review' });
    await setReview('none');
  });

  test('rejects the second of two concurrent changes', async () => {
    const id = await addListing();
    const change = async (price: string) =>
      server.status(changePrice, {
        as: people.agent,
        params: { id },
        body: { price, before: 450_000 },
      });
    const statuses = await Promise.all([change('460000'), change('470000')]);
    expect(statuses.sort((a, b) => a - b)).toEqual([200, 409]);
    const { price } = await server.ok(getProperty, { params: { id } });
    const error = await server.error(changePrice, {
      as: people.agent,
      params: { id },
      body: { price: '480000', before: 450_000 },
    });
    expect(error).toMatchObject({
      status: 409,
      message: `The price was changed to $${(price ?? 0) / 1000},000 in the meantime.`,
    });
  });

  test('rejects invalid prices', async () => {
    const id = await addListing();
    for (const price of ['', 'much', '-1', '1e99', '100000000001']) {
      const body = { price, before: 450_000 };
      const error = await server.error(changePrice, { as: people.agent, params: { id }, body });
      expect(error.status).toBe(400);
      expect(error.errors?.map(({ path }) => path)).toEqual(['price']);
    }
    expect((await server.ok(getProperty, { params: { id } })).price).toBe(450_000);
  });

  test('sets the price of a draft', async () => {
    const id = await server.addProperty(people.agent, {
      price: null,
      publish_state: 'draft',
      is_available: false,
    });
    const body = { price: '1200', before: null };
    const { price, publishState } = await server.ok(changePrice, {
      as: people.agent,
      params: { id },
      body,
    });
    expect({ price, publishState }).toEqual({ price: 1200, publishState: 'draft' });
  });
});
