/** What can be chosen about listings, apart from the schemas: screens need the words without a validator. */

/** Kinds of home (spec section 3). */
export const PROPERTY_TYPES = ['House', 'Apartment', 'Condo'] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

/** What a listing offers (spec section 3). */
export const PROPERTY_STATUSES = ['For Sale', 'For Rent'] as const;
export type PropertyStatus = (typeof PROPERTY_STATUSES)[number];

/** The orders of a list of listings; each ends with the id (spec section 7). */
export const PROPERTY_SORTS = ['createdAt_desc', 'price_asc', 'price_desc'] as const;
export type PropertySort = (typeof PROPERTY_SORTS)[number];

/** The order when none is asked for (spec section 9). */
export const DEFAULT_PROPERTY_SORT: PropertySort = 'createdAt_desc';
