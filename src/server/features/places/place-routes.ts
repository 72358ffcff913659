import { endpoints } from '#shared/api-endpoints.ts';
import type { Background } from '../../http/background.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { PlaceService } from './place-service.ts';

const REFRESH = 'places added up';

/**
 * The endpoints for places. Place totals are updated after responses: until then they are computed from the
 * listings.
 */
export function registerPlaceRoutes(
  register: RegisterEndpoint,
  service: PlaceService,
  background: Background,
): void {
  register(endpoints.listPlaces, async ({ query, reply, dependsOn }) => {
    dependsOn({ kind: 'places' });
    background.afterResponse(reply, REFRESH, service.refresh);
    return service.suggest(query);
  });

  register(endpoints.listLargestPlaces, async ({ reply, dependsOn, isAgedBy }) => {
    // Nothing drops them, nor the pages that link to them: a new home may be missing for a while.
    dependsOn();
    background.afterResponse(reply, REFRESH, service.refresh);
    const { places, ageMs } = await service.largest();
    isAgedBy(ageMs);
    return places;
  });

  register(endpoints.getCity, async ({ params, query, dependsOn }) => {
    const { state, city } = params;
    // A place without available homes has its name from the others.
    dependsOn({ kind: 'search', search: { state, city }, held: 'all' });
    return service.get(params, query.status);
  });

  register(endpoints.getZip, async ({ params, query, dependsOn }) => {
    const { state, city, zip } = params;
    dependsOn({ kind: 'search', search: { state, city, zipCode: zip }, held: 'all' });
    return service.get(params, query.status);
  });
}
