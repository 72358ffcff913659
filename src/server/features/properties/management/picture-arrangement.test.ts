/** Tests the order, alternative texts, and kinds of a listing's pictures. */

import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { createNoise } from '../../../storage/image.fixture.ts';

const { createProperty, updateProperty } = endpoints;

let server: TestApp;
let agent: TestUser;
let widths: number[];
let files: { name: string; data: Buffer }[];

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent' });
  widths = [410, 420, 430];
  files = await Promise.all(
    widths.map(async (width) => ({
      name: `${width}.jpg`,
      data: await createNoise(width, 300).jpeg().toBuffer(),
    })),
  );
  return () => server.close();
});

type Arrangement = {
  imageOrder?: string;
  imageTexts?: string;
  imageKinds?: string;
  imagesToDelete?: string;
};

const publish = (arrangement: Arrangement = {}, count = 3) =>
  server.ok(createProperty, {
    as: agent,
    form: toFormData({ ...buildPropertyForm(), ...arrangement }, files.slice(0, count)),
  });

const change = (id: string, arrangement: Arrangement, newFiles: typeof files = []) =>
  server.ok(updateProperty, {
    as: agent,
    params: { id },
    form: toFormData({ ...buildPropertyForm(), ...arrangement }, newFiles),
  });

const widthsOf = ({ pictures }: ManagedProperty) => pictures.map(({ width }) => width);
const textsOf = ({ pictures }: ManagedProperty) => pictures.map(({ text }) => text);

describe('pictures', () => {
  test('get the requested order and alternative texts in a new listing', async () => {
    const createdListing = await publish({
      imageOrder: '["new:2","/images/other/full.webp","new:0"]',
      imageTexts: '{"new:1":" A kitchen ","new:0":"","/images/other/full.webp":"Nothing"}',
    });
    expect(widthsOf(createdListing)).toEqual([430, 410, 420]);
    expect(textsOf(createdListing)).toEqual([null, null, 'A kitchen']);
    expect(createdListing.images).toEqual(createdListing.pictures.map(({ path }) => path));
  });

  test('are sorted in a changed listing: ordered pictures first, then other existing ones, then new ones', async () => {
    const createdListing = await publish({ imageTexts: '{"new:0":"Front","new:2":"Back"}' }, 3);
    const [front, middle, back] = createdListing.images;
    const reorderedListing = await change(
      createdListing._id,
      {
        imageOrder: JSON.stringify([back, 'new:0']),
        imageTexts: JSON.stringify({ 'new:0': 'Garden', [front ?? '']: '' }),
      },
      files.slice(0, 1),
    );
    expect(reorderedListing.images.slice(2)).toEqual([front, middle]);
    expect(reorderedListing.images[0]).toBe(back);
    expect(textsOf(reorderedListing)).toEqual(['Back', 'Garden', null, null]);

    const unchangedListing = await change(reorderedListing._id, {});
    expect(unchangedListing.pictures).toEqual(reorderedListing.pictures);
    // The order ignores pictures deleted earlier or by the same change.
    const reducedListing = await change(reorderedListing._id, {
      imagesToDelete: JSON.stringify([back]),
      imageOrder: JSON.stringify([middle, back]),
      imageTexts: JSON.stringify({ [back ?? '']: 'Gone' }),
    });
    expect(reducedListing.images).toEqual([middle, reorderedListing.images[1], front]);
  });

  test('follow all photos if they are floor plans, regardless of the requested order', async () => {
    const createdListing = await publish({
      imageKinds: '{"new:0":"floor_plan","/images/other/full.webp":"floor_plan"}',
      imageOrder: '["new:0","new:2"]',
    });
    expect(widthsOf(createdListing)).toEqual([430, 420, 410]);
    expect(createdListing.pictures.map(({ kind }) => kind)).toEqual([
      'photo',
      'photo',
      'floor_plan',
    ]);
    expect(createdListing.images).toEqual(createdListing.pictures.map(({ path }) => path));
    const [first, second, plan] = createdListing.images;

    // Pictures added later are photos and precede the floor plan. Kinds that are not listed do not
    // change.
    const extendedListing = await change(createdListing._id, {}, files.slice(1, 2));
    expect(widthsOf(extendedListing)).toEqual([430, 420, 420, 410]);
    const changedListing = await change(createdListing._id, {
      imageKinds: JSON.stringify({ [plan ?? '']: 'photo', [second ?? '']: 'floor_plan' }),
      imageOrder: JSON.stringify([plan, second, first]),
    });
    expect(widthsOf(changedListing)).toEqual([410, 430, 420, 420]);
    expect(changedListing.images.at(-1)).toBe(second);
    expect(await server.ok(endpoints.getProperty, { params: { id: createdListing._id } })).toEqual(
      changedListing,
    );
  });

  test.each([
    { imageOrder: '["new:3"]' },
    { imageKinds: '{"new:3":"photo"}' },
    { imageKinds: '{"new:0":"plan"}' },
    { imageKinds: '["new:0"]' },
    { imageKinds: '{"new:0":"photo","new:0":"floor_plan"}' },
    { imageOrder: '["new:x"]' },
    { imageOrder: '["new:0","new:0"]' },
    { imageOrder: '{"new:0":1}' },
    { imageOrder: '[1]' },
    { imageOrder: 'new:0' },
    { imageTexts: '{"new:3":"A door"}' },
    { imageTexts: '{"new:0":"A door","new:0":"Two doors"}' },
    { imageTexts: '["A door"]' },
    { imageTexts: '{"new:0":1}' },
    { imageTexts: '{' },
    { imageTexts: JSON.stringify({ 'new:0': 'x'.repeat(201) }) },
  ])('are rejected with %o', async (arrangement: Arrangement) => {
    const before = await server.ok(endpoints.listMyProperties, { as: agent });
    const { status } = await server.error(createProperty, {
      as: agent,
      form: toFormData({ ...buildPropertyForm(), ...arrangement }, files),
    });
    expect(status).toBe(400);
    const after = await server.ok(endpoints.listMyProperties, { as: agent });
    expect(after).toHaveLength(before.length);
  });

  test('are rejected if the order, alternative texts, or kinds have too many entries', async () => {
    const numbers = Array.from({ length: 101 }, (_, index) => index);
    const error = await server.error(createProperty, {
      as: agent,
      form: toFormData(
        {
          ...buildPropertyForm(),
          imageOrder: JSON.stringify(numbers),
          imageTexts: JSON.stringify(Object.fromEntries(numbers.entries())),
          imageKinds: JSON.stringify(Object.fromEntries(numbers.entries())),
        },
        files,
      ),
    });
    const message = 'At most 100 pictures can be listed here.';
    expect(error.errors).toEqual(
      ['imageOrder', 'imageTexts', 'imageKinds'].map((path) => ({ path, message })),
    );
  });
});
