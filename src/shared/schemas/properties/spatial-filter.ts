/** The location filters as query parameters (docs/product/map.md, Filters). */

import { z } from 'zod';
import { type Area, parseAreas } from '../../geo/area.ts';
import { type Bounds, type Position, parseBounds, parsePosition } from '../../geo/bounds.ts';
import {
  MAX_AREA_POINTS,
  MIN_AREA_POINTS,
  MAX_AREAS,
  MAX_WITHIN_MILES,
  MIN_WITHIN_MILES,
} from '../../limits.ts';

const BOUNDS_MESSAGE =
  'Bounds must be west,south,east,north in degrees, with south not above north.';
const AREA_MESSAGE = `Areas must be at most ${MAX_AREAS} encoded polylines with ${MIN_AREA_POINTS} to ${MAX_AREA_POINTS} valid points each.`;
const NEAR_MESSAGE = 'Near must be latitude,longitude in degrees.';
const WITHIN_MESSAGE = `Within must be a number of miles from ${MIN_WITHIN_MILES} to ${MAX_WITHIN_MILES}.`;

/** Creates a schema that parses text with a function, which returns null for invalid text. */
function readAs<T>(read: (text: string) => T | null, message: string) {
  return z.string({ error: message }).transform((text, context) => {
    const value = read(text);
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** A bounding box: `west,south,east,north`. */
export const boundsSchema = readAs<Bounds>(parseBounds, BOUNDS_MESSAGE).meta({
  description:
    'Bounding box as `west,south,east,north` in degrees; a box with west greater than east crosses the antimeridian',
  example: '-97.9,30.1,-97.5,30.5',
});

/**
 * The location filters. `near` requires `within` and vice versa (`nearNeedsWithin`). Areas that
 * cross themselves too often are rejected later, in a queued check that takes milliseconds.
 */
export const SPATIAL_FIELDS = {
  bounds: boundsSchema.optional(),
  area: readAs<readonly Area[]>(parseAreas, AREA_MESSAGE)
    .meta({
      description:
        'Comma-separated encoded polylines with precision 5. Homes in any of these areas match. Each area is filled by the even-odd rule.',
    })
    .optional(),
  near: readAs<Position>(parsePosition, NEAR_MESSAGE)
    .meta({ description: 'Center as `latitude,longitude` in degrees', example: '30.27,-97.74' })
    .optional(),
  within: z
    .string({ error: WITHIN_MESSAGE })
    .regex(/^\d{1,3}(\.\d{1,20})?$/, WITHIN_MESSAGE)
    .transform(Number)
    .pipe(z.number().min(MIN_WITHIN_MILES, WITHIN_MESSAGE).max(MAX_WITHIN_MILES, WITHIN_MESSAGE))
    .meta({ description: 'Maximum great-circle distance from `near`, in miles' })
    .optional(),
};

/** Adds an error if only one of `near` and `within` is given. */
export function nearNeedsWithin(
  { near, within }: { near?: unknown; within?: unknown },
  context: z.RefinementCtx,
): void {
  if ((near === undefined) === (within === undefined)) return;
  const missing = near === undefined ? 'near' : 'within';
  context.addIssue({
    code: 'custom',
    path: [missing],
    message: 'Near and within must be sent together.',
  });
}
