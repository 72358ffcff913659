/** The structured data of listings, open houses, and listing pages. */

import { expect, it } from 'vitest';
import { buildProperty } from '#tests/factories/build-property.ts';
import { propertyJsonLd } from '../../../features/properties/detail/property-meta.ts';
import { searchMeta } from '../../../features/properties/search/listing-meta.ts';
import { openHouseJsonLd } from '../../../features/tours/open-houses/open-house-json-ld.ts';
import { NO_FILTERS } from '../../../features/properties/search/query/property-filters.ts';
import { summarizeAll } from '../../../property-cards/property-summary.ts';

it('includes rent as a monthly price, and a sale price without a period', () => {
  const rent = propertyJsonLd('', buildProperty({ status: 'For Rent', price: 1_500 }));
  expect(rent['offers']).toMatchObject({
    price: 1_500,
    priceSpecification: { '@type': 'UnitPriceSpecification', price: 1_500, unitCode: 'MON' },
  });
  const sale = propertyJsonLd('', buildProperty({ status: 'For Sale' }));
  expect(sale['offers']).not.toHaveProperty('priceSpecification');
});

it('includes the agent’s address', () => {
  expect(propertyJsonLd('', buildProperty())['offers']).toMatchObject({
    offeredBy: { '@type': 'RealEstateAgent', address: { '@type': 'PostalAddress' } },
  });
});

it('includes an open house’s agent with an address and a page', () => {
  const start = '2026-03-07T19:00:00.000Z';
  const openHouse = { _id: '5', start, end: start, timeZone: 'UTC', note: null };
  const [event] = openHouseJsonLd('https://homes.example', buildProperty(), [openHouse]);
  expect(event?.['organizer']).toMatchObject({
    '@type': 'RealEstateAgent',
    name: 'Ada King',
    url: 'https://homes.example/agent-listings?agentId=7&agentName=Ada+King',
    address: { '@type': 'PostalAddress', addressCountry: 'US' },
  });
});

it('continues the list positions of the previous page', () => {
  const tags = searchMeta([], {
    search: { scope: { kind: 'status', status: 'For Sale' }, filters: NO_FILTERS, page: 3 },
    results: {
      items: summarizeAll([buildProperty(), buildProperty()]),
      totalCount: 50,
      searchedFor: null,
    },
  });
  const list = JSON.stringify(tags.find((tag) => JSON.stringify(tag).includes('"ItemList"')));
  expect(list).toContain('"position":49');
  expect(list).toContain('"position":50');
  expect(list).not.toContain('"position":1,');
});
