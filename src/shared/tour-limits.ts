/** The limits of tours and open houses that server and client share. */

/** Lengths of tour slots, in minutes (docs/product/tours.md, Hours). */
export const TOUR_SLOT_MINUTES = [15, 30, 45, 60, 90, 120] as const;
/** The longest notice that an agent can require (docs/product/tours.md, Hours). */
export const MAX_TOUR_NOTICE_HOURS = 168;
/** The most days ahead that an agent can offer tours (docs/product/tours.md, Hours). */
export const MAX_TOUR_DAYS_AHEAD = 60;
/** Periods per day of the week in an agent's hours. */
export const MAX_TOUR_PERIODS_PER_DAY = 10;
/** Days in a request for available times (docs/product/tours.md, Slots). */
export const MAX_TOUR_SLOT_DAYS = 14;
/**
 * Upcoming tours of one account, or of one email address in one network, with one agent (docs/product/tours.md,
 * Booking).
 */
export const MAX_UPCOMING_TOURS = 3;
/**
 * Upcoming tours with one agent by visitors from one network. Accounts with a proven email address
 * are counted separately from all other visitors.
 */
export const MAX_UPCOMING_TOURS_PER_NETWORK = 30;
/** Characters of a visitor's phone number and message. */
export const MAX_PHONE_LENGTH = 30;
export const MAX_TOUR_MESSAGE_LENGTH = 5_000;

/** The minimum and maximum length of an open house, in minutes (docs/product/open-houses.md). */
export const MIN_OPEN_HOUSE_MINUTES = 15;
export const MAX_OPEN_HOUSE_MINUTES = 12 * 60;
/** Characters of an open house's note. */
export const MAX_OPEN_HOUSE_NOTE_LENGTH = 500;
/** The maximum days of the `openHouseWithin` filter. */
export const MAX_OPEN_HOUSE_WITHIN_DAYS = 30;
/** Entries in the open house feed. */
export const MAX_OPEN_HOUSE_FEED_ENTRIES = 500;
/** Current and upcoming open houses of a listing: no more than the feed contains. */
export const MAX_OPEN_HOUSES_PER_PROPERTY = 500;
