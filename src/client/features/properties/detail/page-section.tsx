import { useId, type ReactNode } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';

/**
 * A section of the property page below the fold. It is not printed because the printout is a single
 * page.
 */
export function PageSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10 print:hidden">
      <h2 id={id} className="display mb-4 text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The skeleton of a section. */
export function SectionSkeleton() {
  return (
    <div role="presentation">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-56 w-full rounded-md" />
      <Skeleton className="mt-4 h-5 w-full" />
      <Skeleton className="mt-3 h-5 w-4/5" />
    </div>
  );
}

/** Shown instead of a section that could not be loaded. The rest of the page remains. */
export function SectionError({
  name,
  isRetrying,
  onRetry,
}: {
  /** The section's name at the start of a sentence: 'The price history'. */
  name: string;
  isRetrying: boolean;
  onRetry: () => void;
}) {
  return (
    <div role="alert" className="rounded-md border border-line bg-sunken p-6 text-center">
      <p className="mb-4 text-ink-soft">{name} could not be loaded. Please try again.</p>
      <Button
        variant="secondary"
        size="sm"
        busy={isRetrying}
        onClick={onRetry}
        className="needs-js"
      >
        Try again
      </Button>
    </div>
  );
}
