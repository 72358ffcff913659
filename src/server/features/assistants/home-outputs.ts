/** Homes in tool results: summaries for lists, and full listings as text. */

import { z } from 'zod';
import { formatPrice } from '#shared/format/money.ts';
import { countOf, formatArea } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { bathsText, bedsText } from '#shared/properties/home-words.ts';
import { amountFormatter } from '#shared/properties/fact-labels.ts';
import { FACT_NAMES, PROPERTY_FIELDS } from '#shared/properties/property-fields.ts';
import { attributionLines } from '#shared/properties/listed-by.ts';
import { type FeatureCode, FEATURES, UNDER_CONTRACT_LABELS } from '#shared/property-choices.ts';
import { type Property, propertySchema } from '#shared/schemas/properties/property.ts';

const { title, price, status, propertyType, bedrooms, bathrooms, sqft } = propertySchema.shape;
const { address, city, state, zipCode, isAvailable, daysListed } = propertySchema.shape;
const { yearBuilt, lotSqft, hoaFee, taxAnnual } = propertySchema.shape;
const place = { address, city, state, zipCode };
const figures = { price, bedrooms, bathrooms, sqft };

/** A home in a list. */
export const homeSummarySchema = z.object({
  id: z.string(),
  url: z.string().describe("URL of the home's page"),
  title,
  status,
  propertyType,
  ...figures,
  ...place,
  isAvailable,
  daysListed,
});

/** A home in a comparison. */
export const comparedHomeSchema = homeSummarySchema.extend({
  pricePerSqft: z.number().nullable(),
  monthlyCost: z.number().describe('US dollars per month with the default loan terms, or the rent'),
  yearBuilt,
  lotSqft,
  hoaFee,
  taxAnnual,
});

export const homeUrl = (publicUrl: string, id: string) => publicUrl + pagePaths.property(id);

export function toSummary(home: Property, publicUrl: string): z.input<typeof homeSummarySchema> {
  return {
    id: home._id,
    url: homeUrl(publicUrl, home._id),
    title: home.title,
    status: home.status,
    propertyType: home.propertyType,
    price: home.price,
    bedrooms: home.bedrooms,
    bathrooms: home.bathrooms,
    sqft: home.sqft,
    address: home.address,
    city: home.city,
    state: home.state,
    zipCode: home.zipCode,
    isAvailable: home.isAvailable,
    daysListed: home.daysListed,
  };
}

export const priceText = ({ price: dollars, status: kind }: Property) =>
  `${formatPrice(dollars)}${kind === 'For Rent' ? ' a month' : ''}`;

/** Describes a home on one line. */
export function toLine(home: Property, publicUrl: string): string {
  const facts = [bedsText(home.bedrooms), bathsText(home.bathrooms), formatArea(home.sqft)];
  return `${home.title}: ${home.propertyType} ${home.status.toLowerCase()}, ${priceText(home)}, ${facts.join(', ')}, ${addressOf(home)} (id ${home._id}, ${homeUrl(publicUrl, home._id)})`;
}

const addressOf = (home: Property) =>
  `${home.address}, ${home.city}, ${home.state} ${home.zipCode}`;

/** Describes a home in full. */
export function toText(home: Property, publicUrl: string): string {
  const facts = FACT_NAMES.flatMap((name) => {
    const field = PROPERTY_FIELDS[name];
    const value: unknown = home[name];
    if (value === null || value === undefined || name === 'features') return [];
    const formatted =
      typeof value === 'number' && field.kind !== 'year' ? amountFormatter(field)(value) : value;
    return [`${field.label}: ${String(formatted)}`];
  });
  const features = home.features.map((code: FeatureCode) => FEATURES[code]);
  const [next] = home.nextOpenHouse === null ? [] : [home.nextOpenHouse];
  return [
    home.title,
    homeUrl(publicUrl, home._id),
    `${home.propertyType}, ${home.status.toLowerCase()}${home.isAvailable ? '' : ' (no longer available)'}${home.isUnderContract ? ` (${UNDER_CONTRACT_LABELS[home.status].toLowerCase()})` : ''}: ${priceText(home)}`,
    `${bedsText(home.bedrooms)}, ${bathsText(home.bathrooms)}, ${formatArea(home.sqft)}`,
    addressOf(home),
    `Listed ${countOf(home.daysListed, 'day')} ago${home.attribution === null ? ` by ${home.agent.name}` : ''}`,
    ...(home.attribution === null ? [] : [`Contact: ${home.agent.name}`]),
    ...attributionLines(home.attribution),
    ...(next === undefined ? [] : [`Open house: ${next.start} to ${next.end} (${next.timeZone})`]),
    ...facts,
    ...(features.length === 0 ? [] : [`Features: ${features.join(', ')}`]),
    '',
    home.description,
  ].join('\n');
}
