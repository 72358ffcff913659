import type { ReactNode } from 'react';
import type { PropertySummary } from '../api/property-summary.ts';
import { Skeleton } from '../ui/waiting/skeleton.tsx';
import { PropertyCard } from './property-card.tsx';

/** One to three columns (spec section 9). */
function Grid({ children }: { children: ReactNode }) {
  return <ul className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">{children}</ul>;
}

export interface PropertyGridProps {
  properties: readonly PropertySummary[];
  /** How many of the first pictures are in sight at once, and fetched first. */
  priorityCount?: number;
  /** The level of the cards' titles. */
  level?: 2 | 3;
  /** The cards' pictures turn into the listings' own. */
  morph?: boolean;
}

/** Listings as cards. */
export function PropertyGrid({
  properties,
  priorityCount = 0,
  level = 3,
  morph = true,
}: PropertyGridProps) {
  return (
    <Grid>
      {properties.map((property, index) => (
        <li key={property._id}>
          <PropertyCard
            property={property}
            priority={index < priorityCount}
            level={level}
            morph={morph}
          />
        </li>
      ))}
    </Grid>
  );
}

/** The shape of cards that are on their way. */
export function PropertyGridSkeleton({ count }: { count: number }) {
  return (
    <div role="presentation">
      <span className="sr-only">Loading...</span>
      <Grid>
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
