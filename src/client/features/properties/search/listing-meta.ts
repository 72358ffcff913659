/** The meta tags of the listing pages (docs/product/pages.md, Search engines). */

import { coverOf } from '#shared/properties/cover.ts';
import type { MetaDescriptor } from 'react-router';
import { totalOf } from '#shared/format/numbers.ts';
import { DEFAULT_PAGE_SIZE, MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { PropertySummary } from '../../../property-cards/property-summary.ts';
import { siteOf } from '../../../api/page-data/site.ts';
import type { ListPage } from '../../../api/api-types.ts';
import {
  absoluteUrl,
  breadcrumbJsonLd,
  imageMeta,
  pageMeta,
  settingsOf,
} from '../../../seo/page-meta.ts';
import { agentJsonLd } from '../../../seo/agent-json-ld.ts';
import { activeFilters } from './query/active-filters.ts';
import {
  DEFAULT_AGENT_NAME,
  searchHref,
  searchTitle,
  type SearchState,
  type SearchScope,
} from './query/listing-url.ts';
import { feedSearchOf } from './query/listing-queries.ts';
import type { KnownAgent } from './known-agent.ts';

export interface ListingMetaOptions {
  search: SearchState;
  /** Undefined while unknown. */
  results: ListPage<PropertySummary> | undefined;
  /** On an agent's page; null if the agent is unknown. */
  agent?: KnownAgent | null;
  /** The breadcrumbs of a place page. */
  trail?: readonly { label: string; path: string }[];
  /**
   * Text appended to the first phrase of the description, such as `, median price $400,000`; '' for
   * none.
   */
  market?: string;
}

/**
 * Returns the meta tags of a listing page. Search engines may index only pages that people search
 * for: unfiltered results and results filtered only by home type, including page 2 and later, each
 * with its own canonical URL. URLs with other filters or sort orders, maps, and pages without homes
 * are excluded (decision 015).
 */
export function searchMeta(
  matches: Parameters<typeof pageMeta>[0],
  { search, results, agent = null, trail, market = '' }: ListingMetaOptions,
): MetaDescriptor[] {
  const { filters, page } = search;
  // The agent name in the URL, which anyone can write, appears only in the page's heading.
  const scope = withStoredName(search.scope, agent);
  const publicUrl = settingsOf(matches)?.publicUrl ?? '';
  const heading = searchTitle(scope);
  const path = searchHref(scope, { ...filters, view: '' }, page);
  const crumbs = scope.kind === 'agent' ? [{ label: 'Agents', path: pagePaths.agents() }] : [];
  return pageMeta(matches, {
    title: [
      filters.propertyType === '' ? heading : `${heading}: ${filters.propertyType}`,
      ...(page > 1 ? [`page ${page}`] : []),
    ].join(', '),
    description: describe(scope, results?.totalCount, { siteName: siteOf(matches).name, market }),
    path,
    feed: { path: pagePaths.feed(feedSearchOf(search)), title: heading },
    noindex: !isIndexable(search) || results === undefined || results.items.length === 0,
    ...imageMeta(coverOf(results?.items[0]?.pictures ?? []), results?.items[0]?.title ?? heading),
    jsonLd: [
      breadcrumbJsonLd(
        publicUrl,
        trail ?? [{ label: 'Home', path: pagePaths.home() }, ...crumbs, { label: heading, path }],
      ),
      ...(agent === null ? [] : [agentJsonLd(publicUrl, agent)]),
      ...(results === undefined || results.items.length === 0
        ? []
        : [itemListJsonLd(publicUrl, results, page)]),
    ],
  });
}

/** Returns whether search engines may index this URL. */
function isIndexable({ filters }: SearchState): boolean {
  return (
    filters.sort === 'createdAt_desc' &&
    filters.view === '' &&
    activeFilters(filters).every(({ id }) => id === 'propertyType')
  );
}

function withStoredName(scope: SearchScope, agent: KnownAgent | null): SearchScope {
  return scope.kind === 'agent' ? { ...scope, agentName: agent?.name ?? '' } : scope;
}

function describe(
  scope: SearchScope,
  totalCount: number | undefined,
  { siteName, market }: { siteName: string; market: string },
): string {
  const homes =
    totalCount === undefined || totalCount === 0 ? 'Homes' : totalOf(totalCount, 'home');
  if (scope.kind === 'agent') {
    const name = scope.agentName === '' ? DEFAULT_AGENT_NAME.toLowerCase() : scope.agentName;
    return `${homes} listed by ${name} on ${siteName}, with prices, photos, and maps.`;
  }
  if (scope.in !== undefined) {
    return `${homes} ${scope.status.toLowerCase()} in ${scope.in.label} on ${siteName}${market}. See prices, photos, and maps, and contact the agent directly.`;
  }
  return `${homes} ${scope.status.toLowerCase()} on ${siteName}. Filter by place, price, type, and bedrooms, see photos and maps, and contact the agent directly.`;
}

function itemListJsonLd(
  publicUrl: string,
  { items, totalCount }: ListPage<PropertySummary>,
  page: number,
): object {
  const offset = (page - 1) * DEFAULT_PAGE_SIZE;
  return {
    '@type': 'ItemList',
    // Omit totals that may be estimates.
    ...(totalCount > MAX_REACHABLE_ENTRIES ? {} : { numberOfItems: totalCount }),
    itemListElement: items.map((property, index) => ({
      '@type': 'ListItem',
      position: offset + index + 1,
      name: property.title,
      url: absoluteUrl(publicUrl, pagePaths.property(property._id)),
    })),
  };
}
