/** Creates the services for saved searches and alerts, and registers their endpoints. */

import type { FastifyInstance } from 'fastify';
import type { CostRates } from '#shared/monthly-cost.ts';
import type { Database } from '../../database/database.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { CreateLimiter, RateLimits } from '../../http/limits/rate-limits.ts';
import type { WorkQueues } from '../../http/limits/request-work.ts';
import { createAlertService } from './alerts/alert-service.ts';
import {
  registerAlertRoutes,
  registerSavedSearchRoutes,
  registerUnsubscribeRoute,
} from './saved-search-routes.ts';
import { createSavedSearchService } from './saved-search-service.ts';

/**
 * @param options.createRegister returns a function that registers endpoints in a Fastify scope, which
 *   can have its own body parsers
 */
export function registerSavedSearches(
  app: FastifyInstance,
  register: RegisterEndpoint,
  options: {
    db: Database;
    createLimiter: CreateLimiter;
    rateLimits: RateLimits;
    now: () => Date;
    costRates: CostRates;
    createRegister: (scope: FastifyInstance) => RegisterEndpoint;
    queues: Pick<WorkQueues, 'drawnAreas'>;
  },
): void {
  const { db, createLimiter, rateLimits, now, costRates, queues } = options;
  registerSavedSearchRoutes(
    register,
    createSavedSearchService({ db, now, costRates }),
    createLimiter(
      'new-searches',
      rateLimits.newSearchesPerAccount,
      'You have saved too many searches in the past hour. Please try again later.',
    ),
    queues.drawnAreas,
  );
  const alerts = createAlertService({
    db,
    now,
    alertsPerIp: createLimiter(
      'alerts',
      rateLimits.alertsPerIp,
      'Too many alert requests from this network. Please try again in an hour.',
    ),
    confirmationsPerIp: createLimiter(
      'alert-confirmations',
      rateLimits.alertConfirmationsPerIp,
      'Too many requests. Please try again in an hour.',
    ),
    cornersPerIp: createLimiter(
      'alert-corners',
      rateLimits.alertCornersPerIp,
      'Too many detailed areas from this network. Please draw a simpler area, or try again tomorrow.',
    ),
  });
  registerAlertRoutes(register, alerts);
  registerUnsubscribeRoute(app, options.createRegister, alerts);
}
