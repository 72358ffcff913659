import type { ReactNode } from 'react';
import type { PropertySummary } from './property-summary.ts';
import { Skeleton } from '../ui/waiting/skeleton.tsx';
import { PropertyCard } from './property-card.tsx';

/** One to four columns (docs/product/pages.md, Listing pages). */
function Grid({ isNarrow, children }: { isNarrow: boolean; children: ReactNode }) {
  const columns = isNarrow ? 'xl:grid-cols-2' : 'sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';
  return <ul className={`home-cards grid gap-x-6 gap-y-8 ${columns}`}>{children}</ul>;
}

export interface PropertyGridProps {
  properties: readonly PropertySummary[];
  /** How many of the first pictures are in sight at once, and fetched first. */
  priorityCount?: number;
  /** The level of the cards' titles. */
  level?: 2 | 3;
  /** The cards' pictures turn into the listings' own. */
  morph?: boolean;
  /** Beside something else there is room for two columns at most. */
  isNarrow?: boolean;
  /** The home that stands out, as its pin on a map does. */
  liftedId?: string | null;
  /** Formats a home's monthly cost, shown below its price. */
  costOf?: ((property: PropertySummary) => string) | undefined;
  /** A line about a home, below its place. */
  noteOf?: (property: PropertySummary) => string | undefined;
}

/** Listings as cards. */
export function PropertyGrid({
  properties,
  priorityCount = 0,
  level = 3,
  morph = true,
  isNarrow = false,
  liftedId = null,
  costOf,
  noteOf,
}: PropertyGridProps) {
  return (
    <Grid isNarrow={isNarrow}>
      {properties.map((property, index) => (
        <li
          key={property._id}
          data-property-id={isNarrow ? property._id : undefined}
          data-lifted={property._id === liftedId || undefined}
        >
          <PropertyCard
            property={property}
            priority={index < priorityCount}
            level={level}
            morph={morph}
            cost={costOf?.(property)}
            note={noteOf?.(property)}
          />
        </li>
      ))}
    </Grid>
  );
}

/** The shape of cards that are on their way. */
export function PropertyGridSkeleton({
  count,
  isNarrow = false,
}: {
  count: number;
  isNarrow?: boolean;
}) {
  return (
    <div role="presentation">
      <span className="sr-only">Loading...</span>
      <Grid isNarrow={isNarrow}>
        {Array.from({ length: count }, (_, index) => (
          <li key={index}>
            <Skeleton className="aspect-[4/3] rounded-md" />
            <Skeleton className="mt-4 h-8 w-36" />
            <Skeleton className="mt-3 h-5 w-4/5" />
            <Skeleton className="mt-2 h-5 w-2/5" />
            <Skeleton className="mt-4 h-5 w-full" />
          </li>
        ))}
      </Grid>
    </div>
  );
}
