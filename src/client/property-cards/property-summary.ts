/**
 * A listing's summary: only the data of a card, because a document contains its data twice, as HTML
 * and for hydration.
 */

import type { Picture, Property } from '#shared/schemas/properties/property.ts';

/** A picture. Its placeholder is in the server's HTML, but not in the data for hydration. */
export type SummaryPicture = Omit<Picture, 'placeholder'> & Partial<Pick<Picture, 'placeholder'>>;

/** A listing with only its first picture, and without the fields that only its own page shows. */
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
  | 'nextOpenHouse'
  | 'daysListed'
  | 'priceChange'
  | 'taxAnnual'
  | 'hoaFee'
> & {
  /** The first picture. A tuple, so that a `Property` is not assignable to a summary. */
  pictures: [] | [SummaryPicture];
  /** The number of photos; absent if there is at most one. */
  photoCount?: number;
  /** The coordinates of a home without photos, for a map in place of a picture. */
  position?: { latitude: number; longitude: number };
  /** Absent if the home is not under contract. */
  isUnderContract?: boolean;
  /** The listing office; absent for listings of this site's own agents. */
  officeName?: string;
  /** Only for a list's first home: an agent's page reads the agent from it. */
  agent?: Property['agent'];
};

/** Returns the summaries of a list. */
export function summarizeAll(properties: readonly Property[]): PropertySummary[] {
  return properties.map((property, index) =>
    index === 0 ? { ...summarize(property), agent: property.agent } : summarize(property),
  );
}

/** Returns the summary of a listing. */
export function summarize(property: Property): PropertySummary {
  const { _id, title, price, city, state, bedrooms, bathrooms, sqft } = property;
  const { propertyType, status, nextOpenHouse } = property;
  const { daysListed, priceChange, taxAnnual, hoaFee } = property;
  const [cover] = property.pictures;
  const pictures: PropertySummary['pictures'] =
    cover === undefined ? [] : [withPlaceholderInMarkup(cover)];
  const photos = property.pictures.filter(({ kind }) => kind === 'photo').length;
  const photoCount = photos > 1 ? { photoCount: photos } : {};
  const { latitude, longitude } = property;
  const hasPosition = latitude !== 0 && longitude !== 0;
  const location = hasPosition && photos === 0 ? { position: { latitude, longitude } } : {};
  const facts = { price, city, state, bedrooms, bathrooms, sqft, propertyType, status };
  const details = { nextOpenHouse, daysListed, priceChange, taxAnnual, hoaFee };
  const officeName = property.attribution?.officeName;
  const listedBy = typeof officeName === 'string' ? { officeName } : {};
  const contract = property.isUnderContract ? { isUnderContract: true } : {};
  return {
    _id,
    title,
    ...facts,
    pictures,
    ...photoCount,
    ...location,
    ...details,
    ...contract,
    ...listedBy,
  };
}

/**
 * On the server, returns a picture that renders with its placeholder but is serialized without it,
 * because serialization skips properties that are not enumerable. Saves several hundred
 * incompressible bytes per card.
 */
function withPlaceholderInMarkup(picture: Picture): SummaryPicture {
  if (!import.meta.env.SSR) return picture;
  const { placeholder, ...rest } = picture;
  return Object.defineProperty<SummaryPicture>(rest, 'placeholder', { value: placeholder });
}
