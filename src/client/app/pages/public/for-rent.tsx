import type { Route } from './+types/for-rent';
import { SaveSearchButton } from '../../../features/saved-searches/save-search-button.tsx';
import { loadInBrowser, loadOnServer } from '../../../api/page-data/page-data.ts';
import { redirectToCleanAddress } from '../../../features/properties/search/listing-load.ts';
import {
  StatusListing,
  statusLoad,
  statusMeta,
} from '../../../features/properties/search/status-listing.tsx';

const load = statusLoad('For Rent');

export function loader(args: Route.LoaderArgs) {
  redirectToCleanAddress(args.request);
  return loadOnServer(args, load);
}
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(args, load);
export const meta: Route.MetaFunction = (args) => statusMeta('For Rent', args);

export default function ForRentPage() {
  return (
    <StatusListing status="For Rent" actions={<SaveSearchButton base={{ status: 'For Rent' }} />} />
  );
}
