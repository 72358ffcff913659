/** Paper and picture sizes of brochures. */

import type { BrochurePaper } from '#shared/schemas/brokerage/brochure.ts';

/** Paper sizes in points, 72 to an inch. */
export const PAPERS: Record<BrochurePaper, [width: number, height: number]> = {
  letter: [612, 792],
  a4: [595.28, 841.89],
};
export const MARGIN = 40;
export const GAP = 8;
const COVER_HEIGHT = 236;
const ROW_HEIGHT = 88;

/** Returns the sizes of printed pictures, in points. */
export function pictureSizes(paper: BrochurePaper) {
  const width = PAPERS[paper][0] - 2 * MARGIN;
  return {
    cover: { width, height: COVER_HEIGHT },
    other: { width: (width - 2 * GAP) / 3, height: ROW_HEIGHT },
  };
}
