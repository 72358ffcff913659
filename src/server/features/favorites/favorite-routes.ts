import { endpoints } from '#shared/api-endpoints.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { FavoriteService } from './favorite-service.ts';

/** Registers the endpoints for saved homes. */
export function registerFavoriteRoutes(register: RegisterEndpoint, service: FavoriteService): void {
  register(endpoints.listFavorites, async ({ query, actor, request, reply }) => {
    const { favorites, total } = await service.list(actor._id, query);
    setPageHeaders(request, reply, query, total);
    return favorites;
  });

  register(endpoints.listFavoriteIds, async ({ actor }) => service.listIds(actor._id));

  register(endpoints.saveFavorite, async ({ params, body, actor }) =>
    service.save(actor, params.id, body.note),
  );

  register(endpoints.deleteFavorite, async ({ params, actor }) => {
    await service.remove(actor, params.id);
    return null;
  });

  register(endpoints.mergeFavorites, async ({ body, actor }) => service.merge(actor, body.ids));
}
