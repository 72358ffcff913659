/** Views, saves, inquiries, and tours of a listing (docs/product/figures.md). */

import { z } from 'zod';
import { FIGURE_DAYS, MAX_FIGURE_DAYS } from '../../limits.ts';
import { queryInteger } from '../common.ts';
import { managedPropertySchema } from './property.ts';

/** Query of the figures of one listing. */
export const figuresQuerySchema = z.object({
  days: queryInteger(
    1,
    MAX_FIGURE_DAYS,
    `Days must be a whole number from 1 to ${MAX_FIGURE_DAYS}.`,
  ).default(FIGURE_DAYS),
});

const counts = {
  views: z.int(),
  saves: z.int(),
  inquiries: z.int(),
  tours: z.int(),
};

const dateSchema = z.string().meta({ description: 'A date in UTC', example: '2026-11-26' });

/**
 * Response of `GET /properties/{id}/figures`. The days are the last UTC days, oldest first, but none before the
 * listing's creation.
 */
export const figuresSchema = z.object({
  days: z.object({ date: dateSchema, ...counts }).array(),
  totals: z.object(counts),
});
export type Figures = z.output<typeof figuresSchema>;

/** Response of `GET /properties/{id}/figures/similar`. Medians are null for days with too few homes. */
export const similarFiguresSchema = z.object({
  homeCount: z.int(),
  days: z.object({ date: dateSchema, views: z.int().nullable() }).array(),
});
export type SimilarFigures = z.output<typeof similarFiguresSchema>;

/**
 * A listing for its agent or the office's manager, with the number of views in the last 30 days and of all saves and
 * inquiries.
 */
export const ownPropertySchema = managedPropertySchema.and(
  z.object({ figures: z.object({ views: z.int(), saves: z.int(), inquiries: z.int() }) }),
);
export type OwnProperty = z.output<typeof ownPropertySchema>;
