import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, type ReactNode } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import { LoadFailure } from '../../data-list/failure.tsx';

export interface OverviewBodyProps<T> {
  stats: Pick<
    UseQueryResult<T, ApiError>,
    'data' | 'error' | 'isPending' | 'isFetching' | 'refetch'
  >;
  /** The loading state. */
  skeleton: ReactNode;
  children: (stats: T) => ReactNode;
}

/** The statistics of an overview, with their loading and error states. */
export function OverviewBody<T>({ stats, skeleton, children }: OverviewBodyProps<T>) {
  const { data, error, isPending, isFetching, refetch } = stats;
  // Deferred, so input can interrupt the first rendering of the statistics.
  const isShown = useDeferredValue(data !== undefined);
  return (
    <div className="mt-6 grid gap-4 lg:gap-5">
      {error !== null && (
        <LoadFailure
          text={
            data === undefined ? 'Failed to load stats.' : 'These stats could not be refreshed.'
          }
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && isShown && children(data)}
      {(isPending || (data !== undefined && !isShown)) && (
        <>
          <output className="sr-only">Loading...</output>
          {skeleton}
        </>
      )}
    </div>
  );
}
