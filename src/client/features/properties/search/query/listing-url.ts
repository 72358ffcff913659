/** Reads and writes the URLs of the listing pages (docs/product/pages.md, Routes). */

import { pagePaths, type PlaceSlugs } from '#shared/page-paths.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';
import { readPage } from '../../../../api/page-data/list-url.ts';
import { NO_FILTERS, readFilters, type PropertyFilters } from './property-filters.ts';

/** A listing page's scope: the homes of a status, optionally in a place, or one agent's homes. */
export type SearchScope =
  | { kind: 'status'; status: PropertyStatus; in?: PlaceScope | undefined }
  | AgentScope;

/** A city or one of its ZIP codes, by slug; the label is for the heading. */
export interface PlaceScope extends PlaceSlugs {
  label: string;
}

/** One agent's homes, with the agent's name from the URL. */
export interface AgentScope {
  kind: 'agent';
  agentId: string;
  agentName: string;
}

/** The state in a listing page's URL. */
export interface SearchState {
  scope: SearchScope;
  filters: PropertyFilters;
  /** From 1. */
  page: number;
}

/** The state in the URL of an agent's listing page. */
export interface AgentSearchState extends SearchState {
  scope: AgentScope;
}

/** The name shown if the URL contains no agent name (docs/product/pages.md, Listing pages). */
export const DEFAULT_AGENT_NAME = 'Agent';

/** Anyone can write the agent's name in the URL, so longer names are truncated. */
const MAX_AGENT_NAME_LENGTH = 80;

/**
 * Reads the query of a page for one status, such as /for-sale. A status in the query, which the home
 * page's search sends, takes precedence over the page's status.
 *
 * @param preset the page's status
 */
export function readStatusSearch(
  preset: PropertyStatus,
  searchParams: URLSearchParams,
): SearchState {
  const { status, ...filters } = readFilters(searchParams);
  return {
    scope: { kind: 'status', status: status === '' ? preset : status },
    filters: { ...filters, status: '' },
    page: readPage(searchParams),
  };
}

/** Returns the search in a URL of /agent-listings; null if it has no valid agent ID. */
export function readAgentSearch(searchParams: URLSearchParams): AgentSearchState | null {
  const agentId = searchParams.get('agentId')?.trim() ?? '';
  if (!/^[1-9]\d{0,17}$/.test(agentId)) return null;
  // Remove control and format characters, such as text direction marks.
  const agentName = (searchParams.get('agentName') ?? '')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return {
    scope: { kind: 'agent', agentId, agentName: truncate(agentName, MAX_AGENT_NAME_LENGTH) },
    filters: readFilters(searchParams),
    page: readPage(searchParams),
  };
}

/** Returns the URL of a listing page, omitting default values. */
export function searchHref(scope: SearchScope, filters: PropertyFilters, page = 1): string {
  const query = { ...filters, page };
  if (scope.kind === 'agent') return pagePaths.agentListings(scope, query);
  const { status: _status, ...rest } = query;
  if (scope.in !== undefined) return pagePaths.place(scope.status, scope.in, rest);
  return scope.status === 'For Rent' ? pagePaths.forRent(rest) : pagePaths.forSale(rest);
}

/**
 * Returns the heading of a listing page (docs/product/pages.md, Routes and Listing pages).
 */
export function searchTitle(scope: SearchScope): string {
  if (scope.kind === 'status') {
    return `Properties ${scope.status}${scope.in === undefined ? '' : ` in ${scope.in.label}`}`;
  }
  return `Listings by ${scope.agentName === '' ? DEFAULT_AGENT_NAME : scope.agentName}`;
}

/**
 * Returns the path and query of a listing page's URL without the empty values, 'all', and the
 * default sort order, which forms submit without JavaScript; null if the URL has none of them.
 */
export function withoutEmptyValues(url: URL): string | null {
  const remaining = new URLSearchParams(url.searchParams);
  for (const [key, value] of url.searchParams) {
    const isFilter = key in NO_FILTERS || key === 'page';
    const text = value.trim();
    if (isFilter && (text === '' || text === 'all')) remaining.delete(key, value);
    if (key === 'sort' && text === NO_FILTERS.sort) remaining.delete(key, value);
  }
  if (remaining.size === url.searchParams.size) return null;
  return url.pathname + (remaining.size === 0 ? '' : `?${remaining.toString()}`);
}

function truncate(text: string, maxLength: number): string {
  const letters = Array.from(text);
  return letters.length <= maxLength ? text : `${letters.slice(0, maxLength - 1).join('')}…`;
}
