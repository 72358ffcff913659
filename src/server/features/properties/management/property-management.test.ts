import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { createNoise } from '../../../storage/image.fixture.ts';

const { createProperty, updateProperty, toggleAvailability, deleteProperty, getProperty } =
  endpoints;
let server: TestApp;
let people: Record<Role, TestUser>;
let otherAgent: TestUser;
let picture: Buffer;

beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  otherAgent = await server.addUser({ role: 'agent' });
  picture = await createNoise(700, 500).jpeg().toBuffer();
  return () => server.close();
});

/** Publishes a listing of the agent with the given number of pictures. */
async function publish(pictureCount = 0) {
  const names = Array.from({ length: pictureCount }, (_, index) => `${index}.jpg`);
  return server.ok(createProperty, {
    as: people.agent,
    form: toFormData(buildPropertyForm(), buildPictures(names)),
  });
}

const buildPictures = (names: string[]) => names.map((name) => ({ name, data: picture }));

/** Reads a listing's stored history, oldest first. */
async function readHistory(id: string) {
  const rows = await server.db
    .selectFrom('property_history')
    .select(['change', 'old_value', 'new_value', 'actor_id'])
    .where('property_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map((row) => [row.change, row.old_value, row.new_value, row.actor_id]);
}

/** Lists the stored picture files. */
async function listStoredFiles(): Promise<string[]> {
  const files = await readdir(server.imageFolder, { recursive: true }).catch(() => []);
  return files.filter((file) => file.endsWith('full.webp'));
}

describe('POST /properties', () => {
  test('requires an agent or admin', async () => {
    await server.expectGuarded(createProperty, people, { form: toFormData(buildPropertyForm()) });
  });

  test('publishes the caller’s listing with its pictures and records it in the history', async () => {
    const form = buildPropertyForm({ price: '450000.50', latitude: '-33.5', bedrooms: '0' });
    const createdListing = await server.ok(createProperty, {
      as: people.agent,
      form: toFormData(form, buildPictures(['b.jpg', 'a.jpg'])),
    });
    expect(createdListing).toMatchObject({
      title: form.title,
      price: 450_000.5,
      latitude: -33.5,
      bedrooms: 0,
      isAvailable: true,
      agent: { _id: people.agent._id },
    });
    expect(createdListing.pictures.map(({ width, height }) => [width, height])).toEqual([
      [700, 500],
      [700, 500],
    ]);
    expect(await server.ok(getProperty, { params: { id: createdListing._id } })).toEqual(
      createdListing,
    );
    expect((await server.ok(endpoints.listProperties, { query: { limit: 1 } }))[0]?._id).toBe(
      createdListing._id,
    );
    expect(await readHistory(createdListing._id)).toEqual([
      ['created', null, expect.objectContaining({ price: 450_000.5 }), people.agent._id],
    ]);
  });

  test('reports an error for every missing or invalid field', async () => {
    const { status, errors } = await server.error(createProperty, {
      as: people.agent,
      form: toFormData({ title: 'Home' }),
    });
    expect(status).toBe(400);
    expect(Object.fromEntries((errors ?? []).map(({ path, message }) => [path, message]))).toEqual({
      title: 'Title must be at least 5 characters long.',
      description: 'Description must be at least 20 characters.',
      price: 'Price is required.',
      address: 'Address is required.',
      city: 'City is required.',
      state: 'State is required.',
      zipCode: 'A valid ZIP code is required.',
      latitude: 'Latitude is required.',
      longitude: 'Longitude is required.',
      bedrooms: 'Bedrooms are required.',
      bathrooms: 'Bathrooms are required.',
      sqft: 'Square footage is required.',
      propertyType: 'Property type must be House, Apartment, or Condo.',
      status: 'Status must be For Sale or For Rent.',
    });
  });

  test.each([
    ['price', '-1'],
    ['price', '100000000000.01'],
    ['price', 'NaN'],
    ['price', '0x10'],
    ['latitude', '90.1'],
    ['longitude', '-181'],
    ['bedrooms', '101'],
    ['bathrooms', '1.5'],
    ['sqft', '10000001'],
    ['title', 'x'.repeat(201)],
    ['description', 'x'.repeat(20_001)],
    ['city', 'A\u0000B'],
    ['title', 'A home\b here'],
    ['title', 'A home\uFFFF here'],
  ])('rejects %s = %s', async (field, value) => {
    const form = toFormData({ ...buildPropertyForm(), [field]: value });
    const { status, errors } = await server.error(createProperty, { as: people.agent, form });
    expect({ status, paths: errors?.map(({ path }) => path) }).toEqual({
      status: 400,
      paths: [field],
    });
  });

  test('stores nothing if one of the files is invalid', async () => {
    const before = await listStoredFiles();
    const form = toFormData(buildPropertyForm({ title: 'Never published' }), [
      ...buildPictures(['good.jpg']),
      { name: 'page.png', data: Buffer.from('<html></html>') },
    ]);
    const error = await server.error(createProperty, { as: people.agent, form });
    expect(error).toMatchObject({ status: 415, code: 'UNSUPPORTED_TYPE' });
    expect(error.message).toContain('page.png');
    expect(await listStoredFiles()).toEqual(before);
    expect(
      await server.ok(endpoints.listProperties, { query: { searchTerm: 'never published' } }),
    ).toEqual([]);
  });

  test('accepts at most 30 pictures', async () => {
    const form = toFormData(
      buildPropertyForm(),
      buildPictures(Array.from({ length: 31 }, (_, index) => `${index}.jpg`)),
    );
    expect(await server.error(createProperty, { as: people.agent, form })).toMatchObject({
      status: 413,
    });
  });

  test('rejects JSON', async () => {
    const error = await server.error(createProperty, {
      as: people.agent,
      body: buildPropertyForm(),
    });
    expect(error.status).toBe(415);
  });
});

describe('PUT /properties/:id', () => {
  test('requires the listing’s agent, a manager of their office, or an admin', async () => {
    const { _id: id } = await publish();
    const form = toFormData(buildPropertyForm());
    await server.expectGuarded(updateProperty, people, { params: { id }, form });
    const error = await server.error(updateProperty, { as: otherAgent, params: { id }, form });
    expect(error.status).toBe(403);
  });

  test('a former agent keeps their listings but cannot change them', async () => {
    const formerAgent = await server.addUser({ role: 'agent' });
    const id = await server.addProperty(formerAgent);
    await server.db
      .updateTable('users')
      .set({ role: 'user' })
      .where('id', '=', formerAgent._id)
      .execute();
    const error = await server.error(updateProperty, {
      as: formerAgent,
      params: { id },
      form: toFormData(buildPropertyForm()),
    });
    expect(error.status).toBe(403);
    expect(await server.ok(getProperty, { params: { id } })).toMatchObject({ _id: id });
  });

  test('changes fields, adds and removes pictures, and records the history', async () => {
    const createdListing = await publish(3);
    const [first, second, third] = createdListing.images;
    await server.clock.advance(1_000);
    const changedListing = await server.ok(updateProperty, {
      as: people.admin,
      params: { id: createdListing._id },
      form: toFormData(
        {
          ...buildPropertyForm({ price: '99', status: 'For Rent' }),
          imagesToDelete: JSON.stringify([first, third]),
        },
        buildPictures(['new.jpg']),
      ),
    });
    expect(changedListing).toMatchObject({
      price: 99,
      status: 'For Rent',
      createdAt: createdListing.createdAt,
    });
    expect(changedListing.agent._id).toBe(people.agent._id);
    expect(Date.parse(changedListing.updatedAt)).toBe(Date.parse(createdListing.updatedAt) + 1_000);
    expect(changedListing.images).toEqual([
      second,
      expect.stringMatching(/^\/images\/[0-9a-f]{32}\/full\.webp$/),
    ]);
    expect((await server.app.inject(first ?? '')).statusCode).toBe(404);
    expect((await server.app.inject(changedListing.images[1] ?? '')).statusCode).toBe(200);
    expect((await readHistory(createdListing._id)).slice(1)).toEqual([
      ['price', createdListing.price, 99, people.admin._id],
      ['status', 'For Sale', 'For Rent', people.admin._id],
    ]);
  });

  test('does not revert a price that changed after the form was opened', async () => {
    const createdListing = await publish();
    const params = { id: createdListing._id };
    const json = { price: '480000', before: createdListing.price };
    await server.ok(endpoints.changePrice, { as: people.admin, params, body: json });
    const description = 'The form sends only this changed field.';
    const change = { as: people.agent, params };
    expect(
      await server.ok(updateProperty, { ...change, form: toFormData({ description }) }),
    ).toMatchObject({ title: createdListing.title, description, price: 480_000 });
    const { status, errors } = await server.error(updateProperty, {
      ...change,
      form: toFormData({ title: '', price: '' }),
    });
    expect({ status, paths: errors?.map(({ path }) => path) }).toEqual({
      status: 400,
      paths: ['title', 'price'],
    });
    expect((await readHistory(params.id)).slice(1)).toEqual([
      ['price', createdListing.price, 480_000, people.admin._id],
    ]);
  });

  test.each([
    ['another listing’s picture', async () => JSON.stringify([(await publish(1)).images[0]])],
    ['another path', async () => JSON.stringify(['../../etc/passwd'])],
    ['an object', async () => '{"a":1}'],
    ['invalid JSON', async () => '[1,'],
    ['numbers', async () => '[1]'],
  ])('rejects imagesToDelete with %s and changes nothing', async (_name, makeValue) => {
    const createdListing = await publish(1);
    const imagesToDelete = await makeValue();
    const form = toFormData({ ...buildPropertyForm(), imagesToDelete }, buildPictures(['new.jpg']));
    const before = await listStoredFiles();
    const error = await server.error(updateProperty, {
      as: people.agent,
      params: { id: createdListing._id },
      form,
    });
    expect({ status: error.status, path: error.errors?.[0]?.path }).toMatchObject({
      status: 400,
      path: expect.stringMatching(/^imagesToDelete/) as string,
    });
    expect(await server.ok(getProperty, { params: { id: createdListing._id } })).toEqual(
      createdListing,
    );
    expect(await listStoredFiles()).toEqual(before);
  });

  test('concurrent changes keep all added pictures and remove all deleted ones', async () => {
    const createdListing = await publish(3);
    const [first, second, third] = createdListing.images;
    const change = (title: string, deletedPictures: (string | undefined)[]) =>
      server.ok(updateProperty, {
        as: people.agent,
        params: { id: createdListing._id },
        form: toFormData(
          { ...buildPropertyForm({ title }), imagesToDelete: JSON.stringify(deletedPictures) },
          buildPictures(['new.jpg']),
        ),
      });
    await Promise.all([change('First change', [first]), change('Second change', [first, second])]);
    const { title, images } = await server.ok(getProperty, { params: { id: createdListing._id } });
    expect(['First change', 'Second change']).toContain(title);
    expect(images).toHaveLength(3);
    expect(images).toContain(third);
    expect(images).not.toContain(first);
    expect(images).not.toContain(second);
  });

  test('a listing never has more than 30 pictures', async () => {
    const id = await server.addProperty(people.agent);
    const storedPictures = Array.from({ length: 29 }, (_, position) => ({
      property_id: id,
      position,
      key: `demo-kitchen-${position}`,
      width: 1,
      height: 1,
      placeholder: '',
    }));
    await server.db.insertInto('property_images').values(storedPictures).execute();
    const change = { as: people.agent, params: { id } };
    const formWithTwoPictures = toFormData(buildPropertyForm(), buildPictures(['a.jpg', 'b.jpg']));
    expect(
      (await server.error(updateProperty, { ...change, form: formWithTwoPictures })).status,
    ).toBe(413);
    const formWithOnePicture = toFormData(buildPropertyForm(), buildPictures(['a.jpg']));
    const { images } = await server.ok(updateProperty, { ...change, form: formWithOnePicture });
    expect(images).toHaveLength(30);
  });

  test('returns 404 for an unknown listing', async () => {
    for (const id of ['999999', 'abc']) {
      const error = await server.error(updateProperty, {
        as: people.agent,
        params: { id },
        form: toFormData(buildPropertyForm()),
      });
      expect(error.status).toBe(404);
    }
  });
});

describe('PATCH /properties/:id/toggle-availability', () => {
  test('requires the listing’s agent, a manager of their office, or an admin', async () => {
    const { _id: id } = await publish();
    await server.expectGuarded(toggleAvailability, people, { params: { id } });
    expect(
      (await server.error(toggleAvailability, { as: otherAgent, params: { id } })).status,
    ).toBe(403);
    expect(
      (await server.error(toggleAvailability, { as: people.agent, params: { id: '999999' } }))
        .status,
    ).toBe(404);
  });

  test('removes a home from the public list and restores it', async () => {
    const { _id: id } = await publish();
    const isPublic = async () =>
      (await server.ok(endpoints.listProperties)).some((property) => property._id === id);
    expect(
      (await server.ok(toggleAvailability, { as: people.agent, params: { id } })).isAvailable,
    ).toBe(false);
    expect(await isPublic()).toBe(false);
    expect(
      (await server.ok(toggleAvailability, { as: people.admin, params: { id } })).isAvailable,
    ).toBe(true);
    expect(await isPublic()).toBe(true);
    expect((await readHistory(id)).slice(1)).toEqual([
      ['availability', true, false, people.agent._id],
      ['availability', false, true, people.admin._id],
    ]);
  });
});

describe('DELETE /properties/:id', () => {
  test('requires the listing’s agent, a manager of their office, or an admin', async () => {
    const { _id: id } = await publish();
    await server.expectGuarded(deleteProperty, people, { params: { id } });
    expect((await server.error(deleteProperty, { as: otherAgent, params: { id } })).status).toBe(
      403,
    );
    expect(
      (await server.error(deleteProperty, { as: people.agent, params: { id: '999999' } })).status,
    ).toBe(404);
  });

  test('deletes the listing and its pictures but not its history', async () => {
    const before = await listStoredFiles();
    const createdListing = await publish(2);
    await server.ok(deleteProperty, { as: people.agent, params: { id: createdListing._id } });
    expect((await server.error(getProperty, { params: { id: createdListing._id } })).status).toBe(
      404,
    );
    expect(await listStoredFiles()).toEqual(before);
    expect((await readHistory(createdListing._id)).map(([change]) => change)).toEqual([
      'created',
      'deleted',
    ]);
  });
});

test('the history cannot be changed or deleted', async () => {
  await expect(server.db.deleteFrom('property_history').execute()).rejects.toThrow(/append-only/);
  await expect(
    server.db.updateTable('property_history').set({ actor_id: null }).execute(),
  ).rejects.toThrow(/append-only/);
});
