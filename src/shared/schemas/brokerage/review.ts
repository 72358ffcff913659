/** Reviews of listings before publication (docs/product/reviews.md). */

import { z } from 'zod';
import { MAX_DECISION_REASON_LENGTH } from '../../limits.ts';
import {
  dateTimeSchema,
  idSchema,
  idSchemaWith,
  pageQuerySchema,
  textSchema,
  timeSchema,
} from '../common.ts';
import { propertySchema } from '../properties/property.ts';

export const REVIEW_DECISIONS = ['approved', 'changes_requested'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

const MIN_REASON_LENGTH = 5;
const REASON_MESSAGE = `Please give a reason of at least ${MIN_REASON_LENGTH} characters.`;

/** A listing awaiting a decision. */
export const reviewSchema = propertySchema.extend({
  submittedAt: timeSchema,
  /** The last decision about the listing. */
  previousDecision: z
    .object({ decision: z.enum(REVIEW_DECISIONS), reason: z.string().nullable(), at: timeSchema })
    .nullable(),
});
export type Review = z.output<typeof reviewSchema>;

/** Query of `GET /reviews`. */
export const reviewsQuerySchema = pageQuerySchema;

/** Path parameters of a review. */
export const reviewParamsSchema = z.object({
  propertyId: idSchemaWith('An ID must be a number.'),
});

/**
 * Body of `PATCH /reviews/{propertyId}`. `before` is the `updatedAt` of the listing that the admin saw.
 * Without it, the server does not check whether the listing has changed.
 */
export const reviewDecisionSchema = z
  .object({
    decision: z.enum(REVIEW_DECISIONS, {
      error: 'Decision must be approved or changes_requested.',
    }),
    reason: textSchema(REASON_MESSAGE, 0, MAX_DECISION_REASON_LENGTH).optional(),
    before: dateTimeSchema('Before must be the updatedAt of the listing.').optional(),
  })
  .refine(
    ({ decision, reason = '' }) => decision === 'approved' || reason.length >= MIN_REASON_LENGTH,
    { path: ['reason'], message: REASON_MESSAGE },
  );
export type ReviewDecisionForm = z.output<typeof reviewDecisionSchema>;

export const SIGNAL_KINDS = ['same_address', 'same_picture', 'price', 'contact_in_text'] as const;

/** A signal for the reviewer. It has no other effect. */
export const reviewSignalSchema = z.object({
  kind: z.enum(SIGNAL_KINDS),
  /** Another listing that the signal refers to. */
  propertyId: idSchema.optional(),
  detail: z.string(),
});
export type ReviewSignal = z.output<typeof reviewSignalSchema>;
