/** Webhooks (docs/product/webhooks.md). */

import { z } from 'zod';
import { idSchema, timeSchema } from '../common.ts';

/** The events that a webhook can receive. */
export const WEBHOOK_EVENTS = [
  'listing.published',
  'listing.updated',
  'listing.unavailable',
  'listing.deleted',
  'inquiry.created',
  'inquiry.answered',
  'tour.booked',
  'tour.changed',
  'tour.canceled',
  'user.registered',
  'report.created',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The maximum number of webhooks of a site. */
export const MAX_WEBHOOKS = 20;

const MAX_URL_LENGTH = 2_000;
const MAX_DESCRIPTION_LENGTH = 200;

const EVENTS_MESSAGE = `Choose one or more of ${WEBHOOK_EVENTS.join(', ')}.`;

/** Body of `POST /webhooks`. */
export const webhookFormSchema = z.object({
  url: z
    .string({ error: 'Enter a URL.' })
    .trim()
    .min(1, 'Enter a URL.')
    .max(MAX_URL_LENGTH, `The URL must be at most ${MAX_URL_LENGTH} characters.`),
  events: z
    .array(z.enum(WEBHOOK_EVENTS, EVENTS_MESSAGE), EVENTS_MESSAGE)
    .min(1, EVENTS_MESSAGE)
    .transform((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event))),
  isEnabled: z.boolean('isEnabled must be true or false.').default(true),
  description: z
    .string('The description must be text.')
    .trim()
    .max(
      MAX_DESCRIPTION_LENGTH,
      `The description must be at most ${MAX_DESCRIPTION_LENGTH} characters.`,
    )
    .refine((text) => !text.includes('\0'), 'The description must be text.')
    .default(''),
});
export type WebhookForm = z.output<typeof webhookFormSchema>;

/** Body of `PATCH /webhooks/:id`. Absent fields do not change. */
export const webhookChangesSchema = z.object({
  url: webhookFormSchema.shape.url.optional(),
  events: webhookFormSchema.shape.events.optional(),
  isEnabled: z.boolean('isEnabled must be true or false.').optional(),
  description: webhookFormSchema.shape.description.unwrap().optional(),
});
export type WebhookChanges = z.output<typeof webhookChangesSchema>;

/**
 * A webhook. It is disabled automatically if the receiver responds with 410 or fails for five days
 * (`disabledReason`).
 */
export const webhookSchema = z.object({
  _id: idSchema,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  isEnabled: z.boolean(),
  description: z.string(),
  disabledReason: z.enum(['gone', 'failing']).nullable(),
  createdAt: timeSchema,
});
export type Webhook = z.output<typeof webhookSchema>;

/** A webhook with its secret, which is returned only once. */
export const webhookWithSecretSchema = webhookSchema.extend({ secret: z.string() });
export type WebhookWithSecret = z.output<typeof webhookWithSecretSchema>;

/** A message to a webhook. `response` is the receiver's last response, or the reason why there is none. */
export const webhookDeliverySchema = z.object({
  _id: idSchema,
  event: z.enum([...WEBHOOK_EVENTS, 'ping']),
  tries: z.int().min(0),
  status: z.enum(['waiting', 'delivered', 'failed']),
  responseStatus: z.int().nullable(),
  response: z.string().nullable(),
  createdAt: timeSchema,
  nextTryAt: timeSchema.nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDeliverySchema>;

/** Path parameters of a delivery. */
export const deliveryParamsSchema = z.object({ id: idSchema, deliveryId: idSchema });
