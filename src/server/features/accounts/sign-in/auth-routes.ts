import { endpoints } from '#shared/api-endpoints.ts';
import type { Background } from '../../../http/background.ts';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import { requesterOf } from '../../../http/limits/request-work.ts';
import type { RegisterEndpoint } from '../../../http/endpoints/register-endpoint.ts';
import type { AllowsDemo } from '../../../http/endpoints/demo-guard.ts';
import type { AuthService } from './auth-service.ts';
import { readOrigin } from '../sessions/request-origin.ts';
import type { PasswordResetService } from '../reset/password-reset-service.ts';

/** Registers the endpoints for sign-up, sign-in, sign-out, and password resets. */
export function registerAuthRoutes(
  register: RegisterEndpoint,
  services: { auth: AuthService; passwordReset: PasswordResetService },
  { background, allowsDemo }: { background: Background; allowsDemo: AllowsDemo },
): void {
  const { auth, passwordReset } = services;

  register(
    endpoints.register,
    async ({ actor, request }) =>
      auth.register(request.body ?? {}, actor ?? null, {
        clientKey: addressKey(request.ip),
        requester: requesterOf(request),
        origin: readOrigin(request),
      }),
    // The service selects the schema by the caller's role.
    { checkBody: false },
  );

  register(endpoints.login, async ({ body, request }) =>
    auth.login(body, {
      clientKey: addressKey(request.ip),
      requester: requesterOf(request),
      origin: readOrigin(request),
      isDemoAllowed: allowsDemo(request),
    }),
  );

  register(endpoints.logout, async ({ actor }) => {
    await auth.logout(actor);
    return null;
  });

  register(endpoints.forgotPassword, async ({ body, request, reply }) => {
    const clientKey = addressKey(request.ip);
    background.afterResponse(reply, 'password reset email', async () =>
      passwordReset.sendMail(body.email, clientKey),
    );
    return {
      message: 'If an account exists for this email address, we sent a link to it.',
    };
  });

  register(endpoints.resetPassword, async ({ body, request }) => {
    await passwordReset.reset(body.token, body.password, requesterOf(request));
    return { message: 'Your password was changed. Please sign in with the new one.' };
  });
}
