import { endpoints } from '#shared/api-endpoints.ts';
import type { RegisterEndpoint } from '../../../http/endpoints/register-endpoint.ts';
import type { SessionService } from './session-service.ts';

/** The endpoints by which users see and end their sessions. */
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
