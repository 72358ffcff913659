import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { Property } from '#shared/schemas/properties/property.ts';
import { FALLBACK_SITE } from '#shared/site/page-site.ts';
import { buildProperty } from '#tests/factories/build-property.ts';
import { PropertyCard } from './property-card.tsx';
import { summarize } from './property-summary.ts';

const property: Property = buildProperty({
  _id: '42',
  title: 'Sunlit bungalow',
  description: 'A calm home on a quiet street.',
  price: 389_000.4,
  address: '1 Maple Street',
  city: 'Austin',
  state: 'TX',
  zipCode: '78704',
  latitude: 30.25,
  longitude: -97.75,
  bedrooms: 3,
  bathrooms: 1,
  sqft: 1850,
  propertyType: 'House',
  status: 'For Sale',
  isAvailable: true,
  isOffMarket: false,
  images: ['/images/abc/full.webp'],
  pictures: [
    {
      path: '/images/abc/full.webp',
      width: 1600,
      height: 1200,
      placeholder: 'data:,',
      text: null,
      kind: 'photo' as const,
    },
  ],
  agent: {
    _id: '9',
    name: 'Ada',
    email: 'ada@example.com',
    avatar: null,
    phone: null,
    office: null,
    isVerified: false,
    verification: null,
  },
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
});

function renderCard(home: Property, cardArea: 'fixed' | 'actual' = 'fixed') {
  const routes = [
    {
      id: 'root',
      path: '/',
      loader: () => null,
      element: <PropertyCard property={summarize(home)} />,
    },
  ];
  const router = createMemoryRouter(routes, {
    hydrationData: {
      loaderData: {
        root: { site: { ...FALLBACK_SITE, policies: { ...FALLBACK_SITE.policies, cardArea } } },
      },
    },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

describe('PropertyCard', () => {
  it('shows whether a home is under contract or has a pending application', () => {
    expect(renderCard(property)).not.toContain('Under contract');
    const underContract = { ...property, isUnderContract: true };
    expect(renderCard(underContract)).toContain('Under contract');
    expect(renderCard({ ...underContract, status: 'For Rent' })).toContain('Application pending');
  });

  it('uses the picture’s alternative text', () => {
    expect(renderCard(property)).toContain('alt=""');
    const [picture] = property.pictures;
    const pictures = picture === undefined ? [] : [{ ...picture, text: 'Porch with a swing' }];
    expect(renderCard({ ...property, pictures })).toContain('alt="Porch with a swing"');
  });

  it('has the content described in docs/product/pages.md, Property card', () => {
    const card = renderCard(property);
    for (const text of ['For Sale', '$389,000', 'House', 'Sunlit bungalow', '3 beds', '1 bath']) {
      expect(card).toContain(text);
    }
    expect(card).toContain('Austin, TX');
    expect(card).toContain('1,200 sqft');
    expect(card).toContain('href="/property/42"');
    expect(card).toContain('/images/abc/640.webp 640w');
    expect(card).toContain('bg-sale');
  });

  it('shows the listing’s actual area if the site’s settings require it', () => {
    expect(renderCard(property, 'actual')).toContain('1,850 sqft');
  });

  it('shows the next open house and nothing for an invalid time', () => {
    const nextOpenHouse = {
      start: '2026-03-07T19:00:00.000Z',
      end: '2026-03-07T21:00:00.000Z',
      timeZone: 'America/Chicago',
    };
    expect(renderCard({ ...property, nextOpenHouse })).toContain('Open Sat 1–3 PM');
    const start = '10000-01-01T22:59:00.000Z';
    const card = renderCard({ ...property, nextOpenHouse: { ...nextOpenHouse, start } });
    expect(card).toContain('Sunlit bungalow');
    expect(card).not.toContain('Open ');
  });

  it('has a blue badge and a monthly price for rentals, and a placeholder without pictures', () => {
    const card = renderCard({ ...property, status: 'For Rent', images: [], pictures: [] });
    expect(card).toContain('bg-rent');
    expect(card).toContain('No picture yet');
    expect(card).toContain('$389,000<small>/mo</small>');
    expect(renderCard(property)).not.toContain('/mo');
  });
});
