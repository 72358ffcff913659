import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiQuery } from '../../api/api-queries.ts';
import type { ApiError } from '../../api/api-error.ts';
import { PageHeader } from '../../ui/blocks/page-header.tsx';
import { LoadError } from '../../ui/notices/load-error.tsx';
import { Spinner } from '../../ui/waiting/spinner.tsx';
import { LegalText } from './legal-text.tsx';

export interface LegalPageProps {
  title: string;
  query: ApiQuery<{ text: string }>;
  /** Rendered if the text is not published. */
  renderNotFound: (error: ApiError) => ReactNode;
}

/** A page with one of the legal documents. */
export function LegalPage({ title, query, renderNotFound }: LegalPageProps) {
  const { data, error, refetch, isFetching } = useQuery(query);
  // A missing text is not an error that a retry could fix.
  if (error?.status === 404) return renderNotFound(error);
  return (
    <>
      <PageHeader title={title} />
      <div className="column pb-24">
        {data !== undefined ? (
          <LegalText text={data.text} />
        ) : error === null ? (
          <Spinner className="min-h-[40vh] justify-center" />
        ) : (
          <LoadError
            title="An Error Occurred"
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          >
            The text could not be loaded. Please try again.
          </LoadError>
        )}
      </div>
    </>
  );
}
