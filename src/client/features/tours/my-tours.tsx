import { useQuery } from '@tanstack/react-query';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { useState, type ReactNode } from 'react';
import { pagePaths } from '#shared/page-paths.ts';
import type { Tour } from '#shared/schemas/tours/tour.ts';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { LoadError } from '../../ui/notices/load-error.tsx';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { TourCard } from './tour-card.tsx';
import { isUpcoming, myToursQuery } from './tour-queries.ts';

/** The tours booked or requested with the user's account. */
export function MyTours() {
  return (
    <div className="column py-10 lg:py-14">
      <h1 className="display text-xl">My Tours</h1>
      <div className="mt-8 max-w-3xl">
        <TourList />
      </div>
    </div>
  );
}

function TourList() {
  const tours = useQuery(myToursQuery);
  const [now] = useState(() => Date.now());
  if (tours.data === undefined) {
    if (!tours.isError) return <TourSkeletons />;
    return (
      <LoadError
        title="We couldn’t load your tours"
        isRetrying={tours.isFetching}
        onRetry={() => void tours.refetch()}
      >
        Please try again in a moment.
      </LoadError>
    );
  }
  const upcomingTours = tours.data.items.filter((tour) => isUpcoming(tour, now)).toReversed();
  const pastTours = tours.data.items.filter((tour) => !isUpcoming(tour, now));
  if (tours.data.items.length === 0) {
    return (
      <EmptyState
        icon={<CalendarDays aria-hidden="true" className="size-7" />}
        title="No tours yet"
        actions={<LinkButton href={pagePaths.forSale()}>Find a home</LinkButton>}
      >
        <p>Book one from a home’s page.</p>
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-10">
      {upcomingTours.length > 0 && (
        <Group title="Upcoming">
          <Cards tours={upcomingTours} />
        </Group>
      )}
      {pastTours.length > 0 && (
        <Group title="Past and canceled">
          <Cards tours={pastTours} />
        </Group>
      )}
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function Cards({ tours }: { tours: readonly Tour[] }) {
  return (
    <ul className="grid gap-4">
      {tours.map((tour) => (
        <li key={tour._id}>
          <TourCard tour={tour} level={3} />
        </li>
      ))}
    </ul>
  );
}

/** Placeholders shown while tours load. */
export function TourSkeletons() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <p className="sr-only">Loading...</p>
      <Skeleton className="h-44 rounded-md" />
      <Skeleton className="h-44 rounded-md" />
    </div>
  );
}
