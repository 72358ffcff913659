import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { can } from '#shared/permissions.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';
import { apiQuery } from '../../../api/api-queries.ts';
import { Banner } from '../../../ui/notices/banner.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { useSession } from '../../../session/session-context.tsx';
import { ListingForm } from './listing-form.tsx';

/**
 * The form for an existing listing. It refetches the listing because a cached one may be out of
 * date.
 *
 * @param openHouses the open house editor; shown only for a published listing
 */
export function EditListing({ id, openHouses }: { id: string; openHouses: ReactNode }) {
  const session = useSession();
  const listing = useQuery({
    ...apiQuery('GET /properties/:id', { params: { id } }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, error, isFetchedAfterMount, isFetching, refetch } = listing;

  // Ignore later responses once the form is open because the user may be typing.
  const [openedListing, setOpenedListing] = useState<ManagedProperty | null>(null);
  const isFresh = data !== undefined && isFetchedAfterMount && error === null;
  if (openedListing === null && isFresh) setOpenedListing(data);

  if (openedListing === null && error !== null) {
    return (
      <Banner
        tone="error"
        className="mt-6"
        action={
          error.status === 404 ? (
            MY_LISTINGS_LINK
          ) : (
            <Button
              variant="secondary"
              size="sm"
              busy={isFetching}
              busyLabel="Trying..."
              onClick={() => void refetch()}
            >
              Try again
            </Button>
          )
        }
      >
        Error loading property: {error.message}
      </Banner>
    );
  }
  if (openedListing === null) return <FormSkeleton />;
  if (session.status !== 'signed-in') return null;
  const owner = {
    agentId: openedListing.agent._id,
    officeId: openedListing.agent.office?._id ?? null,
  };
  if (!can(session.user, 'property:change', owner)) {
    return (
      <Banner tone="info" className="mt-6" action={MY_LISTINGS_LINK}>
        You don’t have permission to change this listing.
      </Banner>
    );
  }
  return (
    <>
      <ListingForm user={session.user} property={openedListing} />
      {openedListing.publishState === 'published' && openHouses}
    </>
  );
}

const MY_LISTINGS_LINK = (
  <LinkButton href={pagePaths.myListings()} variant="secondary" size="sm">
    My Listings
  </LinkButton>
);

function FormSkeleton() {
  return (
    <div aria-busy="true">
      <output className="sr-only">Loading...</output>
      {[4, 2, 5].map((fields, section) => (
        <div
          key={section}
          className="grid gap-x-10 gap-y-5 border-t border-line py-7 xl:grid-cols-[14rem_1fr]"
        >
          <Skeleton className="h-5 w-28" />
          <div className="grid max-w-4xl gap-5 sm:grid-cols-2">
            {Array.from({ length: fields }, (_, index) => (
              <div key={index}>
                <Skeleton className="mb-2 h-4 w-20" />
                <Skeleton className="h-11" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
