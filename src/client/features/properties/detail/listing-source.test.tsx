import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { buildProperty } from '#tests/factories/build-property.ts';
import { ListingSource } from './listing-source.tsx';

const textOf = (property: Parameters<typeof buildProperty>[0]) =>
  renderToStaticMarkup(<ListingSource property={buildProperty(property)} />).replaceAll(
    /<[^>]+>/g,
    '|',
  );

it('renders nothing for an agent’s own listing without an MLS number', () => {
  expect(textOf({})).toBe('');
});

it('shows the MLS number and the complete attribution', () => {
  const text = textOf({
    mlsNumber: '1234567',
    attribution: {
      agentName: 'Jo Field',
      officeName: 'Hillside Realty',
      agentPhone: '(512) 555-0142',
      source: 'Central MLS',
      disclaimer: 'Deemed reliable but not guaranteed.',
      updatedAt: '2026-03-19T15:30:00.000Z',
    },
  });
  expect(text).toContain('MLS# 1234567');
  expect(text).toContain('Listed by Jo Field, Hillside Realty');
  expect(text).toContain('Call (512) 555-0142');
  expect(text).toContain('Source: Central MLS');
  expect(text).toContain('Deemed reliable but not guaranteed.');
  expect(text).toMatch(/Last updated.*Mar/);
});

it('shows only the office if the listing agent is unknown', () => {
  const attribution = {
    agentName: null,
    officeName: 'Hillside Realty',
    agentPhone: null,
    source: null,
    disclaimer: null,
    updatedAt: null,
  };
  expect(textOf({ attribution })).toContain('Listed by Hillside Realty');
});
