import { Outlet } from 'react-router';
import type { Route } from './+types/public-layout';
import { CardButtonsProvider } from '../../../property-cards/card-buttons.tsx';
import { loadInBrowser, loadOnServer, type PageLoad } from '../../../api/page-data/page-data.ts';
import { largestPlacesQuery } from '../../../features/places/largest-places.tsx';
import { ErrorPage } from '../error-page.tsx';
import { PublicFrame } from './public-frame.tsx';
import { useCardTools } from './use-card-tools.ts';

const renderNoButtons = () => null;

const load: PageLoad = (page) => page.prefetch(largestPlacesQuery);

/** The footer's links to cities are optional, so a failure does not change the page's status. */
export const loader = async (args: Route.LoaderArgs) => (await loadOnServer(args, load)).data;
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(args, load);

export default function PublicLayout() {
  const tools = useCardTools();
  return (
    <CardButtonsProvider value={tools?.renderCardButtons ?? renderNoButtons}>
      {tools === null ? null : <tools.SavedHomesSync />}
      <PublicFrame aboveFooter={tools === null ? null : <tools.CompareBar />}>
        <Outlet />
      </PublicFrame>
    </CardButtonsProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PublicFrame>
      <ErrorPage error={error} />
    </PublicFrame>
  );
}
