import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../../api/api-error.ts';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { LoadError } from '../../ui/notices/load-error.tsx';
import { PageSpinner } from '../../ui/waiting/page-spinner.tsx';

/** Returns whether the shortlist does not exist for the user or the URL is invalid. */
export function isMissing(error: ApiError | null): boolean {
  return error?.status === 404 || error?.status === 400;
}

/** The empty state for a nonexistent shortlist, with a link to continue. */
export function ShortlistMissing({
  title,
  actions,
  children,
}: {
  title: string;
  actions: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <h1 className="sr-only">Shortlist</h1>
      <EmptyState title={title} className="py-24" actions={actions}>
        <p>{children}</p>
      </EmptyState>
    </>
  );
}

/** A shortlist that is loading or could not be loaded. */
export function ShortlistPending({ query }: { query: UseQueryResult<unknown, ApiError> }) {
  if (!query.isError) return <PageSpinner />;
  return (
    <>
      <h1 className="sr-only">Shortlist</h1>
      <LoadError
        title="An Error Occurred"
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      >
        Could not load this shortlist. {query.error.message}
      </LoadError>
    </>
  );
}
