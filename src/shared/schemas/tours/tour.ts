/** An agent's tour hours, available times, and tours (docs/product/tours.md). */

import { z } from 'zod';
import { joinWithOr } from '../../format/join-with-or.ts';
import { MIN_NAME_LENGTH } from '../../limits.ts';
import {
  MAX_PHONE_LENGTH,
  MAX_TOUR_DAYS_AHEAD,
  MAX_TOUR_MESSAGE_LENGTH,
  MAX_TOUR_NOTICE_HOURS,
  MAX_TOUR_PERIODS_PER_DAY,
  MAX_TOUR_SLOT_DAYS,
  TOUR_SLOT_MINUTES,
} from '../../tour-limits.ts';
import {
  emailSchema,
  idSchema,
  dateTimeSchema,
  pageQuerySchema,
  personNameSchema,
  queryInteger,
  scopeSchema,
  textSchema,
  timeSchema,
} from '../common.ts';
import { timeZoneSchema } from './time-zone.ts';

/** `instant` books an available time immediately; `request` requires the agent's confirmation. */
export const TOUR_MODES = ['instant', 'request'] as const;
export type TourMode = (typeof TOUR_MODES)[number];
export const TOUR_STATUSES = ['requested', 'booked', 'declined', 'canceled'] as const;
export type TourStatus = (typeof TOUR_STATUSES)[number];

const clockTime = z
  .string({ error: 'Enter a time as HH:MM.' })
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM.');

const wholeNumber = (minimum: number, maximum: number, message: string) =>
  z.int({ error: message }).min(minimum, message).max(maximum, message);

/** A period for tours on a day of the week, in local time. `day` is 1 (Monday) to 7 (Sunday). */
export const weeklyHoursSchema = z
  .object({
    day: wholeNumber(1, 7, 'Days must be from 1 (Monday) to 7 (Sunday).'),
    from: clockTime,
    to: clockTime,
  })
  .refine(({ from, to }) => from < to, {
    path: ['to'],
    message: 'Hours must end after they start.',
  });

const tooManyPeriodsMessage = `Weekly hours can have at most ${MAX_TOUR_PERIODS_PER_DAY} periods a day.`;

const maxPeriodsPerDay = (periods: readonly { day: number }[]) =>
  Math.max(
    0,
    ...[1, 2, 3, 4, 5, 6, 7].map((weekday) => periods.filter(({ day }) => day === weekday).length),
  );

/** An agent's tour hours in the agent's time zone. */
export const tourHoursSchema = z.object({
  isEnabled: z.boolean({ error: 'Choose whether tours can be booked.' }),
  mode: z.enum(TOUR_MODES, { error: 'Mode must be instant or request.' }),
  timeZone: timeZoneSchema,
  slotMinutes: z.literal([...TOUR_SLOT_MINUTES], {
    error: `Tour length must be ${joinWithOr(TOUR_SLOT_MINUTES.map(String))} minutes.`,
  }),
  noticeHours: wholeNumber(
    0,
    MAX_TOUR_NOTICE_HOURS,
    `Notice must be from 0 to ${MAX_TOUR_NOTICE_HOURS} hours.`,
  ),
  daysAhead: wholeNumber(
    1,
    MAX_TOUR_DAYS_AHEAD,
    `Days ahead must be from 1 to ${MAX_TOUR_DAYS_AHEAD}.`,
  ),
  weekly: z
    .array(weeklyHoursSchema, { error: 'Hours must be a list.' })
    .max(7 * MAX_TOUR_PERIODS_PER_DAY, tooManyPeriodsMessage)
    .refine(
      (periods) => maxPeriodsPerDay(periods) <= MAX_TOUR_PERIODS_PER_DAY,
      tooManyPeriodsMessage,
    ),
});
export type TourHours = z.output<typeof tourHoursSchema>;

/** Body of `PUT /tour-hours`. Absent fields do not change. */
export const tourHoursChangeSchema = tourHoursSchema.partial();
export type TourHoursChange = z.output<typeof tourHoursChangeSchema>;

const dayMessage = 'Enter a date as YYYY-MM-DD.';
/** A date, `YYYY-MM-DD`. */
const daySchema = z.string({ error: dayMessage }).pipe(z.iso.date({ error: dayMessage }));

const slotDaysMessage = `Days must be a whole number from 1 to ${MAX_TOUR_SLOT_DAYS}.`;
/** Query of `GET /properties/{id}/tour-slots`; `from` defaults to today. */
export const tourSlotsQuerySchema = z.object({
  from: daySchema.optional(),
  days: queryInteger(1, MAX_TOUR_SLOT_DAYS, slotDaysMessage).default(7),
});

export const tourSlotSchema = z.object({ start: timeSchema, end: timeSchema });
export type TourSlot = z.output<typeof tourSlotSchema>;

const startSchema = dateTimeSchema('Choose a time.');

/** A token from a link. An invalid token grants no access. */
const tokenSchema = z.string().max(200, 'This link is not valid.').optional();
export const tourTokenQuerySchema = z.object({ token: tokenSchema });

const messageSchema = textSchema('The message must be text.', 0, MAX_TOUR_MESSAGE_LENGTH);

const nameSchema = personNameSchema('Name is required', MIN_NAME_LENGTH);
const visitorEmailSchema = emailSchema('Please enter a valid email address');

/**
 * Body of `POST /properties/{id}/tours`. For signed-in users, the account's name and email address
 * are used. `token` belongs to an inquiry that the tour continues; `website` is a honeypot hidden
 * from users.
 */
export const tourBookingSchema = z.object({
  start: startSchema,
  name: nameSchema.optional(),
  email: visitorEmailSchema.optional(),
  phone: textSchema('Phone is too long.', 0, MAX_PHONE_LENGTH).optional(),
  message: messageSchema.optional(),
  token: tokenSchema,
  website: z.string().max(MAX_TOUR_MESSAGE_LENGTH, 'Website is too long.').optional(),
});

/** The booking of a visitor without an account. */
export const visitorTourBookingSchema = tourBookingSchema.extend({
  name: nameSchema,
  email: visitorEmailSchema,
});
export type TourBooking = z.output<typeof visitorTourBookingSchema>;

/** The booking of a signed-in user. Ignores any name and email address. */
export const signedInTourBookingSchema = tourBookingSchema.omit({ name: true, email: true });

/** The booking form for visitors who are not signed in. */
export const tourVisitorFormSchema = z.object({
  name: nameSchema,
  email: visitorEmailSchema,
  phone: textSchema('Phone is too long.', 0, MAX_PHONE_LENGTH),
  message: messageSchema,
});
export type TourVisitorForm = z.output<typeof tourVisitorFormSchema>;

export const tourBookedSchema = z.object({
  _id: idSchema,
  status: z.enum(['booked', 'requested']),
  /** Gives access to the tour without an account. */
  token: z.string(),
});

/** A tour in responses. `property._id` and `agent._id` are null after the listing or account is deleted. */
export const tourSchema = z.object({
  _id: idSchema,
  property: z.object({
    _id: idSchema.nullable(),
    title: z.string(),
    price: z.number(),
    image: z.string().nullable(),
    address: z.string(),
  }),
  agent: z.object({ _id: idSchema.nullable(), name: z.string() }),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  start: timeSchema,
  end: timeSchema,
  timeZone: z.string(),
  status: z.enum(TOUR_STATUSES),
  createdAt: timeSchema,
});
export type Tour = z.output<typeof tourSchema>;

const statusMessage = `Status must be one of ${TOUR_STATUSES.join(', ')}.`;
/** Query of `GET /tours`: inclusive dates in the agent's time zone. */
export const toursQuerySchema = pageQuerySchema.extend({
  from: daySchema.optional(),
  to: daySchema.optional(),
  status: z.enum(TOUR_STATUSES, { error: statusMessage }).optional(),
  scope: scopeSchema,
});
export type ToursQuery = z.output<typeof toursQuerySchema>;

/**
 * Body of `PATCH /tours/{id}`: either a new status or a new time. `before` is the start that the
 * caller saw. Without it, the server does not check whether the start has changed.
 */
export const tourChangeSchema = z
  .object({
    status: z
      .enum(['booked', 'declined', 'canceled'], {
        error: 'Status must be booked, declined, or canceled.',
      })
      .optional(),
    start: startSchema.optional(),
    before: startSchema.optional(),
  })
  .refine(({ status, start }) => (status === undefined) !== (start === undefined), {
    path: ['status'],
    message: 'Send either a status or a start time.',
  });
export type TourChange = z.output<typeof tourChangeSchema>;
