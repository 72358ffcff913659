/** The sheet of a brochure, and the pictures on it. */

import type { BrochurePaper } from '#shared/schemas/brokerage/brochure.ts';

/** In points, 72 to an inch. */
export const PAPERS: Record<BrochurePaper, [width: number, height: number]> = {
  letter: [612, 792],
  a4: [595.28, 841.89],
};
export const MARGIN = 40;
export const GAP = 8;
const COVER_HEIGHT = 236;
const ROW_HEIGHT = 88;

/** The sizes of the pictures on paper, in points. */
export function pictureSizes(paper: BrochurePaper) {
  const width = PAPERS[paper][0] - 2 * MARGIN;
  return {
    cover: { width, height: COVER_HEIGHT },
    other: { width: (width - 2 * GAP) / 3, height: ROW_HEIGHT },
  };
}
