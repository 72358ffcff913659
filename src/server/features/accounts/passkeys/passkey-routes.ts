import { endpoints } from '#shared/api-endpoints.ts';
import type { AllowsDemo } from '../../../http/endpoints/demo-guard.ts';
import type { RegisterEndpoint } from '../../../http/endpoints/register-endpoint.ts';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import { requesterOf } from '../../../http/limits/request-work.ts';
import { readOrigin } from '../sessions/request-origin.ts';
import type { PasskeyService } from './passkey-service.ts';

/** Registers the endpoints for passkeys. */
export function registerPasskeyRoutes(
  register: RegisterEndpoint,
  service: PasskeyService,
  allowsDemo: AllowsDemo,
): void {
  register(endpoints.getPasskeySignInOptions, async ({ request }) =>
    service.createSignInOptions(addressKey(request.ip)),
  );
  register(endpoints.signInWithPasskey, async ({ body, request }) =>
    service.signIn(body.response, {
      clientKey: addressKey(request.ip),
      requester: requesterOf(request),
      origin: readOrigin(request),
      isDemoAllowed: allowsDemo(request),
    }),
  );
  register(endpoints.getPasskeyOptions, async ({ actor, body }) =>
    service.createOptions(actor, body.currentPassword),
  );
  register(endpoints.addPasskey, async ({ actor, body }) => service.add(actor, body));
  register(endpoints.removePasskey, async ({ actor, params }) => {
    await service.remove(actor, params.id);
    return null;
  });
}
