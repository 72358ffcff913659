/** Creates the shortlist services and registers their endpoints. */

import type { Property } from '#shared/schemas/properties/property.ts';
import type { Database } from '../../database/database.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { CreateLimiter, RateLimits } from '../../http/limits/rate-limits.ts';
import type { WorkQueues } from '../../http/limits/request-work.ts';
import { registerShortlistRoutes } from './shortlist-routes.ts';
import { createShortlistService } from './shortlist-service.ts';
import { createShortlistSharingService } from './shortlist-sharing-service.ts';

/**
 * @param options.findListings returns listings in the order of the given IDs, including unavailable
 * ones
 * @param options.publicUrl returns the site's URL, without a trailing slash
 */
export function registerShortlists(
  register: RegisterEndpoint,
  options: {
    db: Database;
    findListings: (ids: readonly string[]) => Promise<Property[]>;
    createLimiter: CreateLimiter;
    rateLimits: RateLimits;
    queues: Pick<WorkQueues, 'shortlists'>;
    now: () => Date;
    publicUrl: () => string;
  },
): void {
  const { createLimiter, rateLimits } = options;
  const commentsPerAccount = createLimiter(
    'shortlist-comments',
    rateLimits.shortlistCommentsPerAccount,
    'You have posted too many comments in the past hour. Please try again later.',
  );
  const announcements = createLimiter(
    'shortlist-announcements',
    rateLimits.shortlistAnnouncementsPerAccount,
    'You have changed shortlists too often in the past hour.',
  );
  registerShortlistRoutes(
    register,
    createShortlistService({ ...options, commentsPerAccount, announcements }),
    createShortlistSharingService({ ...options, announcements }),
    options.queues.shortlists,
    createLimiter(
      'new-shortlists',
      rateLimits.newShortlistsPerAccount,
      'You have created too many shortlists in the past hour. Please try again later.',
    ),
  );
}
