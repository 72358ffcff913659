import type { Route } from './+types/for-rent';
import { LazySaveSearch } from '../../../features/saved-searches/lazy-save-search.tsx';
import { loadInBrowser, loadOnServer } from '../../../api/page-data/page-data.ts';
import {
  redirectToPlaceDocument,
  redirectToCleanUrl,
} from '../../../features/properties/search/listing-load.ts';
import { redirectToPlace } from '../../../features/properties/search/place-redirect.ts';
import {
  StatusListing,
  statusLoader,
  statusMeta,
} from '../../../features/properties/search/status-listing.tsx';

const load = statusLoader('For Rent');

export function loader(args: Route.LoaderArgs) {
  redirectToCleanUrl(args.request);
  redirectToPlace('For Rent', args.request);
  return loadOnServer(args, load);
}
export function clientLoader(args: Route.ClientLoaderArgs) {
  redirectToPlaceDocument(args.request);
  return loadInBrowser(args, load);
}
export const meta: Route.MetaFunction = (args) => statusMeta('For Rent', args);

export default function ForRentPage() {
  return (
    <StatusListing status="For Rent" actions={<LazySaveSearch base={{ status: 'For Rent' }} />} />
  );
}
