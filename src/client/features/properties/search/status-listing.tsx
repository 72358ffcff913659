/** /for-sale and /for-rent, which differ only in status (docs/product/pages.md, Routes). */

import type { ReactNode } from 'react';
import { useSearchParams, type MetaDescriptor } from 'react-router';
import type { PropertyStatus } from '#shared/property-choices.ts';
import { findQueryData, type PageLoad } from '../../../api/page-data/page-data.ts';
import type { pageMeta } from '../../../seo/page-meta.ts';
import { readStatusSearch } from './query/listing-url.ts';
import { loadSearch } from './listing-load.ts';
import { searchMeta } from './listing-meta.ts';
import { propertiesQuery } from './query/listing-queries.ts';
import { PropertyListing } from './property-listing.tsx';

/** Returns the loader of a status page. */
export function statusLoader(status: PropertyStatus): PageLoad {
  return (page) => loadSearch(page, readStatusSearch(status, page.url.searchParams));
}

/** The part of a page's `meta` arguments used here. */
interface MetaArgs {
  matches: Parameters<typeof pageMeta>[0];
  loaderData: unknown;
  location: { search: string };
}

/** Returns the meta tags of a status page. */
export function statusMeta(
  status: PropertyStatus,
  { matches, loaderData, location }: MetaArgs,
): MetaDescriptor[] {
  const search = readStatusSearch(status, new URLSearchParams(location.search));
  const results = findQueryData(loaderData, propertiesQuery(search));
  return searchMeta(matches, { search, results });
}

/** A status page. */
export function StatusListing(props: { status: PropertyStatus; actions?: ReactNode }) {
  const [searchParams] = useSearchParams();
  const search = readStatusSearch(props.status, searchParams);
  return <PropertyListing search={search} actions={props.actions} />;
}
