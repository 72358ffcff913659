/** Every page's path (docs/product/pages.md, Routes), built from typed parameters. The only place with URLs. */

import { DEFAULT_DESK_SORT } from './list-sorts.ts';
import { FILTER_NAMES, type FilterName } from './properties/property-filters.ts';
import { DEFAULT_PROPERTY_SORT, type PropertyStatus } from './property-choices.ts';

/** The filters in a listing page's URL; an agent's page also has the agent. */
const ADDRESS_FILTERS = FILTER_NAMES.filter((name) => name !== 'agentId');

/** The filters in a URL; absent, empty, and 'all' values are omitted. */
export type ListingSearch = {
  [Name in Exclude<FilterName, 'agentId'>]?: string | number | undefined;
} & {
  /** The name of `near`, only for display. */
  nearName?: string | undefined;
  /** 'map' for the results on a map. */
  view?: string | undefined;
  sort?: string | undefined;
  /** From 1, which is omitted. */
  page?: number | undefined;
};

/** The search in the URL of a dashboard list; empty and default values are omitted. */
export interface ListSearch {
  searchTerm?: string;
  /** One of the orders in list-sorts.ts. */
  sort?: string;
  /** From 1, which is omitted. */
  page?: number;
}

/** Filters of the dashboard's listings: `availability` is 'true' or 'false'. */
export interface ManagedListingsSearch extends ListSearch {
  status?: string;
  availability?: string;
  /** 'office' for the listings of the office that the user manages. */
  scope?: string;
}

/** The search in the URL of the agent's inbox; `unread` is 'true' for unread ones only. */
export interface InquirySearch {
  id?: string;
  stage?: string;
  searchTerm?: string;
  unread?: string;
  /** 'own', 'office', or 'all' for admins; the default if absent. */
  scope?: string;
  page?: string;
}

/** A place by its slugs (properties/place-slugs.ts); without `zip`, a whole city. */
export interface PlaceSlugs {
  state: string;
  city: string;
  zip?: string | undefined;
}

/** The filters of a feed, or of an embedded page. */
export type FeedSearch = { [Name in FilterName | 'officeId']?: string | number | undefined };

/** All parameters, in the order in which they are written. */
const LISTING_SEARCH_NAMES = [...ADDRESS_FILTERS, 'nearName', 'view', 'sort', 'page'] as const;

/** Defaults, which are omitted. */
const DEFAULTS: ListingSearch = { sort: DEFAULT_PROPERTY_SORT, page: 1 };

/** Returns `?…` without default values and in a fixed order, so that equal searches have equal URLs; can be ''. */
export function listingSearchString(search: ListingSearch): string {
  // A page has many such links, most of them without filters.
  const given = LISTING_SEARCH_NAMES.filter(
    (name) => search[name] !== undefined && search[name] !== DEFAULTS[name],
  );
  return queryString(Object.fromEntries(given.map((name) => [name, trimmed(search[name])])));
}

const trimmed = (value: string | number | undefined) =>
  typeof value === 'string' ? value.trim() : value;

export const pagePaths = {
  home: () => '/',
  forSale: (search: ListingSearch = {}) => `/for-sale${listingSearchString(search)}`,
  forRent: (search: ListingSearch = {}) => `/for-rent${listingSearchString(search)}`,
  /** The homes of a status in a place, with the other filters in the query. */
  place: (status: PropertyStatus, place: PlaceSlugs, search: ListingSearch = {}) => {
    const slugs = [place.state, place.city, place.zip].filter((slug) => slug !== undefined);
    const root = status === 'For Rent' ? '/for-rent' : '/for-sale';
    return `${root}/${slugs.map(encodeURIComponent).join('/')}${listingSearchString(search)}`;
  },
  agents: (search: { searchTerm?: string; page?: number } = {}) =>
    `/agents${queryString({
      searchTerm: search.searchTerm?.trim(),
      page: search.page === 1 ? undefined : search.page,
    })}`,
  /** The name is only for the heading (docs/product/pages.md, Routes). */
  agentListings: (agent: { agentId: string; agentName: string }, search: ListingSearch = {}) => {
    const rest = listingSearchString(search).replace('?', '&');
    return `/agent-listings${queryString({ agentId: agent.agentId, agentName: agent.agentName })}${rest}`;
  },
  offices: (search: { searchTerm?: string; page?: number } = {}) =>
    `/offices${queryString({
      searchTerm: search.searchTerm?.trim(),
      page: search.page === 1 ? undefined : search.page,
    })}`,
  office: (slug: string, page = 1) =>
    `/offices/${encodeURIComponent(slug)}${queryString({ page: page === 1 ? undefined : page })}`,
  about: () => '/about',
  contact: () => '/contact',
  privacy: () => '/privacy',
  terms: () => '/terms',
  property: (id: string) => `/property/${encodeURIComponent(id)}`,
  profile: () => '/profile',
  savedSearches: () => '/saved-searches',
  confirmAlert: (token?: string) => `/alerts/confirm${queryString({ token })}`,
  manageAlert: (token?: string) => `/alerts/manage${queryString({ token })}`,
  unsubscribe: (token?: string) => `/unsubscribe${queryString({ token })}`,
  /** The button that stops all emails to an address. */
  stopEmails: (token?: string) => `/unsubscribe${queryString({ token, scope: 'site' })}`,
  savedHomes: (page = 1) => `/favorites${queryString({ page: page === 1 ? undefined : page })}`,
  shortlists: () => '/shortlists',
  shortlist: (id: string) => `/shortlists/${encodeURIComponent(id)}`,
  sharedShortlist: (token: string) => `/shared${queryString({ token })}`,
  joinShortlist: (token: string) => `/join${queryString({ token })}`,
  compare: (ids: readonly string[]) => `/compare${queryString({ ids: ids.join(',') })}`,
  login: () => '/login',
  register: () => '/register',
  forgotPassword: () => '/forgot-password',
  setUpSecondFactor: () => '/security/set-up',
  invitation: (token?: string) => `/invitation${queryString({ token })}`,
  resetPassword: (token?: string) => `/reset-password${queryString({ token })}`,
  dashboard: () => '/dashboard',
  overview: () => '/dashboard/overview',
  siteSettings: () => '/dashboard/site-settings',
  myListings: (search: ManagedListingsSearch = {}) =>
    `/dashboard/my-listings${listSearchString(search)}`,
  addListing: () => '/dashboard/add-listing',
  /** `id` opens one; `page` is the page of its refused rows. */
  imports: (search: { id?: string; page?: number } = {}) =>
    `/dashboard/import${queryString({ ...search, page: search.page === 1 ? undefined : search.page })}`,
  editListing: (id: string) => `/dashboard/edit-listing/${encodeURIComponent(id)}`,
  manageUsers: (search: ListSearch & { role?: string; agentRequest?: string } = {}) =>
    `/dashboard/manage-users${listSearchString(search)}`,
  /** `agentId` shows one agent's listings. */
  manageProperties: (search: ManagedListingsSearch & { agentId?: string } = {}) =>
    `/dashboard/manage-properties${listSearchString(search)}`,
  /** The account's own inquiries; `id` opens one. */
  inquiries: (search: { id?: string; page?: number } = {}) =>
    `/inquiries${queryString({ ...search, page: search.page === 1 ? undefined : search.page })}`,
  /** An inquiry opened by a link, without an account. */
  inquiry: (link: { id: string; token: string }) => `/inquiry${queryString(link)}`,
  /** The agent's inbox; `id` opens one. */
  manageInquiries: (search: InquirySearch = {}) =>
    `/dashboard/inquiries${queryString({ ...search })}`,
  /** `state` is 'open' or 'closed'. */
  reports: (search: { state?: string; page?: number } = {}) =>
    `/dashboard/reports${queryString({ ...search, page: search.page === 1 ? undefined : search.page })}`,
  /** `state` is one of JOB_STATES; the failed ones if absent. */
  jobs: (search: { state?: string; page?: number } = {}) =>
    `/dashboard/jobs${queryString({ ...search, page: search.page === 1 ? undefined : search.page })}`,
  reviews: (search: { page?: number } = {}) =>
    `/dashboard/reviews${queryString({ page: search.page === 1 ? undefined : search.page })}`,
  /** `id` is the office that an admin views. */
  officeDashboard: (search: { id?: string } = {}) => `/dashboard/office${queryString(search)}`,
  policies: () => '/dashboard/policies',
  /** `id` opens one, `run` the rows of one of its syncs; `page` applies to these rows, or to the syncs. */
  dataSources: (search: { id?: string; run?: string; page?: number } = {}) =>
    `/dashboard/data-sources${queryString({ ...search, page: search.page === 1 ? undefined : search.page })}`,
  /** `webhook` opens one; `page` is the page of its deliveries. */
  apiAndWebhooks: (search: { webhook?: string; page?: number } = {}) =>
    `/dashboard/api${queryString({ ...search, page: search.page === 1 ? undefined : search.page })}`,
  /** `entity` is a kind, or one entity as `kind:id`. */
  auditLog: (
    search: { action?: string; from?: string; to?: string; entity?: string; page?: number } = {},
  ) =>
    `/dashboard/audit-log${queryString({ ...search, page: search.page === 1 ? undefined : search.page })}`,
  /** `isRead` is 'false' for only unread ones. */
  messages: (search: Omit<ListSearch, 'searchTerm'> & { isRead?: string } = {}) =>
    `/dashboard/messages${listSearchString(search)}`,
  /** The agent's tours; `week` is a day in the displayed week, and `scope` can be 'office'. */
  toursDashboard: (search: { week?: string | undefined; scope?: string | undefined } = {}) =>
    `/dashboard/tours${queryString(search)}`,
  /** A visitor's own tours. */
  tours: () => '/tours',
  /** The calendar file of an open house. */
  openHouseCalendar: (id: string) => `/api/open-houses/${encodeURIComponent(id)}/calendar.ics`,
  /** The newest homes of a search as a feed. */
  feed: (search: FeedSearch = {}) => `/feed.atom${filtersString(search)}`,
  /** The same as a page for embedding in a frame. */
  embed: (search: FeedSearch = {}) => `/embed${filtersString(search)}`,
  /** A listing as a one-page PDF. */
  brochure: (id: string) => `/api/properties/${encodeURIComponent(id)}/brochure.pdf`,
  /** One tour, for the holder of its link. */
  tour: ({ id, token }: { id: string; token: string }) => `/tour${queryString({ id, token })}`,
} as const;

const filtersString = (search: FeedSearch) =>
  queryString(
    Object.fromEntries(
      ([...FILTER_NAMES, 'officeId'] as const).map((name) => [name, trimmed(search[name])]),
    ),
  );

function listSearchString({ searchTerm, sort, page, ...filters }: ListSearch): string {
  return queryString({
    searchTerm: searchTerm?.trim(),
    ...filters,
    sort: sort === DEFAULT_DESK_SORT ? undefined : sort,
    page: page === 1 ? undefined : page,
  });
}

/** A lone surrogate cannot be encoded in a URL: it becomes the replacement character. */
const wellFormed = (text: string) => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');

function queryString(values: Record<string, string | number | undefined>): string {
  const parts = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === '' || value === 'all'
      ? []
      : [`${name}=${encodeURIComponent(wellFormed(String(value))).replaceAll('%20', '+')}`],
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
