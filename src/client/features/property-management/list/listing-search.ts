/** The search in the URL of a table of listings. */

import {
  DEFAULT_DASHBOARD_SORT,
  MY_LISTING_SORTS,
  type MyListingSort,
} from '#shared/list-sorts.ts';
import {
  PROPERTY_STATUSES,
  type PropertyStatus,
  PUBLISH_STATE_LABELS,
  PUBLISH_STATES,
  type PublishState,
} from '#shared/property-choices.ts';
import type { ListChoice } from '../../../data-list/list-filters.tsx';
import { readChoice, readPage, readSearchTerm } from '../../../api/page-data/list-url.ts';

export interface ListingSearch {
  searchTerm: string;
  status: PropertyStatus | '';
  /** 'true' is active, 'false' is unavailable (docs/product/dashboard.md, Availability). */
  availability: 'true' | 'false' | '';
  publishState: PublishState | '';
  /** The agent whose listings are shown; '' for all. Only in the admin's list. */
  agentId: string;
  /** 'office' for the listings of the manager's office; only in the user's own list. */
  scope: 'office' | '';
  sort: MyListingSort;
  /** From 1. */
  page: number;
}

/** All listings, newest first. */
export const NO_LISTING_SEARCH: ListingSearch = {
  searchTerm: '',
  status: '',
  availability: '',
  publishState: '',
  agentId: '',
  scope: '',
  sort: DEFAULT_DASHBOARD_SORT,
  page: 1,
};

export function readListingSearch(search: URLSearchParams): ListingSearch {
  const agentId = search.get('agentId') ?? '';
  return {
    searchTerm: readSearchTerm(search),
    status: readChoice(search, 'status', PROPERTY_STATUSES),
    availability: readChoice(search, 'availability', ['true', 'false']),
    publishState: readChoice(search, 'publishState', PUBLISH_STATES),
    agentId: /^\d{1,18}$/.test(agentId) ? agentId : '',
    scope: readChoice(search, 'scope', ['office']),
    sort: readChoice(search, 'sort', MY_LISTING_SORTS) || DEFAULT_DASHBOARD_SORT,
    page: readPage(search),
  };
}

/** Returns whether the search has a keyword or filters. The scope is not a filter. */
export function isFilteredSearch(search: ListingSearch): boolean {
  const { searchTerm, status, availability, publishState, agentId } = search;
  return [searchTerm, status, availability, publishState, agentId].some((value) => value !== '');
}

/**
 * Returns a search as query parameters, except the agent and the scope, which only some lists send.
 * Default values are omitted, so equal searches share one query.
 */
export function toListingQuery(search: ListingSearch) {
  const { searchTerm, status, availability, publishState, sort, page } = search;
  return {
    publishState: publishState || undefined,
    searchTerm: searchTerm || undefined,
    status: status || undefined,
    availability: availability || undefined,
    sort: sort === DEFAULT_DASHBOARD_SORT ? undefined : sort,
    page: page === 1 ? undefined : page,
  };
}

/** The filters of a list of listings (docs/product/dashboard.md, Property Mgt.). */
export const LISTING_CHOICES: readonly ListChoice<ListingSearch>[] = [
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: '', label: 'Any Status' },
      { value: 'For Sale', label: 'For Sale' },
      { value: 'For Rent', label: 'For Rent' },
    ],
  },
  {
    name: 'availability',
    label: 'Availability',
    options: [
      { value: '', label: 'Any Availability' },
      { value: 'true', label: 'Active' },
      { value: 'false', label: 'Sold/Rented' },
    ],
  },
  {
    name: 'publishState',
    label: 'Publishing stage',
    options: [
      { value: '', label: 'Any Stage' },
      ...PUBLISH_STATES.map((state) => ({ value: state, label: PUBLISH_STATE_LABELS[state] })),
    ],
  },
];

/** The sort orders, for narrow screens without table headers. */
export const LISTING_SORT_OPTIONS: readonly { value: MyListingSort; label: string }[] = [
  { value: 'createdAt_desc', label: 'Newest first' },
  { value: 'createdAt_asc', label: 'Oldest first' },
  { value: 'price_asc', label: 'Price: Low to High' },
  { value: 'price_desc', label: 'Price: High to Low' },
];

/** More sort orders for the user's own listings. */
export const FIGURE_SORT_OPTIONS: readonly { value: MyListingSort; label: string }[] = [
  { value: 'views_desc', label: 'Most views' },
  { value: 'views_asc', label: 'Fewest views' },
  { value: 'saves_desc', label: 'Most saves' },
  { value: 'saves_asc', label: 'Fewest saves' },
];
