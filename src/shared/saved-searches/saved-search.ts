/** Saved searches and their alerts (docs/product/alerts.md). */

import { z } from 'zod';
import { MAX_SHORT_TEXT_LENGTH } from '../limits.ts';
import { emailSchema, idSchema, textSchema, timeSchema } from '../schemas/common.ts';
import { timeZoneSchema } from '../schemas/tours/time-zone.ts';

/** How often alerts are sent. */
export const FREQUENCIES = ['instant', 'daily', 'weekly', 'never'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** The frequencies with emails. */
export type MailFrequency = Exclude<Frequency, 'never'>;

const frequencySchema = z.enum(FREQUENCIES, {
  error: 'Frequency must be instant, daily, weekly, or never.',
});

const nameSchema = textSchema('Enter a name.', 1, MAX_SHORT_TEXT_LENGTH);

/** More than the number of filters of `GET /properties`. */
const MAX_FILTERS = 100;

/** The filters of `GET /properties` as strings, numbers, booleans, nulls, or lists. The service validates them. */
const filtersSchema = z.record(
  z.string().max(50),
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.union([z.string(), z.number()])),
  ]),
  { error: 'Search must be an object of filters.' },
);
export type SearchInput = z.output<typeof filtersSchema>;

/**
 * Checks the count first because describing each invalid filter is slow. Skips strings because `Object.values` would
 * split them into characters.
 */
const searchSchema = z.preprocess((value, context) => {
  if (typeof value === 'object' && Object.values(value ?? {}).flat().length > MAX_FILTERS)
    context.addIssue('The search has too many filters.');
  return value;
}, filtersSchema);

/** Body of `POST /saved-searches`. */
export const newSavedSearchSchema = z.object({
  name: nameSchema.optional(),
  search: searchSchema,
  frequency: frequencySchema,
  timeZone: timeZoneSchema.optional(),
});

/** Body of `PATCH /saved-searches/:id` and `PATCH /alerts`. Absent fields do not change. */
export const savedSearchChangesSchema = newSavedSearchSchema.partial();
export type SavedSearchChanges = z.output<typeof savedSearchChangesSchema>;

/**
 * A saved search. `newCount` is the number of matching homes listed since `seenAt`, up to
 * `MAX_NEW_HOMES`; null if counting would take too long.
 */
export const savedSearchSchema = z.object({
  _id: idSchema,
  name: z.string(),
  search: filtersSchema,
  frequency: frequencySchema,
  timeZone: z.string(),
  newCount: z.number().nullable(),
  seenAt: timeSchema,
  createdAt: timeSchema,
});
export type SavedSearch = z.output<typeof savedSearchSchema>;

/** A user's alert preferences. `emailConfirmed` can be changed only by a link in an email. */
export const preferencesSchema = z.object({
  emailConfirmed: z.boolean(),
  alertsOnFavorites: z.boolean(),
  timeZone: z.string(),
});
export type Preferences = z.output<typeof preferencesSchema>;

/** Body of `PUT /users/profile/preferences`. Absent fields do not change. */
export const preferenceChangesSchema = z.object({
  alertsOnFavorites: z.boolean('Alerts on favorites must be true or false.').optional(),
  timeZone: timeZoneSchema.optional(),
});

/** Body of `POST /alerts`. */
export const newAlertSchema = z.object({
  email: emailSchema('Please enter a valid email address.'),
  search: searchSchema,
  frequency: frequencySchema.exclude(['never'], {
    error: 'Frequency must be instant, daily, or weekly.',
  }),
  timeZone: timeZoneSchema.optional(),
});

const tokenSchema = z
  .string({ error: 'The token is missing.' })
  .min(1, 'The token is missing.')
  .max(200, 'This link is too long.');

/** The token from an emailed link, in a query or a body. */
export const linkTokenSchema = z.object({ token: tokenSchema });

/**
 * The alert behind an emailed link. `search`, `frequency`, and `timeZone` are null if the link only confirms an
 * account's email address.
 */
export const alertSchema = z.object({
  email: z.string(),
  name: z.string(),
  search: searchSchema.nullable(),
  frequency: frequencySchema.nullable(),
  timeZone: z.string().nullable(),
  isConfirmed: z.boolean(),
});
export type Alert = z.output<typeof alertSchema>;

/** The response to a confirmation: the confirmed alert and the token for managing it. */
export const confirmedAlertSchema = alertSchema.extend({
  /** Opens `/alerts/manage`; null for an account, which manages its alerts on `/saved-searches`. */
  manageToken: z.string().nullable(),
});
