/** Finds room for a name on a map. Pure, so it can be tested without a map. */

/** In pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const LETTER_WIDTH = 7.5;
const HEIGHT = 20;
/** Minimum distance between names, and from pins, in pixels. */
const GAP = 3;
/**
 * Places a name at its place, or else below, above, or next to a pin there.
 *
 * @param at its place
 * @param taken the boxes to avoid
 * @returns the offset of its center from its place, and its box; undefined if there is no room
 */
export function placeName(
  name: string,
  at: { x: number; y: number },
  taken: readonly Box[],
): { x: number; y: number; box: Box } | undefined {
  const half = { width: (name.length * LETTER_WIDTH) / 2 + GAP, height: HEIGHT / 2 };
  // Below and above a pin, whose tip is at its position, and a cluster, which is centered on it.
  const upright = [0, 20, 30, -30, -44].map((y) => ({ x: 0, y }));
  const aside = [22, 36].flatMap((x) => [
    { x: half.width + x, y: -half.height },
    { x: -half.width - x, y: -half.height },
  ]);
  for (const { x, y } of [...upright, ...aside]) {
    const box = {
      left: at.x + x - half.width,
      top: at.y + y - half.height,
      right: at.x + x + half.width,
      bottom: at.y + y + half.height,
    };
    if (taken.every((other) => !overlap(box, other))) return { x, y, box };
  }
  return undefined;
}

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
