/** Builds listings in the API's format. Each call returns a different listing. */

import { NO_FACTS } from '#shared/properties/property-fields.ts';
import type { Picture, Property } from '#shared/schemas/properties/property.ts';
import { createCounter } from './counters.ts';

const nextNumber = createCounter();

/** Builds an available house for sale, without facts; pass the fields that matter to the test. */
export function buildProperty(overrides: Partial<Property> = {}): Property {
  const count = nextNumber();
  const pictures = overrides.pictures ?? [buildPicture(), buildPicture()];
  return {
    _id: String(count),
    title: `Quiet house number ${count}`,
    description: 'Two floors around a garden.\n\nClose to the school.',
    price: 450_000,
    address: `${count} Willow Lane`,
    city: 'Austin',
    state: 'TX',
    zipCode: '78701',
    latitude: 30.2672,
    longitude: -97.7431,
    bedrooms: 3,
    bathrooms: 2,
    sqft: 1850,
    propertyType: 'House',
    status: 'For Sale',
    isAvailable: true,
    isOffMarket: false,
    isUnderContract: false,
    publishState: 'published',
    publishAt: null,
    expiresOn: null,
    reviewReason: null,
    images: pictures.map((picture) => picture.path),
    agent: {
      _id: '7',
      name: 'Ada King',
      email: 'ada@example.com',
      avatar: null,
      phone: null,
      office: null,
      isVerified: false,
      verification: null,
    },
    attribution: null,
    nextOpenHouse: null,
    tourMode: null,
    createdAt: '2026-03-01T09:30:00.000Z',
    updatedAt: '2026-03-02T09:30:00.000Z',
    daysListed: 4,
    priceChange: null,
    ...NO_FACTS,
    ...overrides,
    pictures,
  };
}

const nextPictureNumber = createCounter();

/** Builds a picture of 1600 by 1200 pixels. */
export function buildPicture(overrides: Partial<Picture> = {}): Picture {
  const pictureCount = nextPictureNumber();
  return {
    path: `/images/demo-home-${pictureCount}/full.webp`,
    width: 1600,
    height: 1200,
    placeholder: 'data:image/webp;base64,AAAA',
    text: null,
    kind: 'photo',
    ...overrides,
  };
}
