import { z } from 'zod';

/** A calendar file (RFC 5545). */
export const calendarSchema = z.string().meta({ description: 'An iCalendar file (RFC 5545)' });
export const CALENDAR_TYPE = 'text/calendar; charset=utf-8';
