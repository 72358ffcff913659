import { endpoints } from '#shared/api-endpoints.ts';
import type { Background } from '../../../../http/background.ts';
import type { RegisterEndpoint } from '../../../../http/endpoints/register-endpoint.ts';
import type { MapService } from './map-service.ts';

const REFRESH = 'cells of the map added up';

/** The map's endpoints. Its cells are added up after a response: what they do not know yet is read meanwhile. */
export function registerMapRoutes(
  register: RegisterEndpoint,
  service: MapService,
  background: Background,
): void {
  register(endpoints.getPropertyMap, async ({ query, reply, dependsOn }) => {
    background.afterResponse(reply, REFRESH, service.refresh);
    const { zoom: _zoom, ...search } = query;
    const { bounds: _bounds, area: _area, near: _near, within: _within, ...facts } = search;
    dependsOn(
      ...(search.searchTerm === undefined
        ? ([
            { kind: 'search', search, held: 'available' },
            // They are counted beside the map.
            { kind: 'search', search: facts, held: 'unmapped' },
          ] as const)
        : // Which spellings are close depends on the words of all listings.
          [{ kind: 'listings' } as const]),
    );
    return service.find(query);
  });

  register(endpoints.listMapPlaces, async ({ query, request, dependsOn }) => {
    dependsOn({ kind: 'places' });
    try {
      await service.refresh();
    } catch (error) {
      // Older names are better than none.
      request.log.error({ err: error }, `Failed: ${REFRESH}`);
    }
    return service.places(query.bounds);
  });
}
