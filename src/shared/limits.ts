/** Limits and defaults of the server, the client, or both, most of them with the document that specifies them. */

/** Entries of a list response when `limit` is absent (docs/product/api.md, Lists). */
export const DEFAULT_PAGE_SIZE = 24;
/** The largest `limit` that a list accepts (docs/product/api.md, Lists). */
export const MAX_PAGE_SIZE = 100;
/**
 * The last entry that paging reaches. Counts are exact up to this number (docs/product/api.md,
 * Lists).
 */
export const MAX_REACHABLE_ENTRIES = 10_000;
/**
 * How long a response is cached if nothing changes. Because a page contains cached responses and is
 * cached itself, and some values are cached for ten seconds, the delays add up to a minute
 * (docs/product/api.md, Caching).
 */
export const MAX_CACHED_RESPONSE_AGE_MS = 25_000;
/** The maximum age of a cached response served while the database is down, in milliseconds. */
export const MAX_STALE_FALLBACK_AGE_MS = 600_000;

/** Records in a bulk request. Each is checked and changed separately. */
export const MAX_BULK_RECORDS = 100;

/** Saved searches per user. */
export const MAX_SAVED_SEARCHES = 100;
/**
 * Corners of drawn areas in all saved searches of a user (docs/product/alerts.md, Saved searches). Every changed home
 * is compared with large areas, so their corners determine how long matching takes.
 */
export const MAX_SAVED_CORNERS = 5_000;
/** The largest count of new homes of a saved search, shown as `500+` (docs/product/alerts.md, Saved searches). */
export const MAX_NEW_HOMES = 500;

/** Characters of a search term (docs/product/listings.md, Limits). */
export const MAX_SEARCH_TERM_LENGTH = 200;

/** Places (docs/product/places.md): characters of the input, suggestions, and linked largest places. */
export const MAX_PLACE_TERM_LENGTH = 100;
export const MAX_PLACE_SUGGESTIONS = 8;
export const MAX_LARGEST_PLACES = 12;

/** Areas of a search and corners of an area (docs/product/map.md, Filters). */
export const MAX_AREAS = 5;
export const MIN_AREA_POINTS = 3;
export const MAX_AREA_POINTS = 200;
/** Great-circle miles of the `within` filter (docs/product/map.md, Filters). */
export const MIN_WITHIN_MILES = 0.1;
export const MAX_WITHIN_MILES = 100;
/** The closest zoom of a map. At zoom 0, the world is 256 pixels wide. */
export const MAX_MAP_ZOOM = 22;
/** Characters of a query string, and of a query string repeated in `Link` (docs/product/map.md, Long URLs). */
export const MAX_QUERY_LENGTH = 14_000;
export const MAX_LINKED_QUERY_LENGTH = 2_000;

/** The newest changes in a listing's history (docs/product/listings.md, Price history). */
export const MAX_HISTORY_CHANGES = 100;

/** Entries of an Atom feed (docs/product/feeds.md, Atom feed). */
export const MAX_FEED_ENTRIES = 50;
/** The maximum and default number of homes in an embedded page (docs/product/feeds.md, Embedded homes). */
export const MAX_EMBEDDED_HOMES = 12;
export const DEFAULT_EMBEDDED_HOMES = 6;

/** Listings shown on the home page (docs/product/pages.md, Home). */
export const FEATURED_COUNT = 6;
/** The choices of the Min. Beds filter (docs/product/pages.md, Filter form). */
export const MIN_BEDS_CHOICES = [1, 2, 3, 4, 5] as const;

/** Minimum lengths of the listing form, in characters (docs/product/listings.md, Limits). */
export const MIN_PROPERTY_LENGTH = {
  title: 5,
  description: 20,
  address: 5,
  city: 2,
  state: 2,
  zipCode: 3,
} as const;

/** Maximum lengths in characters (docs/product/listings.md, Limits). */
export const MAX_TITLE_LENGTH = 200;
export const MAX_LONG_TEXT_LENGTH = 20_000;
export const MAX_SHORT_TEXT_LENGTH = 200;
/** Characters of an email address: an SMTP path without its brackets (RFC 5321, 4.5.3.1.3). */
export const MAX_EMAIL_LENGTH = 254;

/** US dollars (docs/product/listings.md, Limits). */
export const MAX_PRICE = 100_000_000_000;
/** Degrees. */
export const MAX_LATITUDE = 90;
export const MAX_LONGITUDE = 180;
/** Bedrooms, and bathrooms (docs/product/listings.md, Limits). */
export const MAX_ROOMS = 100;
/** Square feet of a home (docs/product/listings.md, Limits). */
export const MAX_SQFT = 10_000_000;

/** API keys (docs/product/api-keys.md). */
export const MAX_API_KEYS = 100;
export const MAX_API_KEY_NAME_LENGTH = 100;
export const API_TOKEN_SECONDS = 3_600;

/** Ranges of the facts of a listing (docs/product/listings.md, Facts). */
export const MIN_YEAR_BUILT = 1600;
export const MAX_LOT_SQFT = 1_000_000_000;
export const MAX_MLS_NUMBER_LENGTH = 50;
export const MAX_STORIES = 200;
export const MAX_PARKING = 100;
/** US dollars per month. */
export const MAX_HOA_FEE = 100_000;
/** US dollars per year. */
export const MAX_TAX_ANNUAL = 10_000_000;
/** US dollars. */
export const MAX_DEPOSIT = 10_000_000;
/** Months of a lease. */
export const MAX_LEASE_MONTHS = 120;
/** Characters of the URL of a virtual tour. */
export const MAX_URL_LENGTH = 500;
/**
 * The `maxMonthly` filter in US dollars, and its loan terms in percent and years
 * (docs/product/listings.md, Monthly cost).
 */
export const MAX_MONTHLY_COST = 100_000_000;
export const MAX_LOAN_RATE = 30;
export const MAX_LOAN_TERM_YEARS = 50;
/** Listings in a response of `GET /properties/{id}/similar`. */
export const MAX_SIMILAR = 6;
/** The maximum days of the `listedWithin` filter, and the days that a price change is shown. */
export const MAX_LISTED_WITHIN_DAYS = 90;
export const PRICE_CHANGE_DAYS = 30;

/** The default and maximum number of days of figures (docs/product/figures.md). */
export const FIGURE_DAYS = 30;
export const MAX_FIGURE_DAYS = 365;
/** The minimum and maximum number of homes for a median of views. */
export const MIN_SIMILAR_FIGURE_HOMES = 3;
export const MAX_SIMILAR_FIGURE_HOMES = 50;

/** Positions in a response of `GET /geocode` (docs/product/listings.md, Pin from the address). */
export const MAX_GEOCODE_RESULTS = 5;
/** How long a response of the geocoder is stored. */
export const MAX_GEOCODE_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Pictures of one listing (docs/product/listings.md, Limits). */
export const MAX_IMAGES_PER_PROPERTY = 30;
/** Characters of a picture's alternative text (docs/product/listings.md, Pictures). */
export const MAX_IMAGE_TEXT_LENGTH = 200;
/** Size of one uploaded picture (docs/product/uploads.md, Form). */
export const MAX_IMAGE_BYTES = 25 * 1024 * 1024;
/** Width times height of one uploaded picture (docs/product/uploads.md, Form). */
export const MAX_IMAGE_PIXELS = 100_000_000;
/** Wider pictures are also stored in these widths, in pixels. */
export const IMAGE_WIDTHS = [320, 640, 960, 1280, 1920] as const;
/** The full size of a stored picture is at most this wide and high, in pixels. */
export const MAX_FULL_IMAGE_SIDE = 2560;

/** Listings in one reassignment. */
export const MAX_REASSIGNED_LISTINGS = 1_000;
/** Characters of an office's name and description, and of a phone number. */
export const MAX_OFFICE_NAME_LENGTH = 100;
export const MAX_OFFICE_ABOUT_LENGTH = 5_000;
export const MIN_PHONE_NUMBER_LENGTH = 7;
export const MAX_PHONE_NUMBER_LENGTH = 30;

/** Passwords, in characters (docs/product/accounts.md, Passwords). */
export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 200;
/** Minimum lengths of names and messages, in characters (docs/product/messages.md, Contact form). */
export const MIN_NAME_LENGTH = 2;
export const MIN_SUBJECT_LENGTH = 5;
export const MIN_MESSAGE_LENGTH = 10;

/** Entries in each recent list of the statistics (docs/product/dashboard.md, Statistics). */
export const RECENT_COUNT = 5;
/** Listings in `propertiesLast7Days` (docs/product/dashboard.md, Statistics). */
export const MAX_LAST_7_DAYS_LISTINGS = 1_000;

/** Delay between the last keystroke and the search, in milliseconds (docs/product/pages.md, Loading and errors). */
export const SEARCH_DEBOUNCE_MS = 500;
/** How long banners are displayed, in milliseconds (docs/product/pages.md, Loading and errors). */
export const PROFILE_BANNER_MS = 3_000;
export const ADMIN_BANNER_MS = 5_000;

/** The maximum lengths of text in the site settings, in characters (docs/product/site.md, Limits). */
export const MAX_SITE_LABEL_LENGTH = 100;
export const MAX_SITE_SENTENCE_LENGTH = 300;
export const MAX_SITE_ABOUT_LENGTH = 5_000;
export const MAX_SITE_LEGAL_LENGTH = 100_000;
/** The URL of a social profile, in characters. */
export const MAX_SITE_LINK_LENGTH = 500;
/** Entries of the lists of the site settings (docs/product/site.md, Limits). */
export const MAX_SITE_TESTIMONIALS = 12;
export const MAX_SITE_TEAM = 24;
export const MAX_SITE_VALUES = 8;
export const MAX_SITE_STATS = 8;
export const MAX_SITE_SOCIAL = 8;
export const MAX_SITE_NOTICES = 6;
/** The file of `GET /site/export`: every picture at its maximum size, plus the text. */
export const MAX_SITE_FILE_BYTES = 64 * 1024 * 1024;

/** Inquiries: lengths in characters, and messages and bytes of a conversation (docs/product/inquiries.md). */
export const INQUIRY_LIMITS = {
  messageMin: 10,
  messageMax: 5_000,
  phoneMax: 30,
  noteMax: 5_000,
  conversationMessages: 500,
  conversationBytes: 2 * 1024 * 1024,
} as const;
/** Saved homes of an account or a device, and characters of a note (docs/product/saved-homes.md, Saved homes). */
export const MAX_FAVORITES = 1_000;
export const MAX_FAVORITE_NOTE_LENGTH = 1_000;
/**
 * IDs in a request to merge saved homes. Unknown IDs are ignored, so a request can have more than `MAX_FAVORITES`. A body
 * can have at most 2,000 values.
 */
export const MAX_MERGED_FAVORITES = 1_900;
/** Homes in a comparison (docs/product/saved-homes.md, Compare). */
export const MIN_COMPARED = 2;
export const MAX_COMPARED = 4;
/** IDs that are looked up from a comparison's URL. Some might not exist. */
export const MAX_COMPARE_IDS = 20;
/** Shortlists (docs/product/saved-homes.md, Shortlists). */
export const MAX_OWNED_SHORTLISTS = 50;
export const MAX_SHORTLIST_HOMES = 100;
export const MAX_SHORTLIST_MEMBERS = 20;
export const MAX_SHORTLIST_COMMENTS = 500;
/** Maximum size of the comments in a shortlist's response, as JSON. */
export const MAX_SHORTLIST_COMMENTS_BYTES = 512 * 1024;
export const MAX_SHORTLIST_NAME_LENGTH = 100;
export const MAX_SHORTLIST_COMMENT_LENGTH = 1_000;

/**
 * Days after which the IP address is removed from an audit log entry (docs/product/audit-log.md, Contents of
 * an entry).
 */
export const AUDIT_IP_RETENTION_DAYS = 90;

/** Characters of an `Idempotency-Key` (docs/product/api.md, Sending twice). */
export const MAX_IDEMPOTENCY_KEY_LENGTH = 100;
/** How long the response for a key is stored. */
export const IDEMPOTENCY_KEY_MS = 24 * 60 * 60 * 1000;

/** Imports in the browser (docs/product/import.md, In the browser). */
export const MAX_IMPORT_FILE_BYTES = 200 * 1024 * 1024;
/** The maximum size of a decompressed file. A home takes about a kilobyte. */
export const MAX_IMPORT_TEXT_BYTES = 1024 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 1_000_000;
/** Unfinished imports of one account. */
export const MAX_UNFINISHED_IMPORTS = 5;
/** Finished imports that are kept per account. */
export const MAX_ENDED_IMPORTS = 50;

/** Passkeys of an account and characters of a passkey's name (docs/product/account-security.md, Passkeys). */
export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME_LENGTH = 100;
/** Rows and size of a license list (docs/product/verified-agents.md, License list). */
export const MAX_LICENSE_LIST_ROWS = 2_000_000;
export const MAX_LICENSE_LIST_BYTES = 512 * 1024 * 1024;
/** Characters of a license number (docs/product/verified-agents.md, Licenses). */
export const MIN_LICENSE_NUMBER_LENGTH = 3;
export const MAX_LICENSE_NUMBER_LENGTH = 40;
/** Characters of a verification's note (docs/product/verified-agents.md, Manual verification). */
export const MAX_VERIFICATION_NOTE_LENGTH = 1_000;
/** Characters of the reason for a decision (docs/product/policies.md, Requests to become an agent). */
export const MAX_DECISION_REASON_LENGTH = 1_000;

/** The minimum and maximum time ahead that a listing can be scheduled. */
export const MIN_PUBLISH_AHEAD_MS = 60_000;
export const MAX_PUBLISH_AHEAD_DAYS = 365;

/** An agent is notified this many days before a listing expires. */
export const EXPIRY_NOTICE_DAYS = 7;

/** How far ahead a listing can expire. */
export const MAX_EXPIRY_AHEAD_YEARS = 3;
