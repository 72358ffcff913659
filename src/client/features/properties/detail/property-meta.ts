/**
 * The meta tags of a listing for search engines and social sharing (docs/product/pages.md, Search
 * engines).
 */

import { coverOf } from '#shared/properties/cover.ts';
import type { MetaDescriptor } from 'react-router';
import { formatPrice } from '#shared/format/money.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { truncateText } from '#shared/search-term.ts';
import {
  absoluteUrl,
  breadcrumbJsonLd,
  imageMeta,
  pageMeta,
  settingsOf,
} from '../../../seo/page-meta.ts';
import { agentJsonLd } from '../../../seo/agent-json-ld.ts';
import { bathsText, bedsText, unavailableLabel } from '#shared/properties/home-words.ts';
import { postalAddress } from '../../../seo/postal-address.ts';

/** The schema.org type of each property type. */
const SCHEMA_TYPE = { House: 'House', Apartment: 'Apartment', Condo: 'Apartment' } as const;

/** The maximum length of a description in search engine results, in characters. */
const MAX_DESCRIPTION_LENGTH = 155;

/**
 * Returns the meta tags of a property page.
 *
 * @param moreJsonLd returns JSON-LD from other features
 */
export function propertyMeta(
  matches: Parameters<typeof pageMeta>[0],
  property: Property,
  moreJsonLd: (publicUrl: string) => readonly Record<string, unknown>[] = () => [],
): MetaDescriptor[] {
  const publicUrl = settingsOf(matches)?.publicUrl ?? '';
  const path = pagePaths.property(property._id);
  return pageMeta(matches, {
    title: `${property.title}, ${property.city}, ${property.state}`,
    description: describe(property),
    path,
    // Listings that admins have hidden are off the market.
    noindex: property.isOffMarket,
    feed: {
      path: pagePaths.feed({
        status: property.status,
        city: property.city,
        state: property.state,
      }),
      title: `Properties ${property.status} in ${property.city}, ${property.state}`,
    },
    ...imageMeta(coverOf(property.pictures), property.title),
    jsonLd: [
      propertyJsonLd(publicUrl, property),
      ...moreJsonLd(publicUrl),
      breadcrumbJsonLd(publicUrl, [
        ...propertyCrumbs(property).map(({ label, href }) => ({ label, path: href })),
        { label: property.title, path },
      ]),
    ],
  });
}

/** Returns the breadcrumbs of a listing: the home page, its status, and its place. */
export function propertyCrumbs({ status, city, state }: Property) {
  return [
    { label: 'Home', href: pagePaths.home() },
    { label: status, href: listPath(status)() },
    { label: `${city}, ${state}`, href: placeHref({ status, city, state }) },
  ];
}

/** Returns the path of the search for homes with a listing's status in its place. */
export function placeHref({ status, city, state }: Pick<Property, 'status' | 'city' | 'state'>) {
  return listPath(status)({ searchTerm: `${city} ${state}` });
}

// Avoids `searchHref` because every property page would then load the search modules.
const listPath = (status: Property['status']) =>
  status === 'For Rent' ? pagePaths.forRent : pagePaths.forSale;

/** Returns the key figures, then as much of the listing's own description as fits. */
function describe(property: Property): string {
  const { status, price, bedrooms, bathrooms, propertyType, city, state, description } = property;
  const facts = `${unavailableLabel(property) ?? status}: ${formatPrice(price)}. ${propertyType} in ${city}, ${state}, ${bedsText(bedrooms)}, ${bathsText(bathrooms)}.`;
  const text = `${facts} ${description.replace(/\s+/g, ' ').trim()}`;
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text;
  return `${truncateText(text, MAX_DESCRIPTION_LENGTH).replace(/\s+\S*$/, '')}…`;
}

/**
 * Returns the listing as a schema.org RealEstateListing. That type has no price property, so an
 * Offer contains the price.
 */
export function propertyJsonLd(publicUrl: string, property: Property): Record<string, unknown> {
  const url = absoluteUrl(publicUrl, pagePaths.property(property._id));
  const isRent = property.status === 'For Rent';
  return {
    '@type': 'RealEstateListing',
    '@id': url,
    url,
    name: property.title,
    description: property.description,
    datePosted: property.createdAt,
    dateModified: property.updatedAt,
    image: property.pictures
      .filter(({ kind }) => kind === 'photo')
      .map(({ path }) => absoluteUrl(publicUrl, path)),
    mainEntity: homeJsonLd(property),
    offers: {
      '@type': 'Offer',
      url,
      price: property.price,
      priceCurrency: 'USD',
      // A rent is a monthly price (MON in UN/CEFACT Recommendation 20).
      ...(isRent
        ? {
            priceSpecification: {
              '@type': 'UnitPriceSpecification',
              price: property.price,
              priceCurrency: 'USD',
              unitCode: 'MON',
            },
          }
        : {}),
      availability: `https://schema.org/${property.isAvailable ? 'InStock' : property.isOffMarket ? 'Discontinued' : 'SoldOut'}`,
      businessFunction: `http://purl.org/goodrelations/v1#${isRent ? 'LeaseOut' : 'Sell'}`,
      offeredBy: agentJsonLd(publicUrl, property.agent),
    },
  };
}

function homeJsonLd(property: Property): Record<string, unknown> {
  return {
    '@type': SCHEMA_TYPE[property.propertyType],
    numberOfBedrooms: property.bedrooms,
    numberOfBathroomsTotal: property.bathrooms,
    // FTK is the square foot (UN/CEFACT Recommendation 20).
    floorSize: { '@type': 'QuantitativeValue', value: property.sqft, unitCode: 'FTK' },
    address: postalAddress(property),
    ...(property.latitude && property.longitude
      ? {
          geo: {
            '@type': 'GeoCoordinates',
            latitude: property.latitude,
            longitude: property.longitude,
          },
        }
      : {}),
  };
}
