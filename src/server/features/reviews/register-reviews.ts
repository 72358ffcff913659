import { endpoints } from '#shared/api-endpoints.ts';
import type { Database } from '../../database/database.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import { createReviewService } from './review-service.ts';
import { findSignals } from './signal-service.ts';

/** Registers the endpoints for reviews. */
export function registerReviews(
  register: RegisterEndpoint,
  options: { db: Database; now: () => Date },
): void {
  const service = createReviewService(options);

  register(endpoints.listReviews, async ({ query, request, reply }) => {
    const { reviews, total } = await service.list(query);
    setPageHeaders(request, reply, query, total);
    reply.header('X-Pending-Count', String(total));
    return reviews;
  });

  register(endpoints.decideReview, ({ actor, params, body }) =>
    service.decide(actor, params.propertyId, body),
  );

  register(endpoints.listReviewSignals, ({ params }) => findSignals(options.db, params.propertyId));
}
