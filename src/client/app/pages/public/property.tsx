import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { similarQuery } from '../../../features/properties/detail/similar/similar-query.ts';
import type { Route } from './+types/property';
import {
  findQueryData,
  loadInBrowser,
  loadOnServer,
  type PageLoad,
} from '../../../api/page-data/page-data.ts';
import { CompareButton } from '../../../features/compare/compare-button.tsx';
import { AddToShortlist } from '../../../features/shortlists/add-to-shortlist.tsx';
import {
  PropertyDetailError,
  PropertyDetailSkeleton,
} from '../../../features/properties/detail/property-detail-states.tsx';
import { PropertyDetail } from '../../../features/properties/detail/property-detail.tsx';
import { useCountView } from '../../../features/properties/detail/use-count-view.ts';
import { propertyMeta } from '../../../features/properties/detail/property-meta.ts';
import { propertyQuery } from '../../../property-cards/property-queries.ts';
import { historyQuery } from '../../../features/properties/detail/price-history/history-query.ts';
import { AskButton } from '../../../features/inquiries/ask/ask-button.tsx';
import { openHouseJsonLd } from '../../../features/tours/open-houses/open-house-json-ld.ts';
import { openHousesQuery } from '../../../features/tours/open-houses/open-house-queries.ts';
import { OpenHouses } from '../../../features/tours/open-houses/open-houses.tsx';
import { TourButton } from '../../../features/tours/tour-button.tsx';
import { ReportButton } from '../../../features/reports/report-button.tsx';
import { PropertyPreview } from '../../../features/properties/detail/property-preview.tsx';
import { useSession } from '../../../session/session-context.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

// The page shows its own error message. The document gets the error's status.
const load: PageLoad = (page) => page.prefetch(propertyQuery(page.params['id'] ?? ''));

/**
 * Loads the document's data. The document also contains the history, similar homes, and open
 * houses, which their components otherwise load in the browser.
 */
const loadDocument: PageLoad = async (page) => {
  const property = await page.prefetch(propertyQuery(page.params['id'] ?? ''));
  if (property?.publishState !== 'published') return;
  await Promise.all([
    page.prefetch(historyQuery(property._id)),
    page.prefetch(similarQuery(property._id)),
    property.nextOpenHouse === null ? undefined : page.prefetch(openHousesQuery(property._id)),
  ]);
};

export const loader = (args: Route.LoaderArgs) => loadOnServer(args, loadDocument);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(args, load);

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const property = findQueryData(loaderData, propertyQuery(params.id));
  if (property?.publishState !== 'published') return privateMeta('Property', matches);
  const openHouses = findQueryData(loaderData, openHousesQuery(params.id)) ?? [];
  return propertyMeta(matches, property, (publicUrl) =>
    openHouseJsonLd(publicUrl, property, openHouses),
  );
};

export default function PropertyPage({ params }: Route.ComponentProps) {
  const property = useQuery(propertyQuery(params.id));
  // The document is rendered for a visitor. Users who can edit a listing also see it
  // while it is unpublished.
  const session = useSession();
  const { refetch } = property;
  const shouldRefetch =
    property.error?.status === 404 &&
    session.status === 'signed-in' &&
    !property.isFetchedAfterMount;
  useEffect(() => {
    if (shouldRefetch) void refetch();
  }, [shouldRefetch, refetch]);
  const isPublished = property.data?.publishState === 'published';
  useCountView(isPublished ? property.data?._id : undefined);
  if (property.data !== undefined && property.data.publishState !== 'published') {
    return <PropertyPreview key={params.id} listing={property.data} />;
  }
  // The list's data is shown until the listing's own response arrives, unless that is a 404.
  if (property.data !== undefined && property.error?.status !== 404) {
    // Remount for another listing: its gallery starts at its first picture.
    return (
      <PropertyDetail
        headerActions={
          <>
            <CompareButton property={property.data} isOnCard={false} />
            <AddToShortlist property={property.data} />
          </>
        }
        key={params.id}
        property={property.data}
        actions={
          <>
            <AskButton property={property.data} className="needs-js" />
            <TourButton property={property.data} />
          </>
        }
        openHouses={<OpenHouses property={property.data} />}
        report={<ReportButton property={property.data} />}
      />
    );
  }
  if (property.isError) {
    return (
      <PropertyDetailError
        error={property.error}
        isRetrying={property.isFetching}
        onRetry={() => void property.refetch()}
      />
    );
  }
  return <PropertyDetailSkeleton />;
}
