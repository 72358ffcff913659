import type { Route } from './+types/for-sale-place';
import { loadInBrowser, loadOnServer } from '../../../api/page-data/page-data.ts';
import {
  redirectToPlaceDocument,
  redirectToCleanUrl,
} from '../../../features/properties/search/listing-load.ts';
import { redirectToPlace } from '../../../features/properties/search/place-redirect.ts';
import {
  placeLoader,
  PlaceListingPage,
  placeMeta,
} from '../../../features/properties/search/place-listing.tsx';
import { LazySaveSearch } from '../../../features/saved-searches/lazy-save-search.tsx';
import { ErrorPage } from '../../layouts/error-page.tsx';

const load = placeLoader('For Sale');

export function loader(args: Route.LoaderArgs) {
  redirectToCleanUrl(args.request);
  redirectToPlace('For Sale', args.request, args.params);
  return loadOnServer(args, load);
}
export function clientLoader(args: Route.ClientLoaderArgs) {
  redirectToPlaceDocument(args.request);
  return loadInBrowser(args, load);
}
export const meta: Route.MetaFunction = (args) => placeMeta('For Sale', args);

export default function ForSalePlacePage() {
  return (
    <PlaceListingPage
      status="For Sale"
      renderActions={(base) => <LazySaveSearch base={base} />}
      renderError={(error) => <ErrorPage error={error} />}
    />
  );
}
