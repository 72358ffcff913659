/** Creates the services for tours and open houses, and registers their endpoints. */

import type { Database } from '../../database/database.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { CreateLimiter, RateLimits } from '../../http/limits/rate-limits.ts';
import { createMessageCounter } from '../inquiries/open-inquiry-service.ts';
import { registerOpenHouseRoutes } from './open-houses/open-house-routes.ts';
import { createOpenHouseService } from './open-houses/open-house-service.ts';
import { createTourBookingService } from './tour-booking-service.ts';
import { createTourHoursService } from './hours/tour-hours-service.ts';
import { registerTourRoutes } from './tour-routes.ts';
import { createTourService } from './tour-service.ts';

/** @param options.publicUrl returns the site's URL, without a trailing slash */
export function registerTours(
  register: RegisterEndpoint,
  options: {
    db: Database;
    readDb: Database;
    createLimiter: CreateLimiter;
    rateLimits: RateLimits;
    now: () => Date;
    publicUrl: () => string;
  },
): void {
  const { db, readDb, createLimiter, rateLimits, now, publicUrl } = options;
  const tooManyMessage = 'Too many tour requests in the last hour. Please try again later.';
  registerTourRoutes(register, {
    hours: createTourHoursService({ db, now }),
    booking: createTourBookingService({
      db,
      bookingsPerSender: createLimiter('tours', rateLimits.toursPerSender, tooManyMessage),
      countMessage: createMessageCounter(createLimiter, rateLimits),
      now,
    }),
    tours: createTourService({
      db,
      changesPerVisitor: createLimiter(
        'tour-changes',
        rateLimits.tourChangesPerVisitor,
        'Too many tour changes in the last hour. Please try again later.',
      ),
      movesPerAgent: createLimiter(
        'tour-moves',
        rateLimits.tourMovesPerAgent,
        'You have moved too many tours in the last hour. Please try again later.',
      ),
      publicUrl,
      now,
    }),
  });
  registerOpenHouseRoutes(register, createOpenHouseService({ db, readDb, now }));
}
