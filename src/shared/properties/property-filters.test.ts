import { expect, it } from 'vitest';
import { rangeOf } from './field-ranges.ts';
import { PROPERTY_FIELDS } from './property-fields.ts';
import { FILTER_NAMES, isRange, PROPERTY_FILTERS, rangeOfFilter } from './property-filters.ts';

it.each(FILTER_NAMES.filter(isRange))('%s has the range of its field', (name) => {
  const now = new Date('2026-03-01T00:00:00Z');
  const field = PROPERTY_FIELDS[PROPERTY_FILTERS[name].field];
  expect(rangeOfFilter(name, now)).toEqual(rangeOf(field, now));
});
