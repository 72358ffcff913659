/** Reads and writes the URLs of the listing pages (docs/product/pages.md, Routes). */

import { pagePaths, type PlaceSlugs } from '#shared/page-paths.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';
import { readPage } from '../../../../api/page-data/list-url.ts';
import { NO_FILTERS, readFilters, type PropertyFilters } from './property-filters.ts';

/** The scope of a listing page: all homes of a status or one agent's homes. */
export type SearchScope =
  | { kind: 'status'; status: PropertyStatus; in?: PlaceScope | undefined }
  | AgentScope;

/** A city or one of its ZIP codes, by slug; the label is for the heading. */
export interface PlaceScope extends PlaceSlugs {
  label: string;
}

/** One agent's homes; the name is the one in the URL. */
export interface AgentScope {
  kind: 'agent';
  agentId: string;
  agentName: string;
}

/** Everything in the URL of a listing page. */
export interface Listing {
  place: SearchScope;
  filters: PropertyFilters;
  /** From 1. */
  page: number;
}

/** Everything in the URL of an agent's page. */
export interface AgentListing extends Listing {
  place: AgentScope;
}

/** The heading if the URL has no agent's name (docs/product/pages.md, Listing pages). */
export const AGENT_WITHOUT_NAME = 'Agent';

/** Maximum length of the agent's name in the URL, which anyone can write; longer ones are truncated. */
const AGENT_NAME_MAX_LENGTH = 80;

/**
 * Reads the URL of /for-sale or /for-rent. A status in the query, which the home page's search
 * sends, takes precedence over the page's own.
 */
export function readStatusListing(preset: PropertyStatus, search: URLSearchParams): Listing {
  const { status, ...filters } = readFilters(search);
  return {
    place: { kind: 'status', status: status === '' ? preset : status },
    filters: { ...filters, status: '' },
    page: readPage(search),
  };
}

/** Reads the URL of /agent-listings; null if it has no valid agent. */
export function readAgentListing(search: URLSearchParams): AgentListing | null {
  const agentId = search.get('agentId')?.trim() ?? '';
  if (!/^[1-9]\d{0,17}$/.test(agentId)) return null;
  // Remove control characters and text direction marks.
  const agentName = (search.get('agentName') ?? '')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return {
    place: { kind: 'agent', agentId, agentName: truncate(agentName, AGENT_NAME_MAX_LENGTH) },
    filters: readFilters(search),
    page: readPage(search),
  };
}

/** Returns the URL of a listing page without default values. */
export function listingHref(place: SearchScope, filters: PropertyFilters, page = 1): string {
  const search = { ...filters, page };
  if (place.kind === 'agent') return pagePaths.agentListings(place, search);
  const { status: _status, ...rest } = search;
  if (place.in !== undefined) return pagePaths.place(place.status, place.in, rest);
  return place.status === 'For Rent' ? pagePaths.forRent(rest) : pagePaths.forSale(rest);
}

/**
 * Returns the heading of a listing page (docs/product/pages.md, Routes; docs/product/pages.md,
 * Listing pages).
 */
export function listingTitle(place: SearchScope): string {
  if (place.kind === 'status') {
    return `Properties ${place.status}${place.in === undefined ? '' : ` in ${place.in.label}`}`;
  }
  return `Listings by ${place.agentName === '' ? AGENT_WITHOUT_NAME : place.agentName}`;
}

/**
 * Returns the URL without the empty values that a form submits without scripts, or null if it has
 * none.
 *
 * @param url of /for-sale, /for-rent or /agent-listings
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
