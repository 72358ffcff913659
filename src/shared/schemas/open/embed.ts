/** The queries of `/feed.atom` and `/embed` (docs/product/feeds.md). */

import { z } from 'zod';
import { DEFAULT_EMBEDDED_HOMES, MAX_EMBEDDED_HOMES } from '../../limits.ts';
import { queryInteger } from '../common.ts';
import { searchQuerySchema } from '../properties/property-filter.ts';
import { officeIdSchema } from '../properties/property-search.ts';

/** The themes of an embedded page; `auto` follows the visitor's system. */
const EMBED_THEMES = ['auto', 'light', 'dark'] as const;
export type EmbedTheme = (typeof EMBED_THEMES)[number];

/** The filters of `GET /properties`. */
export const feedQuerySchema = searchQuerySchema.safeExtend({ officeId: officeIdSchema });
export type FeedQuery = z.output<typeof feedQuerySchema>;

/** The filters, number of homes, and theme. */
export const embedQuerySchema = feedQuerySchema.safeExtend({
  limit: queryInteger(
    1,
    MAX_EMBEDDED_HOMES,
    `Limit must be a whole number from 1 to ${MAX_EMBEDDED_HOMES}.`,
  ).default(DEFAULT_EMBEDDED_HOMES),
  theme: z
    .enum(EMBED_THEMES, { error: `Theme must be one of ${EMBED_THEMES.join(', ')}.` })
    .default('auto'),
});
