/** Creates the geocoding service and registers its endpoint. */

import type { FastifyBaseLogger } from 'fastify';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Database } from '../../database/database.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { CreateLimiter, RateLimits } from '../../http/limits/rate-limits.ts';
import { createGeocodeService } from './geocode-service.ts';

export function registerGeocode(
  register: RegisterEndpoint,
  options: {
    db: Database;
    geocoderUrl?: string | undefined;
    createLimiter: CreateLimiter;
    rateLimits: RateLimits;
    now: () => Date;
    publicUrl: () => string;
    siteName: () => Promise<string>;
    log: FastifyBaseLogger;
  },
): void {
  const service = createGeocodeService({
    ...options,
    geocoderUrl: options.geocoderUrl,
    lookupsPerAccount: options.createLimiter(
      'geocodes',
      options.rateLimits.geocodesPerAccount,
      'You have looked up too many addresses in the last hour. Please place the pin on the map.',
    ),
  });
  register(endpoints.geocode, async ({ actor, query }) => service.find(actor, query));
}
