/** Creates the service for contact messages and registers its endpoints. */

import type { Database } from '../../database/database.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { CreateLimiter, RateLimits } from '../../http/limits/rate-limits.ts';
import { registerContactRoutes } from './contact-routes.ts';
import { createContactService } from './contact-service.ts';

/** @param options.contactEmail the address that messages are forwarded to, if any */
export function registerContact(
  register: RegisterEndpoint,
  options: {
    db: Database;
    createLimiter: CreateLimiter;
    rateLimits: RateLimits;
    now: () => Date;
    contactEmail: string | undefined;
  },
): void {
  const messagesPerIp = options.createLimiter(
    'contact',
    options.rateLimits.contactPerIp,
    'Too many messages were sent from this network. Please try again in a few minutes.',
  );
  registerContactRoutes(register, createContactService({ ...options, messagesPerIp }));
}
