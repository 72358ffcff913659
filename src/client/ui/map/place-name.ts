/** Finds room for a name on a map. A pure function, so it can be tested without a map. */

/** A rectangle, in pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const LETTER_WIDTH_PX = 7.5;
const LABEL_HEIGHT_PX = 20;
/** The free space on the left and right of a name, in pixels. */
const SIDE_MARGIN_PX = 3;

/**
 * Positions a name at its place, or below, above, or next to a pin there.
 *
 * @param position the place's position
 * @param occupied the boxes to avoid
 * @returns the offset of the name's center from its place, and the name's box; undefined if there is
 * no room
 */
export function positionName(
  name: string,
  position: { x: number; y: number },
  occupied: readonly Box[],
): { x: number; y: number; box: Box } | undefined {
  const half = {
    width: (name.length * LETTER_WIDTH_PX) / 2 + SIDE_MARGIN_PX,
    height: LABEL_HEIGHT_PX / 2,
  };
  // The offsets clear a pin, whose tip is at the place, and a cluster, which is centered on it.
  const vertical = [0, 20, 30, -30, -44].map((y) => ({ x: 0, y }));
  const sideways = [22, 36].flatMap((x) => [
    { x: half.width + x, y: -half.height },
    { x: -half.width - x, y: -half.height },
  ]);
  for (const { x, y } of [...vertical, ...sideways]) {
    const box = {
      left: position.x + x - half.width,
      top: position.y + y - half.height,
      right: position.x + x + half.width,
      bottom: position.y + y + half.height,
    };
    if (occupied.every((other) => !overlap(box, other))) return { x, y, box };
  }
  return undefined;
}

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
