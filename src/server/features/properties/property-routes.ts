import { endpoints } from '#shared/api-endpoints.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import { isVisitor, type RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { PropertyService } from './property-service.ts';

/** The public endpoints for listings. */
export function registerPropertyRoutes(register: RegisterEndpoint, service: PropertyService): void {
  register(endpoints.listProperties, async ({ query, request, reply }) => {
    const { properties, total, searchedFor } = await service.search(query, {
      bypassCache: !isVisitor(request),
    });
    setPageHeaders(request, reply, query, total);
    // A header, since lists are plain arrays; encoded, since headers are ASCII.
    if (searchedFor !== null) reply.header('X-Searched-For', encodeURIComponent(searchedFor));
    return properties;
  });

  register(endpoints.listPropertiesByIds, async ({ query }) => service.listByIds(query.ids));

  register(endpoints.getPropertyHistory, async ({ params: { id } }) => service.history(id));

  register(endpoints.listSimilarProperties, async ({ params: { id } }) => service.listSimilar(id));

  register(endpoints.getProperty, async ({ params: { id }, actor, request, reply }) => {
    const bypassCache = !isVisitor(request);
    const { listing, isPrivate } = await service.get(id, { bypassCache }, actor);
    // Responses for agents and managers only are not cached.
    if (isPrivate) reply.header('Cache-Control', 'no-store');
    return listing;
  });
}
