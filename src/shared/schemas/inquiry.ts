/** Inquiries about homes (docs/product/inquiries.md). */

import { z } from 'zod';
import { INQUIRY_LIMITS, MIN_NAME_LENGTH } from '../limits.ts';
import {
  emailSchema,
  idSchema,
  dateTimeSchema,
  pageQuerySchema,
  scopeSchema,
  personNameSchema,
  textSchema,
  timeSchema,
} from './common.ts';
import { searchTermSchema } from './properties/property-search.ts';

/** The stages of an inquiry. */
export const INQUIRY_STAGES = ['new', 'contacted', 'tour', 'offer', 'closed', 'lost'] as const;
export type InquiryStage = (typeof INQUIRY_STAGES)[number];

const { messageMin, messageMax, phoneMax, noteMax } = INQUIRY_LIMITS;

/** A token from a link. An invalid token grants no access. */
const tokenSchema = z.string().max(200, 'This link is too long.').optional();

const optionalText = (maxLength: number) =>
  textSchema('Must be text.', 0, maxLength)
    .optional()
    .transform((text) => (text === '' ? undefined : text));

/** The sender of an inquiry, as entered by a visitor without an account. */
export const senderSchema = z.object({
  name: personNameSchema('Please enter your name.', MIN_NAME_LENGTH),
  email: emailSchema('Please enter a valid email address.'),
  phone: optionalText(phoneMax),
});

/** Body of `POST /properties/{id}/inquiries`. For signed-in users, name and email come from the account. */
export const inquiryFormSchema = senderSchema.extend({
  message: textSchema(`Please write at least ${messageMin} characters.`, messageMin, messageMax),
  token: tokenSchema,
  /** A honeypot: hidden from users, filled in by bots. */
  website: z.string().max(1_000, 'Website is too long.').optional(),
});
export type InquiryForm = z.output<typeof inquiryFormSchema>;

/** The inquiry form for signed-in users. */
export const signedInInquirySchema = inquiryFormSchema.omit({ name: true, email: true });

/** The inquiry's ID and a token that grants access to it. */
export const openedInquirySchema = z.object({ _id: idSchema, token: z.string() });

/** Body of `POST /inquiries/{id}/messages`. */
export const inquiryMessageFormSchema = z.object({
  message: textSchema('Please write a message.', 1, messageMax),
});

/** Body of `PATCH /inquiries/{id}`. */
export const inquiryChangeSchema = z.object({
  stage: z.enum(INQUIRY_STAGES, { error: 'Please choose one of the stages.' }).optional(),
  note: textSchema('The note must be text.', 0, noteMax).optional(),
  remindAt: dateTimeSchema('Please enter the time in ISO 8601 format.').nullable().optional(),
});
export type InquiryChange = z.output<typeof inquiryChangeSchema>;

/** Query of the endpoints that accept a token from a link. */
export const inquiryTokenQuerySchema = z.object({ token: tokenSchema });

export const inquiryMessageSchema = z.object({
  _id: idSchema,
  from: z.enum(['agent', 'sender']),
  /** The author's name. On the agent's side, the author can be a manager of the office. */
  name: z.string(),
  text: z.string(),
  createdAt: timeSchema,
});
export type InquiryMessage = z.output<typeof inquiryMessageSchema>;

const recordShape = {
  _id: idSchema,
  /** The ID is null after the listing is deleted. */
  property: z.object({
    _id: idSchema.nullable(),
    title: z.string(),
    price: z.number(),
    image: z.string().nullable(),
  }),
  agent: z.object({ _id: idSchema.nullable(), name: z.string() }),
  name: z.string(),
  /** Null after the sender's account is deleted. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  createdAt: timeSchema,
  lastMessageAt: timeSchema,
  /** Whether the sender has read the inquiry, if the viewer is the sender; otherwise, whether the agent has. */
  isRead: z.boolean(),
};

/** The fields that are visible only to the agent, the office's managers, and admins. */
const managementShape = {
  stage: z.enum(INQUIRY_STAGES).optional(),
  note: z.string().optional(),
  remindAt: timeSchema.nullable().optional(),
  adminReads: z.array(z.object({ date: timeSchema, name: z.string() })).optional(),
};

/** An inquiry with its conversation. */
export const inquirySchema = z.object({
  ...recordShape,
  messages: inquiryMessageSchema.array(),
  ...managementShape,
});
export type Inquiry = z.output<typeof inquirySchema>;

/** An inquiry in a list. */
export const inquirySummarySchema = z.object({
  ...recordShape,
  lastMessage: inquiryMessageSchema.nullable(),
  ...managementShape,
});
export type InquirySummary = z.output<typeof inquirySummarySchema>;

/** An inquiry without its messages, for users who can assign it to an agent. */
export const inquiryRecordSchema = z.object({
  ...recordShape,
  /** Always null. The field exists only to match other lists. */
  lastMessage: z.null(),
  stage: z.enum(INQUIRY_STAGES),
});
export type InquiryRecord = z.output<typeof inquiryRecordSchema>;

/** An inquiry in the admins' list, with the time of its oldest unanswered message. */
export const listedInquirySchema = inquiryRecordSchema.extend({
  /** The time of the sender's oldest unanswered message; null if there is none or the inquiry is closed or lost. */
  oldestUnansweredAt: timeSchema.nullable(),
});
export type ListedInquiry = z.output<typeof listedInquirySchema>;

/** Filters for inquiry lists. */
export const inquiryFilterSchema = z.object({
  stage: z.enum(INQUIRY_STAGES, { error: 'Please choose a valid stage.' }).optional(),
  searchTerm: searchTermSchema,
  unread: z.enum(['true', 'false'], { error: 'unread must be true or false.' }).optional(),
});
/** Query of `GET /inquiries.csv`. */
export const inquiryExportQuerySchema = inquiryFilterSchema.extend({ scope: scopeSchema });
/** Query of `GET /inquiries`. */
export const inquiriesQuerySchema = pageQuerySchema.extend(inquiryExportQuerySchema.shape);
/** Query of `GET /inquiries/all`. */
export const allInquiriesQuerySchema = pageQuerySchema.extend(inquiryFilterSchema.shape);
export type InquiryFilter = z.output<typeof inquiryFilterSchema>;
