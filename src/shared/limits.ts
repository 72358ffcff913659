/**
 * The limits that server and client share, each with its source. Messages for users derive their numbers from these
 * constants.
 */

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
export const CACHED_RESPONSE_MAX_AGE_MS = 25_000;
/** The maximum age of a cached response served while the database is down, in milliseconds. */
export const STALE_FALLBACK_MAX_AGE_MS = 600_000;

/** Records in a bulk request. Each is checked and changed separately. */
export const MAX_BULK_RECORDS = 100;

/** Saved searches per user. */
export const SAVED_SEARCHES_MAX = 100;
/** The largest count of new homes of a saved search, shown as `500+` (docs/product/alerts.md, Saved searches). */
export const MAX_NEW_HOMES = 500;

/** Characters of a search term (docs/product/listings.md, Limits). */
export const SEARCH_TERM_MAX_LENGTH = 200;

/** Places (docs/product/places.md): characters of the input, suggestions, and linked largest places. */
export const PLACE_TERM_MAX_LENGTH = 100;
export const MAX_PLACE_SUGGESTIONS = 8;
export const MAX_LARGEST_PLACES = 12;

/** Areas of a search and corners of an area (docs/product/map.md, Filters). */
export const AREAS_MAX = 5;
export const AREA_POINTS_MIN = 3;
export const AREA_POINTS_MAX = 200;
/** Great-circle miles of the `within` filter (docs/product/map.md, Filters). */
export const WITHIN_MIN = 0.1;
export const WITHIN_MAX = 100;
/** The closest zoom of a map. At zoom 0, the globe is 256 pixels wide. */
export const MAP_ZOOM_MAX = 22;
/** Characters of a query string, and of a query string repeated in `Link` (docs/product/map.md, Long URLs). */
export const QUERY_MAX_LENGTH = 14_000;
export const LINKED_QUERY_MAX_LENGTH = 2_000;

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
export const PROPERTY_MIN_LENGTH = {
  title: 5,
  description: 20,
  address: 5,
  city: 2,
  state: 2,
  zipCode: 3,
} as const;

/** Maximum lengths in characters (docs/product/listings.md, Limits). */
export const TITLE_MAX_LENGTH = 200;
export const LONG_TEXT_MAX_LENGTH = 20_000;
export const SHORT_TEXT_MAX_LENGTH = 200;
/** An email address in an SMTP path (RFC 5321, 4.5.3.1.3, without its brackets). */
export const EMAIL_MAX_LENGTH = 254;

/** US dollars (docs/product/listings.md, Limits). */
export const PRICE_MAX = 100_000_000_000;
export const LATITUDE_MAX = 90;
export const LONGITUDE_MAX = 180;
export const ROOMS_MAX = 100;
export const SQFT_MAX = 10_000_000;

/** Ranges of the facts of a listing (docs/product/listings.md, Facts). */
export const YEAR_BUILT_MIN = 1600;
export const LOT_SQFT_MAX = 1_000_000_000;
export const MLS_NUMBER_MAX_LENGTH = 50;

/** API keys (docs/product/api-keys.md). */
export const MAX_API_KEYS = 100;
export const API_KEY_NAME_MAX_LENGTH = 100;
export const API_TOKEN_SECONDS = 3_600;
export const STORIES_MAX = 200;
export const PARKING_MAX = 100;
/** US dollars per month. */
export const HOA_FEE_MAX = 100_000;
/** US dollars per year. */
export const TAX_ANNUAL_MAX = 10_000_000;
/** US dollars. */
export const DEPOSIT_MAX = 10_000_000;
export const LEASE_MONTHS_MAX = 120;
export const URL_MAX_LENGTH = 500;
/**
 * The `maxMonthly` filter in US dollars, and its loan terms in percent and years
 * (docs/product/listings.md, Monthly cost).
 */
export const MONTHLY_COST_MAX = 100_000_000;
export const LOAN_RATE_MAX = 30;
export const LOAN_TERM_MAX_YEARS = 50;
/** Listings in a response of `GET /properties/{id}/similar`. */
export const SIMILAR_MAX = 6;
/** The maximum days of the `listedWithin` filter, and the days that a price change is shown. */
export const LISTED_WITHIN_MAX_DAYS = 90;
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
export const GEOCODE_MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Pictures of one listing (docs/product/listings.md, Limits). */
export const IMAGES_PER_PROPERTY_MAX = 30;
/** Characters of a picture's alternative text (docs/product/listings.md, Pictures). */
export const IMAGE_TEXT_MAX_LENGTH = 200;
/** Size of one uploaded picture (docs/product/uploads.md, Form). */
export const IMAGE_MAX_BYTES = 25 * 1024 * 1024;
/** Width times height of one uploaded picture (docs/product/uploads.md, Form). */
export const IMAGE_MAX_PIXELS = 100_000_000;
/** Wider pictures are also stored in these widths, in pixels. */
export const IMAGE_WIDTHS = [320, 640, 960, 1280, 1920] as const;
/** The full size of a stored picture is at most this wide and high, in pixels. */
export const IMAGE_FULL_MAX_SIDE = 2560;

/** Listings in one reassignment. */
export const MAX_REASSIGNED_LISTINGS = 1_000;
export const OFFICE_NAME_MAX_LENGTH = 100;
export const OFFICE_ABOUT_MAX_LENGTH = 5_000;
export const PHONE_NUMBER_MIN_LENGTH = 7;
export const PHONE_NUMBER_MAX_LENGTH = 30;

/** Passwords, in characters (docs/product/accounts.md, Passwords). */
export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_LENGTH = 200;
/** Minimum lengths of names and messages, in characters (docs/product/messages.md, Contact form). */
export const NAME_MIN_LENGTH = 2;
export const SUBJECT_MIN_LENGTH = 5;
export const MESSAGE_MIN_LENGTH = 10;

/** Entries in each recent list of the statistics (docs/product/dashboard.md, Statistics). */
export const RECENT_COUNT = 5;
/** Listings in `propertiesLast7Days` (docs/product/dashboard.md, Statistics). */
export const LAST_7_DAYS_MAX_LISTINGS = 1_000;

/** Delay between the last keystroke and the search, in milliseconds (docs/product/pages.md, Loading and errors). */
export const SEARCH_DEBOUNCE_MS = 500;
/** How long banners are displayed, in milliseconds (docs/product/pages.md, Loading and errors). */
export const PROFILE_BANNER_MS = 3_000;
export const ADMIN_BANNER_MS = 5_000;

/** Texts of the site settings, in characters (docs/product/site.md, Limits). */
export const SITE_LABEL_MAX_LENGTH = 100;
export const SITE_SENTENCE_MAX_LENGTH = 300;
export const SITE_ABOUT_MAX_LENGTH = 5_000;
export const SITE_LEGAL_MAX_LENGTH = 100_000;
/** The URL of a social profile, in characters. */
export const SITE_LINK_MAX_LENGTH = 500;
/** Entries of the lists of the site settings (docs/product/site.md, Limits). */
export const SITE_TESTIMONIALS_MAX = 12;
export const SITE_TEAM_MAX = 24;
export const SITE_VALUES_MAX = 8;
export const SITE_STATS_MAX = 8;
export const SITE_SOCIAL_MAX = 8;
export const SITE_NOTICES_MAX = 6;
/** The file of `GET /site/export`: every picture at its maximum size, plus the text. */
export const SITE_FILE_MAX_BYTES = 64 * 1024 * 1024;

/** Inquiries: lengths in characters, and messages and bytes of a conversation (docs/product/inquiries.md). */
export const INQUIRY_LIMITS = {
  messageMin: 10,
  messageMax: 5_000,
  phoneMax: 30,
  noteMax: 5_000,
  conversationMessages: 500,
  conversationBytes: 2 * 1024 * 1024,
} as const;
/** Saved homes of an account and characters of a note (docs/product/saved-homes.md, Saved homes). */
export const MAX_FAVORITES = 1_000;
export const FAVORITE_NOTE_MAX_LENGTH = 1_000;
/** Ids in a merge request: several times the number that a device stores. */
export const MAX_MERGED_FAVORITES = 10_000;
/** Homes in a comparison (docs/product/saved-homes.md, Compare). */
export const MIN_COMPARED = 2;
export const MAX_COMPARED = 4;
/** Ids that are looked up from a comparison's URL. Some might not exist. */
export const MAX_COMPARE_IDS = 20;
/** docs/product/saved-homes.md, Shortlists. */
export const MAX_OWNED_SHORTLISTS = 50;
export const MAX_SHORTLIST_HOMES = 100;
export const MAX_SHORTLIST_MEMBERS = 20;
export const MAX_SHORTLIST_COMMENTS = 500;
/** Maximum size of the comments in a shortlist's response, as JSON. */
export const SHORTLIST_COMMENT_BYTES = 512 * 1024;
export const SHORTLIST_NAME_MAX_LENGTH = 100;
export const SHORTLIST_COMMENT_MAX_LENGTH = 1_000;

/**
 * Days after which the IP address is removed from an entry (docs/product/audit-log.md, Contents of
 * an entry).
 */
export const AUDIT_PLACE_DAYS = 90;

/** docs/product/api.md, Sending twice. */
export const IDEMPOTENCY_KEY_MAX_LENGTH = 100;
/** How long the response for a key is stored. */
export const IDEMPOTENCY_KEY_MS = 24 * 60 * 60 * 1000;

/** Imports in the browser (docs/product/import.md, In the browser). */
export const IMPORT_FILE_MAX_BYTES = 200 * 1024 * 1024;
/** The maximum size of a decompressed file. A home takes about a kilobyte. */
export const IMPORT_TEXT_MAX_BYTES = 1024 * 1024 * 1024;
export const IMPORT_MAX_ROWS = 1_000_000;
/** Unfinished imports of one account. */
export const MAX_UNFINISHED_IMPORTS = 5;
/** Finished imports that are kept per account. */
export const MAX_ENDED_IMPORTS = 50;

/** Passkeys of an account and characters of a passkey's name (docs/product/account-security.md, Passkeys). */
export const MAX_PASSKEYS = 10;
export const PASSKEY_NAME_MAX_LENGTH = 100;
/** docs/product/verified-agents.md, License list. */
export const LICENSE_LIST_MAX_ROWS = 2_000_000;
export const LICENSE_LIST_MAX_BYTES = 512 * 1024 * 1024;
/** docs/product/verified-agents.md, Licenses. */
export const LICENSE_NUMBER_MIN_LENGTH = 3;
export const LICENSE_NUMBER_MAX_LENGTH = 40;
/** docs/product/verified-agents.md, Manual verification. */
export const VERIFICATION_NOTE_MAX_LENGTH = 1_000;
/** docs/product/policies.md, Requests to become an agent. */
export const DECISION_REASON_MAX_LENGTH = 1_000;

/** How far ahead a listing can be scheduled. */
export const PUBLISH_AHEAD_MIN_MS = 60_000;
export const PUBLISH_AHEAD_MAX_DAYS = 365;

/** An agent is notified this many days before a listing expires. */
export const EXPIRY_NOTICE_DAYS = 7;

/** How far ahead a listing can expire. */
export const EXPIRES_YEARS_AHEAD = 3;
