import { endpoints } from '#shared/api-endpoints.ts';
import type { RegisterEndpoint } from '../../../http/endpoints/register-endpoint.ts';
import type { OpenHouseService } from './open-house-service.ts';

export function registerOpenHouseRoutes(
  register: RegisterEndpoint,
  service: OpenHouseService,
): void {
  register(endpoints.listOpenHouses, async ({ params }) => service.list(params.id));
  register(endpoints.addOpenHouse, async ({ actor, params, body, once }) =>
    service.add(actor, params.id, body, once),
  );
  register(endpoints.deleteOpenHouse, async ({ actor, params }) => {
    await service.delete(actor, params.id);
    return null;
  });
}
