import type { Property } from '#shared/schemas/properties/property.ts';
import { useApiQuery } from '../../../api/use-api-query.ts';
import { PropertyGrid } from '../../../property-cards/property-grid.tsx';
import { pickSimilar, similarQuery } from './similar-query.ts';

/** One row of the grid. */
const SHOWN = 3;

/** Homes of the same kind, status and place, near in price. Nothing where there are none. */
export function SimilarProperties({ property }: { property: Property }) {
  const found = useApiQuery(similarQuery(property));
  const similar = pickSimilar(property, found.data?.items ?? [], SHOWN);
  if (similar.length === 0) return null;
  return (
    <section aria-labelledby="similar-heading" className="border-t border-line pt-12 print:hidden">
      <h2 id="similar-heading" className="display mb-8 text-xl [overflow-wrap:anywhere]">
        Similar homes in {property.city}
      </h2>
      <PropertyGrid properties={similar} morph={false} />
    </section>
  );
}
