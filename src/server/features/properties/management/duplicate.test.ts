import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { createNoise } from '../../../storage/image.fixture.ts';

const { changePrice, createProperty, deleteProperty, duplicateProperty, toggleAvailability } =
  endpoints;

let server: TestApp;
let people: Record<Role, TestUser>;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  return () => server.close();
});

async function publish() {
  const data = await createNoise(700, 500).jpeg().toBuffer();
  const files = ['a.jpg', 'b.jpg'].map((name) => ({ name, data }));
  const form = {
    ...buildPropertyForm({ title: 'Brick house' }),
    mlsNumber: 'A1',
    yearBuilt: '1925',
  };
  const pictures = { imageTexts: '{"new:0":"Front"}', imageKinds: '{"new:1":"floor_plan"}' };
  return server.ok(createProperty, {
    as: people.agent,
    form: toFormData({ ...form, ...pictures }, files),
  });
}

describe('POST /properties/:id/duplicate', () => {
  test('requires the listing’s agent, a manager of their office, or an admin', async () => {
    const { _id: id } = await publish();
    await server.expectGuarded(duplicateProperty, people, { params: { id } });
    const otherAgent = await server.addUser({ role: 'agent' });
    const error = await server.error(duplicateProperty, { as: otherAgent, params: { id } });
    expect(error.status).toBe(403);
    const unknownListing = { as: people.agent, params: { id: '999999' } };
    expect((await server.error(duplicateProperty, unknownListing)).status).toBe(404);
    // Nobody else may know that an unpublished listing exists.
    const { _id: draftId } = await server.ok(duplicateProperty, {
      as: people.agent,
      params: { id },
    });
    const options = { as: otherAgent, params: { id: draftId } };
    for (const endpoint of [duplicateProperty, toggleAvailability, deleteProperty])
      expect((await server.error(endpoint, options)).status).toBe(404);
    const body = { price: '1', before: null };
    expect((await server.error(changePrice, { ...options, body })).status).toBe(404);
  });

  test('creates a draft with the same fields, pictures, and agent', async () => {
    const originalListing = await publish();
    const params = { id: originalListing._id };
    await server.clock.advance(60_000);
    const copy = await server.ok(duplicateProperty, { as: people.admin, params });
    const differingFields = new Set([
      '_id',
      'createdAt',
      'updatedAt',
      'daysListed',
      'mlsNumber',
      'publishState',
    ]);
    const withoutDifferingFields = (listing: object) =>
      Object.fromEntries(Object.entries(listing).filter(([name]) => !differingFields.has(name)));
    expect(withoutDifferingFields(copy)).toEqual({
      ...withoutDifferingFields(originalListing),
      isAvailable: false,
    });
    expect(copy).toMatchObject({
      title: 'Brick house',
      publishState: 'draft',
      mlsNumber: null,
      expiresOn: null,
      agent: { _id: people.agent._id },
    });
    expect(copy.pictures.map(({ kind, text }) => [kind, text])).toEqual([
      ['photo', 'Front'],
      ['floor_plan', null],
    ]);
    // The copy is not public and has no history.
    const results = await server.ok(endpoints.listProperties, { query: { searchTerm: 'brick' } });
    expect(results.map(({ _id }) => _id)).not.toContain(copy._id);
    const history = await server.db
      .selectFrom('property_history')
      .selectAll()
      .where('property_id', '=', copy._id)
      .execute();
    expect(history).toEqual([]);

    // Deleting one of the listings does not delete the shared pictures.
    await server.ok(endpoints.deleteProperty, { as: people.agent, params });
    expect((await server.app.inject(copy.images[0] ?? '')).statusCode).toBe(200);
  });

  test('copies a withheld address', async () => {
    const facts = {
      address: '12 Elm Street',
      zip_code: '78701-4321',
      is_address_displayed: false,
    };
    const id = await server.addProperty(people.agent, facts);
    const copy = await server.ok(duplicateProperty, { as: people.agent, params: { id } });
    expect(copy).toMatchObject({ address: '12 Elm Street', zipCode: '78701-4321' });
    const storedListing = await server.db
      .selectFrom('properties')
      .select(['address', 'zip_code'])
      .where('id', '=', copy._id)
      .executeTakeFirstOrThrow();
    expect(storedListing).toEqual({ address: 'Address withheld', zip_code: '78701' });
  });
});
