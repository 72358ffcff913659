/**
 * The orders of the dashboard's lists, apart from the schemas: screens need them without a validator. Each ends with
 * the id.
 */

/** Of listings, in the agent's and the admin's dashboard. */
export const LISTING_SORTS = [
  'createdAt_desc',
  'createdAt_asc',
  'price_asc',
  'price_desc',
] as const;
export type ListingSort = (typeof LISTING_SORTS)[number];

/** Of accounts. */
export const USER_SORTS = ['createdAt_desc', 'createdAt_asc', 'name_asc', 'name_desc'] as const;
export type UserSort = (typeof USER_SORTS)[number];

/** Of contact messages. */
export const MESSAGE_SORTS = ['createdAt_desc', 'createdAt_asc'] as const;
export type MessageSort = (typeof MESSAGE_SORTS)[number];

/** The order of every list of the dashboard when none is asked for: newest first. */
export const DEFAULT_DESK_SORT = 'createdAt_desc';
