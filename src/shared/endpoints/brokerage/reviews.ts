/** Listing reviews (docs/product/reviews.md). */

import {
  reviewDecisionSchema,
  reviewParamsSchema,
  reviewSchema,
  reviewSignalSchema,
  reviewsQuerySchema,
} from '../../schemas/brokerage/review.ts';
import { propertySchema } from '../../schemas/properties/property.ts';
import type { Endpoint } from '../endpoint.ts';

export const reviewEndpoints = {
  listReviews: {
    method: 'GET',
    path: '/reviews',
    tag: 'Reviews',
    summary: 'List listings awaiting review',
    description: 'Returns listings that need a decision, oldest first.',
    access: 'review:manage',
    query: reviewsQuerySchema,
    status: 200,
    response: reviewSchema.array(),
    paged: true,
    countsPending: true,
  },
  decideReview: {
    method: 'PATCH',
    path: '/reviews/:propertyId',
    tag: 'Reviews',
    summary: 'Review a listing',
    description: 'Approves the listing or sends it back to its agent.',
    access: 'review:manage',
    audit: ['listing.approved', 'listing.changes_requested'],
    params: reviewParamsSchema,
    body: reviewDecisionSchema,
    status: 200,
    response: propertySchema,
    changesPublicData: true,
  },
  listReviewSignals: {
    method: 'GET',
    path: '/reviews/:propertyId/signals',
    tag: 'Reviews',
    summary: 'List review signals',
    description: 'Returns signals for the reviewer, such as another listing at the same address.',
    access: 'review:manage',
    params: reviewParamsSchema,
    status: 200,
    response: reviewSignalSchema.array(),
  },
} as const satisfies Record<string, Endpoint>;
