/** Open houses (docs/product/open-houses.md). */

import { z } from 'zod';
import { MAX_OPEN_HOUSE_NOTE_LENGTH } from '../../tour-limits.ts';
import { idSchema, dateTimeSchema, textSchema, timeSchema } from '../common.ts';

/** Body of `POST /properties/{id}/open-houses`. */
export const openHouseFormSchema = z.object({
  start: dateTimeSchema('Choose when it begins.'),
  end: dateTimeSchema('Choose when it ends.'),
  note: textSchema('The note must be text.', 0, MAX_OPEN_HOUSE_NOTE_LENGTH).optional(),
});
export type OpenHouseForm = z.output<typeof openHouseFormSchema>;

/** An open house. Its time zone is the home's. */
export const openHouseSchema = z.object({
  _id: idSchema,
  start: timeSchema,
  end: timeSchema,
  timeZone: z.string(),
  note: z.string().nullable(),
});
export type OpenHouse = z.output<typeof openHouseSchema>;

/** The current or next open house of a listing. */
export const nextOpenHouseSchema = openHouseSchema.pick({ start: true, end: true, timeZone: true });
