/** Listing reports and admins' decisions (docs/product/reports.md). */

import { z } from 'zod';
import { emailSchema, idSchema, pageQuerySchema, textSchema, timeSchema } from './common.ts';
import { REPORT_REASON_CODES } from './report-reasons.ts';

/** The maximum length of the reporter's and the admin's text, in characters. */
const MAX_TEXT_LENGTH = 1_000;

const optionalText = textSchema('Must be text.', 0, MAX_TEXT_LENGTH).optional();

/** Body of `POST /properties/{id}/reports`. */
export const reportFormSchema = z.object({
  reason: z.enum(REPORT_REASON_CODES, { error: 'Please choose a reason.' }),
  text: optionalText,
  email: z
    .union([
      z.literal('').transform(() => undefined),
      emailSchema('Please enter a valid email address.'),
    ])
    .optional(),
});
export type ReportForm = z.output<typeof reportFormSchema>;

const DECISIONS = ['dismissed', 'hidden'] as const;
export type ReportDecision = (typeof DECISIONS)[number];

/**
 * Body of `PATCH /reports/{id}`. `before` is the decision that the caller saw. Without it, the server does not check
 * whether the decision has changed.
 */
export const reportDecisionSchema = z.object({
  decision: z.enum(DECISIONS, { error: 'Decision must be dismissed or hidden.' }),
  before: z
    .enum(DECISIONS, { error: 'Before must be the current decision, or null.' })
    .nullable()
    .optional(),
  note: optionalText,
});

/** A report for admins. */
export const reportSchema = z.object({
  _id: idSchema,
  /** The ID is null after the listing is deleted. */
  property: z.object({ _id: idSchema.nullable(), title: z.string() }),
  reason: z.enum(REPORT_REASON_CODES),
  text: z.string().nullable(),
  email: z.string().nullable(),
  createdAt: timeSchema,
  state: z.enum(['open', 'closed']),
  decision: z.enum(DECISIONS).nullable(),
});
export type Report = z.output<typeof reportSchema>;

/** Query of `GET /reports`. */
export const reportsQuerySchema = pageQuerySchema.extend({
  state: z.enum(['open', 'closed'], { error: 'State must be open or closed.' }).optional(),
});
export type ReportsQuery = z.output<typeof reportsQuerySchema>;
