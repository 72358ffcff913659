/** Messages from the contact page (docs/product/messages.md, Contact form). */

import { z } from 'zod';
import { MESSAGE_SORTS } from '../list-sorts.ts';
import {
  MAX_LONG_TEXT_LENGTH,
  MIN_MESSAGE_LENGTH,
  MIN_NAME_LENGTH,
  MIN_SUBJECT_LENGTH,
} from '../limits.ts';
import {
  emailSchema,
  idSchema,
  pageQuerySchema,
  personNameSchema,
  textSchema,
  timeSchema,
} from './common.ts';
import { sortSchema } from './properties/property-filter.ts';

/** The contact form and the body of `POST /contact`. */
export const contactFormSchema = z.object({
  name: personNameSchema('Name is required', MIN_NAME_LENGTH),
  email: emailSchema('Please enter a valid email address'),
  subject: textSchema('Subject must be at least 5 characters', MIN_SUBJECT_LENGTH),
  message: textSchema(
    'Message must be at least 10 characters',
    MIN_MESSAGE_LENGTH,
    MAX_LONG_TEXT_LENGTH,
  ),
});
export type ContactForm = z.output<typeof contactFormSchema>;

/** A message for admins. */
export const contactMessageSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  createdAt: timeSchema,
});
export type ContactMessage = z.output<typeof contactMessageSchema>;

/** Query of `GET /contact`. `isRead` selects only read (`true`) or only unread (`false`) messages. */
export const contactQuerySchema = pageQuerySchema.extend({
  isRead: z.enum(['true', 'false'], { error: 'isRead must be true or false.' }).optional(),
  sort: sortSchema(MESSAGE_SORTS),
});
export type ContactQuery = z.output<typeof contactQuerySchema>;
