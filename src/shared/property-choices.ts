/** The choices for listings. They are separate from the schemas because pages need the labels without a validator. */

/** Property types (docs/product/listings.md, Fields). */
export const PROPERTY_TYPES = ['House', 'Apartment', 'Condo'] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

/** Whether a home is for sale or for rent (docs/product/listings.md, Fields). */
export const PROPERTY_STATUSES = ['For Sale', 'For Rent'] as const;
export type PropertyStatus = (typeof PROPERTY_STATUSES)[number];

/** The labels of homes under contract by status. */
export const UNDER_CONTRACT_LABELS: Record<PropertyStatus, string> = {
  'For Sale': 'Under contract',
  'For Rent': 'Application pending',
};

/** The states of a listing before and after publication (docs/product/publishing.md, States). */
export const PUBLISH_STATES = [
  'draft',
  'in_review',
  'changes_requested',
  'scheduled',
  'published',
] as const;
export type PublishState = (typeof PUBLISH_STATES)[number];

/** The labels of the states. */
export const PUBLISH_STATE_LABELS: Record<PublishState, string> = {
  draft: 'Draft',
  in_review: 'In review',
  changes_requested: 'Changes requested',
  scheduled: 'Scheduled',
  published: 'Published',
};

/** The default status of a place page. */
export const DEFAULT_PLACE_STATUS: PropertyStatus = 'For Sale';

/** The sort orders of listings. Each uses the ID as the tiebreaker (docs/product/listings.md, Search). */
export const PROPERTY_SORTS = ['createdAt_desc', 'price_asc', 'price_desc'] as const;
export type PropertySort = (typeof PROPERTY_SORTS)[number];

/** The default sort order. */
export const DEFAULT_PROPERTY_SORT: PropertySort = 'createdAt_desc';

/** The pets allowed in a home for rent. */
export const PETS = ['none', 'cats', 'dogs', 'cats_and_dogs'] as const;

/** Whether a home for rent is furnished. */
export const FURNISHED = ['no', 'partly', 'yes'] as const;

/** The labels of features by code (docs/product/listings.md, Features). */
export const FEATURES = {
  air_conditioning: 'Air conditioning',
  heat_pump: 'Heat pump',
  fireplace: 'Fireplace',
  hardwood_floors: 'Hardwood floors',
  dishwasher: 'Dishwasher',
  washer_dryer: 'Washer and dryer',
  shared_laundry: 'Shared laundry',
  balcony: 'Balcony',
  patio: 'Patio or deck',
  garden: 'Garden',
  pool: 'Pool',
  hot_tub: 'Hot tub',
  gym: 'Gym',
  elevator: 'Elevator',
  garage: 'Garage',
  ev_charging: 'EV charging',
  storage: 'Storage',
  basement: 'Basement',
  attic: 'Attic',
  doorman: 'Doorman',
  gated: 'Gated',
  waterfront: 'Waterfront',
  view: 'View',
  solar_panels: 'Solar panels',
  step_free: 'Step-free access',
  wheelchair_access: 'Wheelchair accessible',
  office: 'Home office',
  new_construction: 'New construction',
  renovated: 'Recently renovated',
  utilities_included: 'Utilities included',
  smoke_free: 'Smoke-free',
} as const;
export type FeatureCode = keyof typeof FEATURES;

// The cast is safe because `FeatureCode` covers all keys.
/** The feature codes in display order. */
export const FEATURE_CODES = Object.keys(FEATURES) as FeatureCode[];

/** The kinds of listing pictures. Floor plans are sorted after photos. */
export const PICTURE_KINDS = ['photo', 'floor_plan'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];
