/** Puts everything about accounts together: its services share the limits and the counting of failed tries. */

import type { Database } from '../../database/database.ts';
import type { Background } from '../../http/background.ts';
import type { TakeUpload } from '../../http/bodies/multipart.ts';
import type { CreateLimiter, RateLimits } from '../../http/limits/rate-limits.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { AllowsDemo } from '../../http/endpoints/demo-guard.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import { createAttempts } from './attempts.ts';
import { createAuthLimits } from './auth-limits.ts';
import { registerAuthRoutes } from './sign-in/auth-routes.ts';
import { createAuthService } from './sign-in/auth-service.ts';
import type { Passwords } from './password.ts';
import { createPasswordResetService } from './reset/password-reset-service.ts';
import { registerProfileRoutes } from './profile/profile-routes.ts';
import { createProfileService } from './profile/profile-service.ts';

/** Registers signing up, in and out, forgotten passwords and the profile. */
export function registerAccountRoutes(
  register: RegisterEndpoint,
  options: {
    db: Database;
    images: ImageStore;
    passwords: Passwords;
    createLimiter: CreateLimiter;
    rateLimits: RateLimits;
    now: () => Date;
    allowDemo: boolean;
    allowsDemo: AllowsDemo;
    background: Background;
    takeUpload: TakeUpload;
  },
): void {
  const { background, allowsDemo, takeUpload } = options;
  const shared = {
    ...options,
    attempts: createAttempts(),
    limits: createAuthLimits(options.createLimiter, options.rateLimits),
  };
  const auth = createAuthService(shared);
  const passwordReset = createPasswordResetService(shared);
  registerAuthRoutes(register, { auth, passwordReset }, { background, allowsDemo });
  registerProfileRoutes(register, takeUpload, createProfileService(shared));
}
