/** Creates the shortlist services, and registers their endpoints. */

import type { Property } from '#shared/schemas/properties/property.ts';
import type { Database } from '../../database/database.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { CreateLimiter, RateLimits } from '../../http/limits/rate-limits.ts';
import { registerShortlistRoutes } from './shortlist-routes.ts';
import { createShortlistService } from './shortlist-service.ts';
import { createShortlistSharingService } from './shortlist-sharing-service.ts';

/**
 * @param options.findListings returns listings by id, in that order, available or not
 * @param options.publicUrl of the site, without a trailing slash
 */
export function registerShortlists(
  register: RegisterEndpoint,
  options: {
    db: Database;
    findListings: (ids: readonly string[]) => Promise<Property[]>;
    createLimiter: CreateLimiter;
    rateLimits: RateLimits;
    now: () => Date;
    publicUrl: () => string;
  },
): void {
  const { createLimiter, rateLimits } = options;
  const perAuthor = createLimiter(
    'shortlist-comments',
    rateLimits.shortlistCommentsPerAccount,
    'You have written too many comments within an hour. Please try again later.',
  );
  const announcements = createLimiter(
    'shortlist-announcements',
    rateLimits.shortlistAnnouncementsPerAccount,
    'You have changed shortlists too often within an hour.',
  );
  registerShortlistRoutes(
    register,
    createShortlistService({ ...options, perAuthor, announcements }),
    createShortlistSharingService({ ...options, announcements }),
  );
}
