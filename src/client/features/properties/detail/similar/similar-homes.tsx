import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Property } from '#shared/schemas/properties/property.ts';
import { similarQuery } from './similar-query.ts';
import { PropertyGrid, PropertyGridSkeleton } from '../../../../property-cards/property-grid.tsx';
import { SectionError } from '../page-section.tsx';
import { similarReason } from './similar-reason.ts';

/** Similar homes, each with a short explanation. Renders nothing if there are none. */
export function SimilarHomes({ property }: { property: Property }) {
  const id = useId();
  const similar = useQuery(similarQuery(property._id));
  if (similar.data?.length === 0) return null;
  const reasons = new Map(
    similar.data?.map((home) => [home._id, similarReason(property, home)] as const),
  );
  return (
    <section aria-labelledby={id} className="border-t border-line pt-12 print:hidden">
      <h2 id={id} className="display mb-8 text-xl">
        Similar homes
      </h2>
      {similar.isError ? (
        <SectionError
          name="Similar homes"
          isRetrying={similar.isFetching}
          onRetry={() => void similar.refetch()}
        />
      ) : similar.data === undefined ? (
        <PropertyGridSkeleton count={3} isShort />
      ) : (
        <PropertyGrid
          properties={similar.data}
          morph={false}
          isShort
          noteOf={({ _id }) => reasons.get(_id)}
        />
      )}
    </section>
  );
}
