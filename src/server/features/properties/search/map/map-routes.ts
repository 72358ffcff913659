import { endpoints } from '#shared/api-endpoints.ts';
import type { Background } from '../../../../http/background.ts';
import { logFailure } from '../../../../http/error-responses/error-handler.ts';
import type { RegisterEndpoint } from '../../../../http/endpoints/register-endpoint.ts';
import type { MapService } from './map-service.ts';

const REFRESH_TASK = 'map cell refresh';

/**
 * Registers the map's endpoints. A map request refreshes the totals of changed cells after its
 * response, which computes these cells from their listings. A request for place names refreshes the
 * totals first because it only reads them.
 */
export function registerMapRoutes(
  register: RegisterEndpoint,
  service: MapService,
  background: Background,
): void {
  register(endpoints.getPropertyMap, async ({ query, reply }) => {
    background.afterResponse(reply, REFRESH_TASK, service.refresh);
    return service.find(query);
  });

  register(endpoints.listMapPlaces, async ({ query, request }) => {
    try {
      await service.refresh();
    } catch (error) {
      // Outdated names are better than no names.
      logFailure(request, error, `Failed: ${REFRESH_TASK}`);
    }
    return service.listPlaces(query.bounds);
  });
}
