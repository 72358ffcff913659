/** The orders of the desks' lists, apart from the schemas: screens need them without a validator. Each ends with the id. */

/** Of listings, at the agent's desk and the admin's. */
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

/** Every desk's order when none is asked for: newest first. */
export const DEFAULT_DESK_SORT = 'createdAt_desc';
