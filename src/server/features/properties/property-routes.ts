import { endpoints } from '#shared/api-endpoints.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import { isVisitor, type RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { PropertyService } from './property-service.ts';

/** Registers the public endpoints for listings. */
export function registerPropertyRoutes(register: RegisterEndpoint, service: PropertyService): void {
  register(endpoints.listProperties, async ({ query, request, reply }) => {
    const { properties, total, searchedFor } = await service.search(query, {
      bypassCache: !isVisitor(request),
    });
    setPageHeaders(request, reply, query, total);
    // Sent as a header because lists are plain arrays. Encoded because headers are ASCII.
    if (searchedFor !== null) reply.header('X-Searched-For', encodeURIComponent(searchedFor));
    return properties;
  });

  register(endpoints.listPropertiesByIds, async ({ query }) => service.listByIds(query.ids));

  register(endpoints.getPropertyHistory, async ({ params: { id } }) => service.getHistory(id));

  register(endpoints.listSimilarProperties, async ({ params: { id } }) => service.listSimilar(id));

  register(endpoints.getProperty, async ({ params: { id }, actor, request, reply }) => {
    const isSignedIn = !isVisitor(request);
    const { listing, isPrivate } = await service.get(id, { isSignedIn }, actor);
    // Private responses must not be cached.
    if (isPrivate) reply.header('Cache-Control', 'no-store');
    return listing;
  });
}
