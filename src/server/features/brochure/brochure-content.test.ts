import { expect, test } from 'vitest';
import { FALLBACK_SITE } from '#shared/site/page-site.ts';
import { buildProperty } from '#tests/factories/build-property.ts';
import { toBrochure } from './brochure-content.ts';

const options = { site: FALLBACK_SITE, publicUrl: 'https://homes.example' };
const valueOf = (facts: Parameters<typeof buildProperty>[0], name: string) =>
  toBrochure(buildProperty(facts), options).figures.find((figure) => figure.name === name)?.value;

test('dates are spelled out, and zero parking spaces are omitted', () => {
  expect(valueOf({ availableFrom: '2026-12-01' }, 'Available from')).toBe('December 1, 2026');
  expect(valueOf({ parkingSpaces: 2 }, 'Parking')).toBe('2 spaces');
  expect(valueOf({ parkingSpaces: 0 }, 'Parking')).toBeUndefined();
});

test('zero bathrooms and a zero area are omitted', () => {
  const { figures } = toBrochure(buildProperty({ bathrooms: 0, sqft: 0 }), options);
  expect(figures.map(({ name }) => name)).not.toContain('Area');
  expect(figures.map(({ name }) => name)).not.toContain('Bathrooms');
});

test('the Equal Housing mark follows the site settings', () => {
  const property = buildProperty({});
  expect(toBrochure(property, options).hasEqualHousing).toBe(true);
  const site = { ...FALLBACK_SITE, equalHousing: false };
  expect(toBrochure(property, { ...options, site }).hasEqualHousing).toBe(false);
});
