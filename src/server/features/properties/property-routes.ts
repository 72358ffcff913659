import { endpoints } from '#shared/api-endpoints.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import { isVisitor, type RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { PropertyService } from './property-service.ts';

/** The public endpoints for listings. */
export function registerPropertyRoutes(register: RegisterEndpoint, service: PropertyService): void {
  register(endpoints.listProperties, async ({ query, request, reply, dependsOn }) => {
    const { properties, ids, total, searchedFor } = await service.search(query, {
      bypassCache: !isVisitor(request),
    });
    const { page: _page, limit: _limit, sort, ...search } = query;
    // Which spellings are close depends on the words of all listings.
    const isByWords = search.searchTerm !== undefined && (total === 0 || searchedFor !== null);
    dependsOn(isByWords ? { kind: 'listings' } : { kind: 'list', search, sort, ids });
    setPageHeaders(request, reply, query, total);
    // A header, since lists are plain arrays; encoded, since headers are ASCII.
    if (searchedFor !== null) reply.header('X-Searched-For', encodeURIComponent(searchedFor));
    return properties;
  });

  register(endpoints.listPropertiesByIds, async ({ query, dependsOn }) => {
    dependsOn(...query.ids.map((id) => ({ kind: 'listing', id }) as const));
    return service.listByIds(query.ids);
  });

  register(endpoints.getPropertyHistory, async ({ params: { id }, dependsOn }) => {
    dependsOn({ kind: 'listing', id });
    return service.history(id);
  });

  register(endpoints.listSimilarProperties, async ({ params: { id }, dependsOn }) => {
    const { properties, candidates } = await service.listSimilar(id);
    dependsOn({ kind: 'listing', id }, { kind: 'search', search: candidates, held: 'available' });
    return properties;
  });

  register(endpoints.getProperty, async ({ params: { id }, dependsOn }) => {
    dependsOn({ kind: 'listing', id });
    return service.get(id);
  });
}
