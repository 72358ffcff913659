import { pagePaths } from '#shared/page-paths.ts';
import type { ApiError } from '../../../api/api-error.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';

/** The skeleton of a property page. */
export function PropertyDetailSkeleton() {
  return (
    <div className="column pb-20 lg:pt-6" aria-busy="true">
      <h1 className="sr-only">Loading...</h1>
      <div className="flex min-h-12 items-center lg:pb-4">
        <Skeleton className="h-5 w-56" />
      </div>
      <Skeleton className="aspect-[4/3] rounded-md max-md:-mx-[var(--gutter)] md:aspect-[5/2] max-md:[@media(max-height:44rem)]:aspect-[3/2]" />
      <div className="grid gap-x-16 gap-y-10 pt-4 md:pt-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:pt-8">
        <div className="flex flex-col">
          <Skeleton className="h-9 w-52 max-md:-order-2" />
          <Skeleton className="mt-3 h-8 w-4/5" />
          <Skeleton className="mt-2 h-5 w-3/5" />
          <Skeleton className="mt-4 h-14 w-full max-md:-order-1 md:mt-6 md:h-20" />
        </div>
        <Skeleton className="h-72 w-full rounded-md" />
      </div>
    </div>
  );
}

/** The error state (docs/product/pages.md, Property page). */
export function PropertyDetailError({
  error,
  isRetrying,
  onRetry,
}: {
  error: ApiError;
  isRetrying: boolean;
  onRetry: () => void;
}) {
  const isMissing = error.status === 404;
  return (
    <div className="column flex min-h-[60vh] flex-col justify-center py-20">
      {isMissing && <p className="eyebrow figures">404</p>}
      <h1 className="display mt-3 max-w-3xl text-xl [overflow-wrap:anywhere]">
        {isMissing ? 'Property not found.' : `Error: ${error.message}`}
      </h1>
      <p className="measure mt-4 text-ink-soft">
        {isMissing
          ? 'It may have been taken down. Browse other homes:'
          : 'The listing could not be loaded at this time. Please try again later.'}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        {!isMissing && (
          <Button busy={isRetrying} onClick={onRetry} className="needs-js">
            Try again
          </Button>
        )}
        <LinkButton href={pagePaths.forSale()} variant={isMissing ? 'primary' : 'secondary'}>
          Homes for sale
        </LinkButton>
        <LinkButton href={pagePaths.forRent()} variant="secondary">
          Homes for rent
        </LinkButton>
      </div>
    </div>
  );
}
