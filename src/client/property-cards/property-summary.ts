/** A listing in short: what a card shows. A document carries its data twice, as text and for the scripts. */

import type { Picture, Property } from '#shared/schemas/properties/property.ts';

/** A picture whose placeholder may exist only in the document. */
export type SummaryPicture = Omit<Picture, 'placeholder'> & Partial<Pick<Picture, 'placeholder'>>;

/** A listing with its first picture only, and without the fields that only its own page shows. */
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
  pictures: SummaryPicture[];
  /** Absent where the first picture is all there is to page. */
  photoCount?: number;
  /** Where it is, for a home without a cover. */
  position?: { latitude: number; longitude: number };
  /** Absent where it is not. */
  isUnderContract?: boolean;
  /** Absent where the listing is its agent's own. */
  officeName?: string;
  /** Only on a list's first home, from which an agent's page takes the agent. */
  agent?: Property['agent'];
};

/** The short form of a list. */
export function summarizeAll(properties: readonly Property[]): PropertySummary[] {
  return properties.map((property, index) =>
    index === 0 ? { ...summarize(property), agent: property.agent } : summarize(property),
  );
}

/** The short form of a listing. */
export function summarize(property: Property): PropertySummary {
  const { _id, title, price, city, state, bedrooms, bathrooms, sqft } = property;
  const { propertyType, status, nextOpenHouse } = property;
  const { daysListed, priceChange, taxAnnual, hoaFee } = property;
  const pictures = property.pictures.slice(0, 1).map(withPlaceholderInMarkup);
  const photos = property.pictures.filter(({ kind }) => kind === 'photo').length;
  const paged = photos > 1 ? { photoCount: photos } : {};
  const { latitude, longitude } = property;
  const hasPosition = latitude !== 0 && longitude !== 0;
  const place = hasPosition && photos === 0 ? { position: { latitude, longitude } } : {};
  const facts = { price, city, state, bedrooms, bathrooms, sqft, propertyType, status };
  const more = { nextOpenHouse, daysListed, priceChange, taxAnnual, hoaFee };
  const officeName = property.attribution?.officeName;
  const listedBy = typeof officeName === 'string' ? { officeName } : {};
  const contract = property.isUnderContract ? { isUnderContract: true } : {};
  return { _id, title, ...facts, pictures, ...paged, ...place, ...more, ...contract, ...listedBy };
}

/**
 * On the server, a picture that renders with its placeholder, and travels to the scripts without it: what is not
 * enumerable is not written into the document's data. Some hundred bytes for each card, which do not compress.
 */
function withPlaceholderInMarkup(picture: Picture): SummaryPicture {
  if (!import.meta.env.SSR) return picture;
  const { placeholder, ...facts } = picture;
  return Object.defineProperty<SummaryPicture>(facts, 'placeholder', { value: placeholder });
}
