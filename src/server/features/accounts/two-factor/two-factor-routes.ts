import { endpoints } from '#shared/api-endpoints.ts';
import type { RegisterEndpoint } from '../../../http/endpoints/register-endpoint.ts';
import type { TwoFactorService } from './two-factor-service.ts';

/** Registers the endpoints for second factors. */
export function registerTwoFactorRoutes(
  register: RegisterEndpoint,
  service: TwoFactorService,
): void {
  register(endpoints.getSecurity, async ({ actor }) => service.read(actor));
  register(endpoints.setUpTwoFactor, async ({ actor, body }) =>
    service.setUp(actor, body.currentPassword),
  );
  register(endpoints.confirmTwoFactor, async ({ actor, body }) => ({
    recoveryCodes: await service.confirm(actor, body.code),
  }));
  register(endpoints.replaceRecoveryCodes, async ({ actor, body }) => ({
    recoveryCodes: await service.replaceRecoveryCodes(actor, body),
  }));
  register(endpoints.removeTwoFactor, async ({ actor, body }) => {
    await service.remove(actor, body);
    return null;
  });
  register(endpoints.removeTwoFactorOf, async ({ actor, params }) => {
    await service.removeForUser(actor, params.id);
    return null;
  });
}
