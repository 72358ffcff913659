/** Creates the services that count views and read figures, and registers their endpoints. */

import type { FastifyInstance } from 'fastify';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Database } from '../../../database/database.ts';
import type { RegisterEndpoint } from '../../../http/endpoints/register-endpoint.ts';
import { createBufferedLimit } from '../../../http/limits/buffered-limit.ts';
import type { RateLimits } from '../../../http/limits/rate-limits.ts';
import { createFiguresService } from './figures-service.ts';
import { createViewService } from './view-service.ts';

export function registerFigures(
  app: FastifyInstance,
  register: RegisterEndpoint,
  options: { db: Database; rateLimits: RateLimits; now: () => Date },
): void {
  const perIp = createBufferedLimit(
    options.db,
    'views',
    options.rateLimits.viewsPerIp,
    'Too many views from this network. Please try again later.',
  );
  const views = createViewService({ ...options, perIp, log: app.log });
  const figures = createFiguresService({ ...options, flushViews: views.flush });
  app.addHook('onClose', views.close);

  register(endpoints.countView, async ({ params, actor, request }) => {
    await views.count({
      propertyId: params.id,
      ip: request.ip,
      userAgent: request.headers['user-agent'],
      hasGpc: request.headers['sec-gpc'] === '1',
      actor,
    });
    return null;
  });

  register(endpoints.getFigures, async ({ actor, params, query }) =>
    figures.read(actor, params.id, query.days),
  );

  register(endpoints.getSimilarFigures, async ({ actor, params, query }) =>
    figures.readSimilar(actor, params.id, query.days),
  );
}
