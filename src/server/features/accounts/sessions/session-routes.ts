import { endpoints } from '#shared/api-endpoints.ts';
import type { RegisterEndpoint } from '../../../http/endpoints/register-endpoint.ts';
import type { SessionService } from './session-service.ts';

/** Registers the endpoints for viewing and ending sessions. */
export function registerSessionRoutes(register: RegisterEndpoint, service: SessionService): void {
  register(endpoints.listSessions, async ({ actor }) => service.list(actor));
  register(endpoints.endSession, async ({ actor, params }) => {
    await service.end(actor, params.id);
    return null;
  });
  register(endpoints.endOtherSessions, async ({ actor }) => {
    await service.endOthers(actor);
    return null;
  });
}
