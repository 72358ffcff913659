import { describe, expect, it } from 'vitest';
import { buildPicture, buildProperty } from '#tests/factories/build-property.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import {
  similarQuery,
  summarizeSimilar,
} from '../../../features/properties/detail/similar/similar-query.ts';
import type { LoadedQuery } from '../../../api/page-data/loaded-state.ts';
import { propertyQuery } from '../../../property-cards/property-queries.ts';
import { historyQuery } from '../../../features/properties/detail/price-history/history-query.ts';
import { loaded, failed, renderPage, buildMetaArgs, textOf } from '../render-page.fixture.tsx';
import PropertyPage, { meta } from './property.tsx';

type Props = Parameters<typeof PropertyPage>[0];

function render(id: string, ...queries: LoadedQuery[]): string {
  const props = { params: { id } } as Props;
  return renderPage(<PropertyPage {...props} />, {
    path: 'property/:id',
    url: `/property/${id}`,
    queries,
  });
}
const renderHome = (home: Property, ...more: LoadedQuery[]) =>
  render(home._id, loaded(propertyQuery(home._id), home), ...more);
const buildPictures = (count: number) => Array.from({ length: count }, () => buildPicture());

describe('/property/{id}', () => {
  it('shows the home’s details', () => {
    const home = buildProperty({
      title: 'Porch house',
      price: 1_250_000.4,
      sqft: 12_850,
      description: 'First.\n\nSecond.\nStill second.',
      address: '12 Willow Lane',
    });
    const html = renderHome(home);
    const text = textOf(html);
    for (const expected of [
      'Porch house',
      '12 Willow Lane, Austin, TX 78701',
      'For Sale',
      '$1,250,000',
      'Bedrooms 3',
      'Bathrooms 2',
      'Area 12,850 sqft',
      'Type House',
      'Ada King',
      'Contact Agent',
    ]) {
      expect(text).toContain(expected);
    }
    expect(html).toContain('<p>First.</p><p>Second.\nStill second.</p>');
    expect(html).toContain('href="mailto:ada@example.com?subject=Inquiry%20about%20Porch%20house"');
    expect(html).toContain('href="/agent-listings?agentId=7&amp;agentName=Ada+King"');
    expect(html).toContain('aria-label="Map of 12 Willow Lane, Austin, TX 78701"');
    expect(text).toContain('Home For Sale Austin, TX');
  });

  it('collapses only very long descriptions', () => {
    const button = 'aria-expanded="false"';
    expect(renderHome(buildProperty({ description: 'Long. '.repeat(400) }))).toContain(button);
    expect(renderHome(buildProperty({ description: 'Long. '.repeat(200) }))).not.toContain(button);
  });

  it('links from an unavailable home to other homes', () => {
    const html = renderHome(buildProperty({ isAvailable: false, status: 'For Rent' }));
    expect(textOf(html)).toContain(
      'Rented. This home is no longer available. See other homes in Austin',
    );
    const offMarketHome = buildProperty({ isAvailable: false, isOffMarket: true });
    expect(textOf(renderHome(offMarketHome))).toContain(
      'Off market. This home is no longer available.',
    );
    expect(html).toContain('href="/for-rent?searchTerm=Austin+TX"');
  });

  it('shows the monthly cost and the price per square foot below the price of a home for sale', () => {
    const home = buildProperty({ status: 'For Sale', price: 1_250_000, sqft: 2_000 });
    expect(textOf(renderHome(home))).toMatch(/Est\. \$[\d,]+\/mo · \$625\/sqft/);
    expect(textOf(renderHome(buildProperty({ status: 'For Rent' })))).not.toContain('Est.');
  });

  it('shows rent per month', () => {
    expect(textOf(renderHome(buildProperty({ status: 'For Rent', price: 1450 })))).toContain(
      '$1,450 /mo',
    );
  });

  it.each([
    [1, 1, false],
    [3, 3, false],
    [4, 4, true],
    [9, 4, true],
  ])('shows %i pictures as %i tiles', (count, tiles, hasViewAll) => {
    const html = renderHome(buildProperty({ pictures: buildPictures(count) }));
    expect(html.match(/picture \d of \d/g)).toHaveLength(tiles);
    expect(textOf(html).includes('View All')).toBe(hasViewAll);
    expect(html.match(/loading="eager"/g)).toHaveLength(1);
    expect(html).toContain('fetchPriority="high"');
  });

  it('uses a picture’s alternative text, or its number if it has none', () => {
    const home = buildProperty({
      title: 'Porch house',
      pictures: [buildPicture({ text: 'Kitchen' }), buildPicture()],
    });
    const html = renderHome(home);
    expect(html).toContain('alt="Kitchen"');
    expect(html).toContain('alt="Porch house, picture 2 of 2"');
  });

  it('explains that there are no pictures or no location', () => {
    const text = textOf(renderHome(buildProperty({ pictures: [], images: [], latitude: 0 })));
    expect(text).toContain('No Images Available');
    expect(text).toContain('Map data is not available for this property.');
  });

  it.each([
    ['For Sale', 'Sold'],
    ['For Rent', 'Rented'],
  ] as const)('labels an unavailable home %s as %s', (status, label) => {
    const text = textOf(renderHome(buildProperty({ status, isAvailable: false })));
    expect(text).toContain(`${label}. This home is no longer available.`);
  });

  it('shows similar homes if there are any', () => {
    const home = buildProperty();
    const other = buildProperty({ title: 'Sunny Ranch' });
    const withSimilar = loaded(similarQuery(home._id), [summarizeSimilar(other)]);
    expect(textOf(renderHome(home, withSimilar))).toMatch(
      /Similar homes .*Sunny Ranch Austin, TX Same area, similar price/,
    );
    const noSimilarHomes = loaded(similarQuery(home._id), []);
    expect(textOf(renderHome(home, noSimilarHomes))).not.toContain('Similar homes');
    expect(textOf(renderHome(home, failed(similarQuery(home._id))))).toContain(
      'Similar homes could not be loaded.',
    );
  });

  it('shows the days on the market and whether the listing is new or has a price cut', () => {
    const priceChange = {
      amount: -20_000,
      percent: -3.2,
      previousPrice: 620_000,
      date: '2026-03-01T09:30:00.000Z',
    };
    const newListing = textOf(renderHome(buildProperty({ daysListed: 0, priceChange })));
    expect(newListing).toContain('Listed today');
    expect(newListing).toContain('For Sale New Price cut $20,000 (3.2%)');
    const oldListing = textOf(renderHome(buildProperty({ daysListed: 12 })));
    expect(oldListing).toContain('Listed 12 days ago');
    expect(oldListing).not.toMatch(/New|Price cut/);
  });

  it('shows the price history as a table, and as a chart if there are at least two prices', () => {
    const home = buildProperty({ price: 595_000, daysListed: 30 });
    const listedEvent = {
      date: '2026-03-01T09:30:00.000Z',
      event: 'listed',
      price: 620_000,
    } as const;
    const priceCutEvent = {
      date: '2026-03-20T09:30:00.000Z',
      event: 'price_changed',
      price: 595_000,
      previousPrice: 620_000,
    } as const;
    const one = renderHome(
      home,
      loaded(historyQuery(home._id), [{ ...listedEvent, price: 595_000 }]),
    );
    expect(textOf(one)).toContain('Price history, newest first');
    expect(one).not.toContain('Price chart');
    const withTwoEvents = renderHome(
      home,
      loaded(historyQuery(home._id), [priceCutEvent, listedEvent]),
    );
    expect(withTwoEvents).toContain('Price chart: $620,000 on Mar 1, 2026, $595,000');
    expect(textOf(withTwoEvents)).toContain('Mar 20, 2026 Price cut $595,000 −$25,000 (4%)');
    const manyEvents = Array.from({ length: 40 }, () => priceCutEvent);
    const long = renderHome(home, loaded(historyQuery(home._id), [...manyEvents, listedEvent]));
    expect(textOf(long)).toContain('Show all 41');
    expect(long.match(/>Price cut</g)).toHaveLength(20);
    expect(textOf(renderHome(home, failed(historyQuery(home._id))))).toContain(
      'The price history could not be loaded.',
    );
  });

  it('estimates the monthly cost of a home for sale but not of a rental', () => {
    const text = textOf(
      renderHome(buildProperty({ price: 500_000, taxAnnual: 4800, hoaFee: 100 })),
    );
    // 400,000 at 6.5% over 30 years, 400 tax, 145.83 insurance, 100 fee.
    expect(text).toContain('$3,174/mo');
    expect(text).toContain('Principal and interest $2,528 Property tax $400');
    expect(text).toContain('Estimate only, not a loan offer');
    expect(textOf(renderHome(buildProperty({ status: 'For Rent' })))).not.toContain('Monthly cost');
  });

  it('shows an error if the listing cannot be loaded', () => {
    const text = textOf(render('7', failed(propertyQuery('7'))));
    expect(text).toContain('Error: The database is unavailable.');
  });

  it('reports an unknown home', () => {
    const error = { status: 404, code: 'NOT_FOUND', message: 'Property not found.' } as const;
    expect(textOf(render('7', failed(propertyQuery('7'), error)))).toContain('Property not found.');
  });

  it('has a skeleton while loading', () => {
    expect(render('7')).toContain('aria-busy="true"');
  });
});

describe('a listing’s meta tags', () => {
  const tagsOf = (home: Property): object[] => {
    const queries = [loaded(propertyQuery(home._id), home)];
    return meta(buildMetaArgs({ queries, params: { id: home._id } })) ?? [];
  };
  const jsonLdOf = (home: Property, type: string) =>
    tagsOf(home).flatMap((tag) => {
      const record = (tag as Record<string, unknown>)['script:ld+json'] as
        | Record<string, unknown>
        | undefined;
      return record?.['@type'] === type ? [record] : [];
    })[0];

  it('include a RealEstateListing with its price and availability, and noindex if off the market', () => {
    const home = buildProperty({ price: 450_000, latitude: 30.2, longitude: -97.7 });
    expect(jsonLdOf(home, 'RealEstateListing')).toMatchObject({
      url: `https://homes.example/property/${home._id}`,
      image: home.images.map((path) => `https://homes.example${path}`),
      mainEntity: {
        '@type': 'House',
        numberOfBedrooms: 3,
        geo: { latitude: 30.2, longitude: -97.7 },
        address: { addressLocality: 'Austin', addressRegion: 'TX' },
      },
      offers: {
        '@type': 'Offer',
        price: 450_000,
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
      },
    });
    expect(jsonLdOf(home, 'BreadcrumbList')).toBeDefined();
    expect(jsonLdOf({ ...home, isAvailable: false }, 'RealEstateListing')).toMatchObject({
      offers: { availability: 'https://schema.org/SoldOut' },
    });
    const offMarketHome = { ...home, isAvailable: false, isOffMarket: true };
    expect(jsonLdOf(offMarketHome, 'RealEstateListing')).toMatchObject({
      offers: { availability: 'https://schema.org/Discontinued' },
    });
    const noindex = { name: 'robots', content: 'noindex, follow' };
    expect(tagsOf(offMarketHome)).toContainEqual(noindex);
    expect(tagsOf({ ...home, isAvailable: false })).not.toContainEqual(noindex);
  });

  it('include a title, a short description, a canonical URL, and a picture', () => {
    const home = buildProperty({ title: 'Porch house', description: 'Long words. '.repeat(100) });
    const tags = tagsOf(home);
    expect(tags).toContainEqual({ title: 'Porch house, Austin, TX | Doorstep' });
    expect(tags).toContainEqual({
      tagName: 'link',
      rel: 'canonical',
      href: `https://homes.example/property/${home._id}`,
    });
    expect(tags).toContainEqual({
      property: 'og:image',
      content: `https://homes.example${home.images[0] ?? ''}`,
    });
    const description = tags.find((tag) => 'name' in tag && tag.name === 'description') as {
      content: string;
    };
    expect(description.content).toMatch(
      /^For Sale: \$450,000\. House in Austin, TX, 3 beds, 2 baths\./,
    );
    expect(description.content.length).toBeLessThanOrEqual(156);
  });

  it('contain noindex if there is no listing to show', () => {
    const tags = meta(buildMetaArgs({ queries: [], params: { id: '7' } }));
    expect(tags).toContainEqual({ name: 'robots', content: 'noindex' });
  });
});
