import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const { createProperty, getPropertyHistory, toggleAvailability, updateProperty } = endpoints;

let server: TestApp;
let agent: TestUser;

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent' });
  return () => server.close();
});

type Form = Parameters<typeof buildPropertyForm>[0];

const publish = async (facts: Form) =>
  (await server.ok(createProperty, { as: agent, form: toFormData(buildPropertyForm(facts)) }))._id;

/** Advances the clock by a minute and updates the listing. */
async function change(id: string, facts: Form) {
  await server.clock.advance(60_000);
  const form = toFormData(buildPropertyForm(facts));
  const { updatedAt } = await server.ok(updateProperty, { as: agent, params: { id }, form });
  return updatedAt;
}

async function toggle(id: string) {
  await server.clock.advance(60_000);
  const { updatedAt } = await server.ok(toggleAvailability, { as: agent, params: { id } });
  return updatedAt;
}

const readHistory = async (id: string) => server.ok(getPropertyHistory, { params: { id } });

describe('GET /properties/:id/history', () => {
  test('returns 404 for a nonexistent listing', async () => {
    const unknownListing = { params: { id: '999999999' } };
    const error = await server.error(getPropertyHistory, unknownListing);
    expect(error).toMatchObject({ status: 404, message: 'Property not found.' });
    const malformed = await server.error(getPropertyHistory, { params: { id: 'x' } });
    expect(malformed.status).toBe(404);
  });

  test('lists events newest first, without users', async () => {
    const listedAt = server.clock.now().toISOString();
    const id = await publish({ price: '500000', status: 'For Sale' });
    const listedEvent = { date: listedAt, event: 'listed', price: 500_000 };
    expect(await readHistory(id)).toEqual([listedEvent]);

    const priceChangedAt = await change(id, { price: '480000.50', status: 'For Sale' });
    const soldAt = await toggle(id);
    const relistedAt = await toggle(id);
    const statusChangedAt = await change(id, { price: '2500', status: 'For Rent' });
    const rentedAt = await toggle(id);
    expect(await readHistory(id)).toEqual([
      { date: rentedAt, event: 'rented', price: 2_500 },
      { date: statusChangedAt, event: 'status_changed', price: 2_500, previousPrice: 480_000.5 },
      { date: relistedAt, event: 'relisted', price: 480_000.5 },
      { date: soldAt, event: 'sold', price: 480_000.5 },
      { date: priceChangedAt, event: 'price_changed', price: 480_000.5, previousPrice: 500_000 },
      listedEvent,
    ]);
  });

  test('omits changes to other fields, such as the title', async () => {
    const id = await publish({ price: '300000', title: 'A quiet home' });
    await change(id, { price: '300000', title: 'A very quiet home' });
    const statusChangedAt = await change(id, { price: '300000', status: 'For Rent' });
    expect(
      (await readHistory(id)).map(({ event, date, previousPrice }) => [event, date, previousPrice]),
    ).toEqual([
      ['status_changed', statusChangedAt, undefined],
      ['listed', expect.any(String), undefined],
    ]);
  });

  test('gives the last price change the same date as the listing’s priceChange', async () => {
    const id = await publish({ price: '300000' });
    await change(id, { price: '290000' });
    const property = await server.ok(endpoints.getProperty, { params: { id } });
    const [last] = await readHistory(id);
    expect(property.priceChange?.date).toBe(last?.date);
  });

  test('contains only the newest 100 changes and the first price', async () => {
    const id = await publish({ price: '500000', status: 'For Sale' });
    const changePrices = `do $$ begin
      for n in 1..150 loop
        update properties set price = 1000 + n, updated_at = created_at + n * interval '1 millisecond'
        where id = ${id};
      end loop;
    end $$`;
    await sql.raw(changePrices).execute(server.db);
    const soldAt = await toggle(id);
    const history = await readHistory(id);
    expect(history).toHaveLength(101);
    expect(history.slice(0, 2)).toEqual([
      { date: soldAt, event: 'sold', price: 1150 },
      { date: expect.any(String), event: 'price_changed', price: 1150, previousPrice: 1149 },
    ]);
    expect(history.slice(-2)).toEqual([
      { date: expect.any(String), event: 'price_changed', price: 1052, previousPrice: 1051 },
      { date: expect.any(String), event: 'listed', price: 500_000 },
    ]);
  });
});
