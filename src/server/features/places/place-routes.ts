import { endpoints } from '#shared/api-endpoints.ts';
import type { Background } from '../../http/background.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { PlaceService } from './place-service.ts';

const REFRESH_TASK = 'place totals refresh';

/**
 * Registers the endpoints for places. Place totals are refreshed after the responses that use them.
 */
export function registerPlaceRoutes(
  register: RegisterEndpoint,
  service: PlaceService,
  background: Background,
): void {
  register(endpoints.listPlaces, async ({ query, reply }) => {
    background.afterResponse(reply, REFRESH_TASK, service.refresh);
    return service.suggest(query);
  });

  register(endpoints.listLargestPlaces, async ({ reply }) => {
    background.afterResponse(reply, REFRESH_TASK, service.refresh);
    return service.listLargest();
  });

  register(endpoints.getCity, async ({ params, query }) => service.get(params, query.status));

  register(endpoints.getZip, async ({ params, query }) => service.get(params, query.status));
}
