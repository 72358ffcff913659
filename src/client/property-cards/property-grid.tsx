import type { ReactNode } from 'react';
import type { PropertySummary } from './property-summary.ts';
import { Skeleton } from '../ui/waiting/skeleton.tsx';
import { PropertyCard } from './property-card.tsx';

interface GridShape {
  /** Whether to show at most two columns, next to other content. */
  isNarrow?: boolean | undefined;
  /** Whether to show at most three columns so that six homes fill their rows. */
  isShort?: boolean | undefined;
}

/** A grid of one to four columns (docs/product/pages.md, Listing pages). */
function Grid({ isNarrow, isShort, children }: GridShape & { children: ReactNode }) {
  const columns = isNarrow
    ? 'xl:grid-cols-2'
    : `sm:grid-cols-2 lg:grid-cols-3 ${isShort ? '' : 'xl:grid-cols-4'}`;
  return <ul className={`home-cards grid gap-x-6 gap-y-8 ${columns}`}>{children}</ul>;
}

export interface PropertyGridProps extends GridShape {
  properties: readonly PropertySummary[];
  /** The number of cards that are visible initially; their pictures load first. */
  priorityCount?: number;
  /** The heading level of the card titles. */
  level?: 2 | 3;
  /** Whether card pictures morph into the main pictures of the property pages. */
  morph?: boolean;
  /** The ID of the highlighted home, whose map pin is highlighted too. */
  highlightedId?: string | null;
  /** Formats a home's monthly cost, shown below its price. */
  costOf?: ((property: PropertySummary) => string) | undefined;
  /** Returns a note about a home, shown below its city and state. */
  noteOf?: (property: PropertySummary) => string | undefined;
}

/** A grid of listing cards. */
export function PropertyGrid({
  properties,
  priorityCount = 0,
  level = 3,
  morph = true,
  isNarrow,
  isShort,
  highlightedId = null,
  costOf,
  noteOf,
}: PropertyGridProps) {
  return (
    <Grid isNarrow={isNarrow} isShort={isShort}>
      {properties.map((property, index) => (
        <li
          key={property._id}
          data-property-id={isNarrow ? property._id : undefined}
          data-lifted={property._id === highlightedId || undefined}
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

/** Placeholder cards, shown while listings load. */
export function PropertyGridSkeleton({ count, ...shape }: GridShape & { count: number }) {
  return (
    <div role="presentation">
      <span className="sr-only">Loading...</span>
      <Grid {...shape}>
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
