/** Place pages (docs/product/places.md, Pages), which are listing pages with a place. */

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams, useSearchParams, type MetaDescriptor } from 'react-router';
import { formatPrice } from '#shared/format/money.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';
import type { ApiError } from '../../../api/api-error.ts';
import { findQueryData, isNotFound, type PageLoad } from '../../../api/page-data/page-data.ts';
import { privateMeta, type pageMeta } from '../../../seo/page-meta.ts';
import { cx } from '../../../ui/class-names.ts';
import { Breadcrumbs } from '../../../ui/blocks/breadcrumbs.tsx';
import { searchMeta } from './listing-meta.ts';
import { loadSearch } from './listing-load.ts';
import { MarketLine } from './market-line.tsx';
import { trailOf } from './place-trail.ts';
import { PropertyListing } from './property-listing.tsx';
import { propertiesQuery } from './query/listing-queries.ts';
import { placeQuery, readPlaceSearch, type PlaceParams } from './query/place-scope.ts';

/**
 * Returns the loader of a place page. The document's status is 404 if the place has no listings of
 * either status.
 */
export function placeLoader(status: PropertyStatus): PageLoad {
  return (page) => {
    const search = readPlaceSearch(status, page.params, page.url.searchParams);
    return Promise.all([page.require(placeQuery(search.scope)), loadSearch(page, search)]);
  };
}

/** The part of a page's `meta` arguments used here. */
interface MetaArgs {
  matches: Parameters<typeof pageMeta>[0];
  loaderData: unknown;
  location: { search: string };
  params: PlaceParams;
}

/** Returns the meta tags of a place page. */
export function placeMeta(
  status: PropertyStatus,
  { matches, loaderData, location, params }: MetaArgs,
): MetaDescriptor[] {
  const searchParams = new URLSearchParams(location.search);
  const query = placeQuery(readPlaceSearch(status, params, searchParams).scope);
  if (isNotFound(loaderData, query)) return privateMeta('Place Not Found', matches);
  const market = findQueryData(loaderData, query);
  const search = readPlaceSearch(status, params, searchParams, market);
  const results = findQueryData(loaderData, propertiesQuery(search));
  const price = market?.medianPrice ?? null;
  return searchMeta(matches, {
    search,
    results,
    trail: trailOf(search.scope, market),
    market: price === null ? '' : `, median price ${formatPrice(price)}`,
  });
}

export interface PlaceListingPageProps {
  status: PropertyStatus;
  /** Renders actions for the search, given its status and place as search parameters. */
  renderActions: (base: Record<string, string>) => ReactNode;
  /** Renders the error of an unknown place. */
  renderError: (error: ApiError) => ReactNode;
}

/** A place page. */
export function PlaceListingPage({ status, renderActions, renderError }: PlaceListingPageProps) {
  const params = useParams();
  const [searchParams] = useSearchParams();
  const { scope: requested } = readPlaceSearch(status, params, searchParams);
  const { data: market, error } = useQuery(placeQuery(requested));
  if (error?.status === 404) return renderError(error);
  const search = readPlaceSearch(status, params, searchParams, market);
  const { scope } = search;
  const trail = trailOf(scope, market);
  const isMap = search.filters.view === 'map';
  return (
    <PropertyListing
      // Remount when the place changes, because the route stays the same.
      key={`${scope.status} ${scope.in.state} ${scope.in.city} ${scope.in.zip ?? ''}`}
      search={search}
      trail={
        <div className={cx('place-head', isMap && 'mb-1')}>
          <Breadcrumbs
            items={trail.map(({ label, path }, index) =>
              index === trail.length - 1 ? { label } : { label, href: path },
            )}
          />
          <MarketLine status={scope.status} market={market} isNextToMap={isMap} />
        </div>
      }
      actions={renderActions({
        status: scope.status,
        city: market?.city ?? scope.in.city,
        state: market?.state ?? scope.in.state,
        ...(scope.in.zip === undefined ? {} : { zipCode: market?.zipCode ?? scope.in.zip }),
      })}
    />
  );
}
