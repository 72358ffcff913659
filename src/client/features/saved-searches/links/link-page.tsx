/** Components shared by the pages of emailed links. */

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pagePaths } from '#shared/page-paths.ts';
import type { Alert } from '#shared/saved-searches/saved-search.ts';
import type { ApiError } from '../../../api/api-error.ts';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { LoadError } from '../../../ui/notices/load-error.tsx';
import { PageSpinner } from '../../../ui/waiting/page-spinner.tsx';
import { FREQUENCY_OPTIONS } from '../frequencies.ts';

export function LinkPageHeader({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-6">
      <h1 className="display text-xl">{title}</h1>
      <p className="mt-2 text-ink-soft [overflow-wrap:anywhere]">{children}</p>
    </div>
  );
}

/** The state for a link that does not work. @param props.text the reason and what to do */
export function InvalidLink({
  text = 'This link expired or was already used. Save the search again to get a new one.',
}: {
  text?: string;
}) {
  return (
    <>
      <LinkPageHeader title="This link does not work">{text}</LinkPageHeader>
      <LinkButton href={pagePaths.forSale()}>Find homes</LinkButton>
    </>
  );
}

/** The error state. A link with an unknown token is invalid; other errors can be retried. */
export function LinkError({ query }: { query: UseQueryResult<unknown, ApiError> }) {
  if (query.error?.status === 404 || query.error?.status === 400) return <InvalidLink />;
  return (
    <>
      <h1 className="sr-only">Alerts</h1>
      <LoadError
        title="An Error Occurred"
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      >
        {query.error?.message}
      </LoadError>
    </>
  );
}

export function LinkSkeleton() {
  return <PageSpinner />;
}

/** The search and frequency of an alert; nothing if a link only confirms an account's address. */
export function AlertFacts({ alert }: { alert: Alert }) {
  if (alert.search === null) return null;
  const frequency = FREQUENCY_OPTIONS.find(({ value }) => value === alert.frequency)?.label;
  return (
    <div className="mb-6 rounded-md border border-line bg-surface p-4">
      <p className="font-semibold [overflow-wrap:anywhere]">{alert.name}</p>
      {frequency !== undefined && <p className="mt-1 text-ink-soft">{frequency}</p>}
    </div>
  );
}
