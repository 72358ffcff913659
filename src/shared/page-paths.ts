/** Builds every page's path from typed parameters (docs/product/pages.md, Routes). */

import { DEFAULT_DASHBOARD_SORT } from './list-sorts.ts';
import { FILTER_NAMES, type FilterName } from './properties/property-filters.ts';
import { DEFAULT_PROPERTY_SORT, type PropertyStatus } from './property-choices.ts';

/** The filters in a listing page's URL. An agent's page also has the agent. */
const URL_FILTERS = FILTER_NAMES.filter((name) => name !== 'agentId');

/** The filters in a URL. Absent, empty, and 'all' values are omitted. */
export type ListingSearch = {
  [Name in Exclude<FilterName, 'agentId'>]?: string | number | undefined;
} & {
  /** The name of `near`, only for display. */
  nearName?: string | undefined;
  /** 'map' to show the results on a map. */
  view?: string | undefined;
  sort?: string | undefined;
  /** The page number; page 1 is omitted. */
  page?: number | undefined;
};

/** The search in the URL of a dashboard list, without empty and default values. */
export interface ListSearch {
  searchTerm?: string;
  /** A sort order from list-sorts.ts. */
  sort?: string;
  /** The page number; page 1 is omitted. */
  page?: number;
}

/** The filters of dashboard listings. `availability` is 'true' or 'false'. */
export interface ManagedListingsSearch extends ListSearch {
  status?: string;
  availability?: string;
  /** 'office' to show the listings of the office that the user manages. */
  scope?: string;
}

/** The search in the URL of the agent's inbox. `unread` is 'true' to show only unread inquiries. */
export interface InquirySearch {
  id?: string;
  stage?: string;
  searchTerm?: string;
  unread?: string;
  /** 'office' for managers, or 'own' for admins. By default, agents see their own inquiries, and admins see all. */
  scope?: string;
  page?: string;
}

/** The slugs of a place (properties/place-slugs.ts). Without `zip`, the place is a city. */
export interface PlaceSlugs {
  state: string;
  city: string;
  zip?: string | undefined;
}

/** The filters of a feed or an embedded page. */
export type FeedSearch = { [Name in FilterName | 'officeId']?: string | number | undefined };

/** All parameters in the order of the URL. */
const LISTING_SEARCH_NAMES = [...URL_FILTERS, 'nearName', 'view', 'sort', 'page'] as const;

/** Default values, which are omitted. */
const DEFAULTS: ListingSearch = { sort: DEFAULT_PROPERTY_SORT, page: 1 };

/** Returns a query string without default values in a fixed order so that equal searches have equal URLs; can be ''. */
export function listingSearchString(search: ListingSearch): string {
  // Fast path: a page has many of these links, most of them without filters.
  const names = LISTING_SEARCH_NAMES.filter(
    (name) => search[name] !== undefined && search[name] !== DEFAULTS[name],
  );
  return queryString(Object.fromEntries(names.map((name) => [name, trim(search[name])])));
}

const trim = (value: string | number | undefined) =>
  typeof value === 'string' ? value.trim() : value;

export const pagePaths = {
  home: () => '/',
  forSale: (search: ListingSearch = {}) => `/for-sale${listingSearchString(search)}`,
  forRent: (search: ListingSearch = {}) => `/for-rent${listingSearchString(search)}`,
  /** The homes with a status in a place, with other filters in the query. */
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
    const filters = listingSearchString(search).replace('?', '&');
    return `/agent-listings${queryString({ agentId: agent.agentId, agentName: agent.agentName })}${filters}`;
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
  /** The page with the button that stops all emails to an address. */
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
  /** `id` opens an import; `page` is the page of its rejected rows. */
  imports: (search: { id?: string; page?: number } = {}) =>
    `/dashboard/import${queryString({ ...search, page: search.page === 1 ? undefined : search.page })}`,
  editListing: (id: string) => `/dashboard/edit-listing/${encodeURIComponent(id)}`,
  manageUsers: (search: ListSearch & { role?: string; agentRequest?: string } = {}) =>
    `/dashboard/manage-users${listSearchString(search)}`,
  /** `agentId` shows an agent's listings. */
  manageProperties: (search: ManagedListingsSearch & { agentId?: string } = {}) =>
    `/dashboard/manage-properties${listSearchString(search)}`,
  /** The account's own inquiries; `id` opens an inquiry. */
  inquiries: (search: { id?: string; page?: number } = {}) =>
    `/inquiries${queryString({ ...search, page: search.page === 1 ? undefined : search.page })}`,
  /** An inquiry opened by a link, without an account. */
  inquiry: (link: { id: string; token: string }) => `/inquiry${queryString(link)}`,
  /** The agent's inbox; `id` opens an inquiry. */
  manageInquiries: (search: InquirySearch = {}) =>
    `/dashboard/inquiries${queryString({ ...search })}`,
  /** `state` is 'open' or 'closed'. */
  reports: (search: { state?: string; page?: number } = {}) =>
    `/dashboard/reports${queryString({ ...search, page: search.page === 1 ? undefined : search.page })}`,
  /** `state` is one of JOB_STATES; failed jobs if absent. */
  jobs: (search: { state?: string; page?: number } = {}) =>
    `/dashboard/jobs${queryString({ ...search, page: search.page === 1 ? undefined : search.page })}`,
  reviews: (search: { page?: number } = {}) =>
    `/dashboard/reviews${queryString({ page: search.page === 1 ? undefined : search.page })}`,
  /** `id` is the office that an admin views. */
  officeDashboard: (search: { id?: string } = {}) => `/dashboard/office${queryString(search)}`,
  policies: () => '/dashboard/policies',
  /** `id` opens a source, `run` the rows of one of its syncs; `page` applies to these rows or to the syncs. */
  dataSources: (search: { id?: string; run?: string; page?: number } = {}) =>
    `/dashboard/data-sources${queryString({ ...search, page: search.page === 1 ? undefined : search.page })}`,
  /** `webhook` opens a webhook; `page` is the page of its deliveries. */
  apiAndWebhooks: (search: { webhook?: string; page?: number } = {}) =>
    `/dashboard/api${queryString({ ...search, page: search.page === 1 ? undefined : search.page })}`,
  /** `entity` is a kind, or a single entity as `kind:id`. */
  auditLog: (
    search: { action?: string; from?: string; to?: string; entity?: string; page?: number } = {},
  ) =>
    `/dashboard/audit-log${queryString({ ...search, page: search.page === 1 ? undefined : search.page })}`,
  /** `isRead` is 'false' to show only unread messages. */
  messages: (search: Omit<ListSearch, 'searchTerm'> & { isRead?: string } = {}) =>
    `/dashboard/messages${listSearchString(search)}`,
  /** The agent's tours; `week` is a day in the displayed week, and `scope` can be 'office'. */
  toursDashboard: (search: { week?: string | undefined; scope?: string | undefined } = {}) =>
    `/dashboard/tours${queryString(search)}`,
  /** The tours that the user booked. */
  tours: () => '/tours',
  /** The calendar file of an open house. */
  openHouseCalendar: (id: string) => `/api/open-houses/${encodeURIComponent(id)}/calendar.ics`,
  /** The newest homes for a search as a feed. */
  feed: (search: FeedSearch = {}) => `/feed.atom${filtersString(search)}`,
  /** The newest homes for a search as a page to embed in a frame. */
  embed: (search: FeedSearch = {}) => `/embed${filtersString(search)}`,
  /** A listing as a one-page PDF. */
  brochure: (id: string) => `/api/properties/${encodeURIComponent(id)}/brochure.pdf`,
  /** A tour, for visitors with its link. */
  tour: ({ id, token }: { id: string; token: string }) => `/tour${queryString({ id, token })}`,
} as const;

const filtersString = (search: FeedSearch) =>
  queryString(
    Object.fromEntries(
      ([...FILTER_NAMES, 'officeId'] as const).map((name) => [name, trim(search[name])]),
    ),
  );

function listSearchString({ searchTerm, sort, page, ...filters }: ListSearch): string {
  return queryString({
    searchTerm: searchTerm?.trim(),
    ...filters,
    sort: sort === DEFAULT_DASHBOARD_SORT ? undefined : sort,
    page: page === 1 ? undefined : page,
  });
}

/** Replaces lone surrogates, which cannot be encoded in a URL. */
const toWellFormed = (text: string) => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');

function queryString(values: Record<string, string | number | undefined>): string {
  const parts = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === '' || value === 'all'
      ? []
      : [`${name}=${encodeURIComponent(toWellFormed(String(value))).replaceAll('%20', '+')}`],
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
