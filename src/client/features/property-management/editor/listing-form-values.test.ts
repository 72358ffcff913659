import { describe, expect, it } from 'vitest';
import type { FieldName } from '#shared/properties/property-fields.ts';
import { propertyFormSchema } from '#shared/schemas/properties/property.ts';
import { buildProperty } from '#tests/factories/build-property.ts';
import { buildPropertyForm } from '#tests/factories/build-property-form.ts';
import {
  changedValues,
  EMPTY_LISTING,
  LISTING_FIELDS,
  toFormValues,
  toListingFormData,
} from './listing-form-values.ts';

describe('the listing form', () => {
  it('has each schema field exactly once', () => {
    expect(LISTING_FIELDS.toSorted()).toEqual(Object.keys(propertyFormSchema.shape).toSorted());
    expect(Object.keys(EMPTY_LISTING)).toEqual([...LISTING_FIELDS]);
  });

  it('converts a listing to texts that the schema accepts', () => {
    const values = toFormValues(buildProperty({ price: 512_000.5, latitude: -0.000001 }));
    expect(values).toMatchObject({ price: '512000.5', bedrooms: '3', propertyType: 'House' });
    expect(propertyFormSchema.safeParse({ ...values, latitude: '1' }).success).toBe(true);
  });

  it('converts facts to text and unknown facts to empty text', () => {
    const values = toFormValues(buildProperty({ features: ['pool', 'view'], hoaFee: 120.5 }));
    expect(values).toMatchObject({ features: 'pool,view', hoaFee: '120.5', yearBuilt: '' });
    expect(propertyFormSchema.safeParse(values).success).toBe(true);
  });

  it('writes small coordinates without an exponent', () => {
    const { latitude } = toFormValues(buildProperty({ latitude: 0.0000001 }));
    expect(propertyFormSchema.shape.latitude.safeParse(latitude).success).toBe(true);
  });
});

describe('changedValues', () => {
  it('omits unchanged values, which other users may have changed in the meantime', () => {
    const loaded = toFormValues(buildProperty({ price: 500_000 }));
    const changedNames = new Set<FieldName>();
    expect(changedValues(loaded, loaded, changedNames)).toEqual({});
    expect(changedValues({ ...loaded, title: 'New title' }, loaded, changedNames)).toEqual({
      title: 'New title',
    });
    // The first save may have succeeded although its response was lost.
    expect(changedValues(loaded, loaded, changedNames)).toEqual({ title: loaded.title });
  });
});

describe('toListingFormData', () => {
  const values = { ...EMPTY_LISTING, ...buildPropertyForm() };
  const files = ['b.jpg', 'a.jpg'].map((name) => new File(['x'], name, { type: 'image/jpeg' }));

  const noArrangement = { order: [], texts: {}, kinds: {} };

  it('sends every field as text and the files at the end, in their order', () => {
    const data = toListingFormData(values, { added: files, ...noArrangement });
    expect([...data.keys()]).toEqual([...LISTING_FIELDS, 'images', 'images']);
    expect(data.get('price')).toBe('350000');
    expect(data.getAll('images').map((file) => (file as File).name)).toEqual(['b.jpg', 'a.jpg']);
  });

  it('sends pictures to delete only for an existing listing', () => {
    expect(toListingFormData(values, { added: [], ...noArrangement }).has('imagesToDelete')).toBe(
      false,
    );
    const changedData = toListingFormData(values, {
      added: [],
      deleted: ['/images/a/full.webp'],
      ...noArrangement,
    });
    expect(changedData.get('imagesToDelete')).toBe('["/images/a/full.webp"]');
  });

  it('sends the changed order, texts, and kinds', () => {
    const changedData = toListingFormData(values, {
      added: files,
      order: ['new:1', 'new:0'],
      texts: { 'new:1': 'The hall' },
      kinds: { 'new:0': 'floor_plan' },
    });
    expect(changedData.get('imageOrder')).toBe('["new:1","new:0"]');
    expect(changedData.get('imageKinds')).toBe('{"new:0":"floor_plan"}');
    expect(changedData.get('imageTexts')).toBe('{"new:1":"The hall"}');
    expect([...changedData.keys()].at(-1)).toBe('images');
  });
});
