import { describe, expect, it, test } from 'vitest';
import type { GeocodeResult } from '#shared/schemas/properties/geocode.ts';
import { pinNote, type PinFields, fieldsToFill, toGeocodeQuery } from './address-pin.ts';

const EMPTY_FIELDS: PinFields = {
  address: '',
  city: '',
  state: '',
  zipCode: '',
  latitude: '',
  longitude: '',
};
const ZIP_RESULT: GeocodeResult = {
  label: 'Austin, TX 78704',
  latitude: 30.2428,
  longitude: -97.7658,
  precision: 'zip',
  city: 'Austin',
  state: 'TX',
  zipCode: '78704',
};
const FILLED_FIELDS = { latitude: '30.2428', longitude: '-97.7658', city: 'Austin', state: 'TX' };

describe('toGeocodeQuery', () => {
  test.each<[Partial<PinFields>, object | null]>([
    [{}, null],
    [{ zipCode: ' 78704 ' }, { zipCode: '78704' }],
    [{ zipCode: '7870' }, null],
    [{ zipCode: '78704-1234' }, { zipCode: '78704-1234' }],
    [{ address: '7 Elm Street' }, null],
    [{ address: '7 Elm Street, Austin, TX' }, { address: '7 Elm Street, Austin, TX' }],
    [
      { address: '7 Elm Street', zipCode: '78704' },
      { address: '7 Elm Street', zipCode: '78704' },
    ],
    [{ city: 'Austin' }, null],
    [{ city: 'Austin', state: 'T' }, null],
    [
      { city: 'Austin', state: 'TX', address: '7' },
      { city: 'Austin', state: 'TX' },
    ],
  ])('converts %o to %o', (fields, query) => {
    expect(toGeocodeQuery({ ...EMPTY_FIELDS, ...fields })).toEqual(query);
  });
});

describe('fieldsToFill', () => {
  it('fills in missing fields', () => {
    expect(fieldsToFill(EMPTY_FIELDS, null, ZIP_RESULT)).toEqual(FILLED_FIELDS);
    expect(
      fieldsToFill({ ...EMPTY_FIELDS, city: 'Lakeway', state: 'Texas' }, null, ZIP_RESULT),
    ).toEqual({
      latitude: '30.2428',
      longitude: '-97.7658',
    });
  });

  it('updates fields that it filled in itself', () => {
    const other = { ...ZIP_RESULT, latitude: 30.5, longitude: -97.5, city: 'Round Rock' };
    expect(fieldsToFill({ ...EMPTY_FIELDS, ...FILLED_FIELDS }, FILLED_FIELDS, other)).toEqual({
      latitude: '30.5',
      longitude: '-97.5',
      city: 'Round Rock',
      state: 'TX',
    });
  });

  it('never moves a pin if one or both fields were edited manually', () => {
    const manualPin = { ...EMPTY_FIELDS, ...FILLED_FIELDS };
    expect(fieldsToFill(manualPin, null, ZIP_RESULT)).toEqual({});
    expect(fieldsToFill({ ...manualPin, latitude: '30.3' }, FILLED_FIELDS, ZIP_RESULT)).toEqual({
      city: 'Austin',
      state: 'TX',
    });
    expect(fieldsToFill({ ...EMPTY_FIELDS, longitude: '-97' }, null, ZIP_RESULT)).toEqual({
      city: 'Austin',
      state: 'TX',
    });
  });
});

test.each<[Partial<GeocodeResult>, string]>([
  [{}, 'Placed at the center of 78704 - drag the pin to the house'],
  [{ precision: 'city' }, 'Placed at the center of Austin, TX - drag the pin to the house'],
  [
    { precision: 'address', label: '7 Elm Street, Austin' },
    'Placed at 7 Elm Street, Austin - drag the pin if the house is elsewhere',
  ],
])('returns the pin note for %o', (changes, note) => {
  expect(pinNote({ ...ZIP_RESULT, ...changes })).toBe(note);
});
