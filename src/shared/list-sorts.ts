/**
 * The sort orders of the dashboard's lists. They are separate from the schemas because pages need them without a
 * validator. Each uses the ID as the tiebreaker.
 */

/** Sort orders of listings in the dashboard of agents and admins. */
export const LISTING_SORTS = [
  'createdAt_desc',
  'createdAt_asc',
  'price_asc',
  'price_desc',
] as const;

/** Sort orders of an agent's own listings, which include their view and save counts. */
export const MY_LISTING_SORTS = [
  ...LISTING_SORTS,
  'views_desc',
  'views_asc',
  'saves_desc',
  'saves_asc',
] as const;
export type MyListingSort = (typeof MY_LISTING_SORTS)[number];

/** Sort orders of accounts. */
export const USER_SORTS = ['createdAt_desc', 'createdAt_asc', 'name_asc', 'name_desc'] as const;
export type UserSort = (typeof USER_SORTS)[number];

/** Sort orders of contact messages. */
export const MESSAGE_SORTS = ['createdAt_desc', 'createdAt_asc'] as const;
export type MessageSort = (typeof MESSAGE_SORTS)[number];

/** The default order of all these lists: newest first. */
export const DEFAULT_DASHBOARD_SORT = 'createdAt_desc';
