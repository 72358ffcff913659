import { useQuery } from '@tanstack/react-query';
import Unlink from 'lucide-react/icons/unlink';
import { pagePaths } from '#shared/page-paths.ts';
import { useLinkPollInterval } from '../../api/link-poll-interval.ts';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { LoadError } from '../../ui/notices/load-error.tsx';
import { useHydrated } from '../../ui/timing/use-hydrated.ts';
import { TourSkeletons } from './my-tours.tsx';
import { TourCard } from './tour-card.tsx';
import { tourByTokenQuery } from './tour-queries.ts';

/**
 * A tour opened from an emailed link. The server renders only a skeleton, and the browser loads the
 * tour with the token.
 */
export function LinkedTour({ id, token }: { id: string; token: string }) {
  const isHydrated = useHydrated();
  const linkInterval = useLinkPollInterval();
  const isComplete = id !== '' && token !== '';
  const tour = useQuery({
    ...tourByTokenQuery(id, token),
    enabled: isHydrated && isComplete,
    refetchInterval: linkInterval,
  });
  const isUnknown = !isComplete || tour.error?.status === 404;
  return (
    <div className="column py-10 lg:py-14">
      <h1 className="display text-xl">Your Tour</h1>
      <div className="mt-8 max-w-3xl">
        {isUnknown ? (
          <EmptyState
            icon={<Unlink aria-hidden="true" className="size-7" />}
            title="This link does not work"
            actions={<LinkButton href={pagePaths.home()}>Go to home page</LinkButton>}
          >
            <p>Part of the link may be missing. Open it from your email again.</p>
          </EmptyState>
        ) : tour.data !== undefined ? (
          <TourCard tour={tour.data} token={token} />
        ) : tour.isError ? (
          <LoadError
            title="We couldn’t load this tour"
            isRetrying={tour.isFetching}
            onRetry={() => void tour.refetch()}
          >
            Please try again in a moment.
          </LoadError>
        ) : (
          <TourSkeletons />
        )}
      </div>
    </div>
  );
}
