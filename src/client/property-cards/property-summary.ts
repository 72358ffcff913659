/** A listing in short: what a card shows. A document carries its data twice, as text and for the scripts. */

import type { Property } from '#shared/schemas/properties/property.ts';

/** Of the pictures only the first one; nothing that only the listing's own page shows. */
export type PropertySummary = Pick<
  Property,
  | '_id'
  | 'title'
  | 'price'
  | 'city'
  | 'state'
  | 'bedrooms'
  | 'bathrooms'
  | 'sqft'
  | 'propertyType'
  | 'status'
  | 'pictures'
  | 'agent'
  | 'nextOpenHouse'
  | 'daysListed'
  | 'priceChange'
  | 'taxAnnual'
  | 'hoaFee'
>;

/** The short form of a listing. */
export function summarize(property: Property): PropertySummary {
  const { _id, title, price, city, state, bedrooms, bathrooms, sqft } = property;
  const { propertyType, status, agent, nextOpenHouse } = property;
  const { daysListed, priceChange, taxAnnual, hoaFee } = property;
  const pictures = property.pictures.slice(0, 1);
  const facts = { price, city, state, bedrooms, bathrooms, sqft, propertyType, status };
  const more = { nextOpenHouse, daysListed, priceChange, taxAnnual, hoaFee };
  return { _id, title, ...facts, pictures, agent, ...more };
}
