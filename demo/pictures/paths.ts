import type { Camera } from './camera.ts';
import type { Ring } from './geometry.ts';
import { polygonPath, px } from './svg.ts';

/** A stop of a gradient: place 0..1, pigment, opacity. */
export type Stop = readonly [number, string, number?];

export function gradientMarkup(
  from: { x: number; y: number },
  to: { x: number; y: number },
  stops: readonly Stop[],
): string {
  const inner = stops
    .map(
      ([o, c, a]) =>
        `<stop offset="${o}" stop-color="${c}"${a === undefined ? '' : ` stop-opacity="${a}"`}/>`,
    )
    .join('');
  return `<linearGradient id="ID" gradientUnits="userSpaceOnUse" x1="${px(from.x)}" y1="${px(from.y)}" x2="${px(to.x)}" y2="${px(to.y)}">${inner}</linearGradient>`;
}

/** Rings as one path, all wound the same way so that overlaps stay filled. */
export function pathOf(camera: Camera, rings: readonly Ring[], open: boolean): string {
  let d = '';
  for (const ring of rings) {
    const spots = camera.seeRing(ring);
    if (spots.length < (open ? 2 : 3)) continue;
    if (open) {
      d += polygonPath(spots).slice(0, -1);
      continue;
    }
    let turn = 0;
    let before = spots[spots.length - 1];
    for (const spot of spots) {
      if (before !== undefined) turn += before.x * spot.y - spot.x * before.y;
      before = spot;
    }
    d += polygonPath(turn < 0 ? spots.toReversed() : spots);
  }
  return d;
}
