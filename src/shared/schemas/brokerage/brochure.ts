/** Listing brochures (docs/product/listings.md, Brochure). */

import { z } from 'zod';

export const BROCHURE_PAPERS = ['letter', 'a4'] as const;
export type BrochurePaper = (typeof BROCHURE_PAPERS)[number];

export const brochureQuerySchema = z.object({
  paper: z.enum(BROCHURE_PAPERS, 'Paper must be letter or a4.').default('letter'),
});
