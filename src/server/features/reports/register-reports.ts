/** Creates the report service and registers its endpoints. */

import type { Database } from '../../database/database.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { CreateLimiter, RateLimits } from '../../http/limits/rate-limits.ts';
import { registerReportRoutes } from './report-routes.ts';
import { createReportService } from './report-service.ts';

export function registerReports(
  register: RegisterEndpoint,
  options: {
    db: Database;
    createLimiter: CreateLimiter;
    rateLimits: RateLimits;
    now: () => Date;
  },
): void {
  const reportsPerIp = options.createLimiter(
    'report',
    options.rateLimits.reportsPerIp,
    'Too many reports from your network. Please try again later.',
  );
  registerReportRoutes(register, createReportService({ ...options, reportsPerIp }));
}
