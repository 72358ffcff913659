import { useSearchParams } from 'react-router';
import type { Route } from './+types/for-rent';
import { findQueryData, loadInBrowser, loadOnServer, type PageLoad } from '../api/page-data.ts';
import { readStatusListing } from '../features/properties/listing-address.ts';
import { loadListing, redirectToCleanAddress } from '../features/properties/listing-load.ts';
import { listingMeta } from '../features/properties/listing-meta.ts';
import { propertiesQuery } from '../features/properties/listing-queries.ts';
import { PropertyListing } from '../features/properties/property-listing.tsx';

const read = (search: URLSearchParams) => readStatusListing('For Rent', search);
const load: PageLoad = (page) => loadListing(page, read(page.url.searchParams));

export function loader(args: Route.LoaderArgs) {
  redirectToCleanAddress(args.request);
  return loadOnServer(args, load);
}
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(args, load);

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const listing = read(new URLSearchParams(location.search));
  return listingMeta(matches, {
    listing,
    results: findQueryData(loaderData, propertiesQuery(listing)),
  });
};

export default function ForRentPage() {
  const [search] = useSearchParams();
  return <PropertyListing listing={read(search)} />;
}
