/** Saved homes (docs/product/saved-homes.md, Saved homes). */

import { z } from 'zod';
import { MAX_FAVORITE_NOTE_LENGTH, MAX_MERGED_FAVORITES } from '../../limits.ts';
import { idSchema, textSchema, timeSchema } from '../common.ts';
import { propertySchema } from '../properties/property.ts';

/** A saved home: the current listing, the user's note, and when and at what price it was saved, in US dollars. */
export const favoriteSchema = propertySchema.extend({
  savedAt: timeSchema,
  note: z.string().nullable(),
  savedPrice: z.number(),
});
export type Favorite = z.output<typeof favoriteSchema>;

/** IDs of saved homes, newest first. */
export const favoriteIdsSchema = z.array(idSchema);

/** Body of `PUT /favorites/{id}`. If `note` is absent, the stored note does not change; an empty string clears it. */
export const favoriteFormSchema = z.object({
  note: textSchema('The note must be text.', 0, MAX_FAVORITE_NOTE_LENGTH).optional(),
});

/** Body of `POST /favorites/merge`: the IDs stored on a device, newest first. Invalid IDs are ignored. */
export const mergeFavoritesSchema = z.object({
  ids: z
    .array(z.unknown(), { error: 'ids must be a list.' })
    .max(MAX_MERGED_FAVORITES, {
      error: `At most ${MAX_MERGED_FAVORITES.toLocaleString('en-US')} IDs are allowed in one request.`,
    })
    .transform((ids) => ids.filter((id): id is string => idSchema.safeParse(id).success)),
});
