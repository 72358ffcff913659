import { endpoints } from '#shared/api-endpoints.ts';
import type { Background } from '../../http/background.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import { isVisitor, type RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { PropertyService } from './property-service.ts';

/** The public endpoints for listings. The bits of changed ones are set after a list: until then they are looked at. */
export function registerPropertyRoutes(
  register: RegisterEndpoint,
  service: PropertyService,
  { background, refreshBitmaps }: { background: Background; refreshBitmaps: () => Promise<void> },
): void {
  register(endpoints.listProperties, async ({ query, request, reply }) => {
    background.afterResponse(reply, 'bits of changed listings set', refreshBitmaps);
    const { properties, total, searchedFor } = await service.search(query, {
      bypassCache: !isVisitor(request),
    });
    setPageHeaders(request, reply, query, total);
    // A header, since lists are plain arrays; encoded, since headers are ASCII.
    if (searchedFor !== null) reply.header('X-Searched-For', encodeURIComponent(searchedFor));
    return properties;
  });

  register(endpoints.listPropertiesByIds, async ({ query }) => service.listByIds(query.ids));

  register(endpoints.getPropertyHistory, async ({ params }) => service.history(params.id));

  register(endpoints.listSimilarProperties, async ({ params }) => service.listSimilar(params.id));

  register(endpoints.getProperty, async ({ params }) => service.get(params.id));
}
