/** Wires up account services, which share rate limits and the queues for attempts. */

import type { Database } from '../../database/database.ts';
import type { Background } from '../../http/background.ts';
import type { ReceiveUpload } from '../../http/bodies/multipart.ts';
import type { CreateLimiter, RateLimits } from '../../http/limits/rate-limits.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { AllowsDemo } from '../../http/endpoints/demo-guard.ts';
import type { DataKey } from '../../storage/data-key.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import { createAttempts } from './attempts.ts';
import { createAuthLimits } from './auth-limits.ts';
import { createAcceptService } from './invitations/accept-service.ts';
import { registerInvitationRoutes } from './invitations/invitation-routes.ts';
import { createInvitationService } from './invitations/invitation-service.ts';
import { createOwnPasswordCheck } from './own-password.ts';
import { registerPasskeyRoutes } from './passkeys/passkey-routes.ts';
import { createPasskeyService } from './passkeys/passkey-service.ts';
import { registerSessionRoutes } from './sessions/session-routes.ts';
import { createSessionService } from './sessions/session-service.ts';
import { registerTwoFactorRoutes } from './two-factor/two-factor-routes.ts';
import { createTwoFactorService } from './two-factor/two-factor-service.ts';
import { registerAuthRoutes } from './sign-in/auth-routes.ts';
import { createAuthService } from './sign-in/auth-service.ts';
import type { Passwords } from './password.ts';
import { createPasswordResetService } from './reset/password-reset-service.ts';
import { registerProfileRoutes } from './profile/profile-routes.ts';
import { createProfileService } from './profile/profile-service.ts';

/**
 * Registers the endpoints for sign-up, sign-in, sign-out, password resets, passkeys, sessions, second
 * factors, invitations, and profiles.
 */
export function registerAccountRoutes(
  register: RegisterEndpoint,
  options: {
    db: Database;
    images: ImageStore;
    passwords: Passwords;
    dataKey: DataKey;
    publicUrl: () => string;
    siteName: () => Promise<string>;
    createLimiter: CreateLimiter;
    rateLimits: RateLimits;
    now: () => Date;
    isDemoAllowed: boolean;
    allowsDemo: AllowsDemo;
    background: Background;
    receiveUpload: ReceiveUpload;
  },
): void {
  const { background, allowsDemo, receiveUpload } = options;
  const limits = createAuthLimits(options.createLimiter, options.rateLimits);
  const attempts = createAttempts();
  const shared = {
    ...options,
    attempts,
    limits,
    checkOwnPassword: createOwnPasswordCheck({ ...options, attempts, limits }),
  };
  const auth = createAuthService(shared);
  const passwordReset = createPasswordResetService(shared);
  registerAuthRoutes(register, { auth, passwordReset }, { background, allowsDemo });
  registerPasskeyRoutes(register, createPasskeyService(shared), allowsDemo);
  registerSessionRoutes(register, createSessionService(shared));
  registerTwoFactorRoutes(register, createTwoFactorService(shared));
  const invitationsPerOffice = options.createLimiter(
    'office-invitations',
    options.rateLimits.invitationsPerOffice,
    'This office has sent too many invitations in the last 24 hours. Please try again later.',
  );
  registerInvitationRoutes(register, {
    invitations: createInvitationService({ ...options, invitationsPerOffice }),
    acceptance: createAcceptService(shared),
  });
  registerProfileRoutes(register, receiveUpload, createProfileService(shared));
}
