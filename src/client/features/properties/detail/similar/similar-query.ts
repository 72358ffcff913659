import type { Property } from '#shared/schemas/properties/property.ts';
import { query } from '../../../../api/api-queries.ts';
import { cacheListings } from '../../../../property-cards/property-queries.ts';
import { summarize, type PropertySummary } from '../../../../property-cards/property-summary.ts';

/** A summary of a similar home, with its coordinates, which help to explain the similarity. */
export type SimilarHome = PropertySummary & Pick<Property, 'latitude' | 'longitude'>;

/** Returns the summary of a similar home. */
export function summarizeSimilar(property: Property): SimilarHome {
  const { latitude, longitude } = property;
  return { ...summarize(property), latitude, longitude };
}

/** Fetches summaries of similar homes. */
export function similarQuery(id: string) {
  const input = { params: { id } };
  return query(
    ['GET /properties/:id/similar', 'short', input],
    async ({ api, signal, queryClient }) => {
      const homes = await api.call('GET /properties/:id/similar', input, signal);
      cacheListings(queryClient, homes);
      return homes.map(summarizeSimilar);
    },
  );
}
