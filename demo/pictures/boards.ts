import type { Camera, Spot } from './camera.ts';
import type { Ring, Vec3 } from './geometry.ts';
import { add } from './geometry.ts';
import type { Board, Sheet } from './order.ts';
import type { Point } from './svg.ts';
import { polygonPath } from './svg.ts';

/** A board and what is drawn on it. */
export type Drawn = Board & { draw: (spot: Spot) => string };

/** The upright rectangles that stand for a drawn thing among the solids. Without a reach it is a light. */
export function boardOf(
  camera: Camera,
  foot: Vec3,
  reach: { half: number; up: number } | undefined,
  size: number,
): Pick<Board, 'core' | 'body' | 'board'> {
  if (reach === undefined) return { core: [foot], body: [], board: [] };
  const across = camera.right;
  const corner = (side: number, y: number): Vec3 =>
    add(foot, [across[0] * side * size, y * size, across[2] * side * size]);
  const upright = (half: number, low: number, high: number): Ring => [
    corner(-half, low),
    corner(half, low),
    corner(half, high),
    corner(-half, high),
  ];
  return {
    core: upright(reach.half * 0.4, 0.01, reach.up * 0.85),
    body: upright(reach.half * 1.1, -reach.up * 0.05, reach.up * 1.05),
    board: upright(reach.half * 3, -reach.up, reach.up * 2),
  };
}

interface Extent {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

/** Upright box around a ring's spots; none when nothing is visible. */
function extentOf(spots: readonly Point[]): Extent | undefined {
  const first = spots[0];
  if (first === undefined) return undefined;
  const box = { x0: first.x, x1: first.x, y0: first.y, y1: first.y };
  for (const { x, y } of spots) {
    box.x0 = Math.min(box.x0, x);
    box.x1 = Math.max(box.x1, x);
    box.y0 = Math.min(box.y0, y);
    box.y1 = Math.max(box.y1, y);
  }
  return box;
}

const meet = (a: Extent, b: Extent): boolean =>
  a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

const around = (a: Extent, b: Extent): Extent => ({
  x0: Math.min(a.x0, b.x0),
  x1: Math.max(a.x1, b.x1),
  y0: Math.min(a.y0, b.y0),
  y1: Math.max(a.y1, b.y1),
});

/** Whether a point lies inside a polygon. */
function holds(spots: readonly Point[], point: Point): boolean {
  let inside = false;
  let before = spots[spots.length - 1];
  for (const spot of spots) {
    if (before !== undefined && spot.y > point.y !== before.y > point.y) {
      const x = spot.x + ((point.y - spot.y) / (before.y - spot.y)) * (before.x - spot.x);
      if (point.x < x) inside = !inside;
    }
    before = spot;
  }
  return inside;
}

/** Whether a drawn thing is tall and dense enough to hide a lamp. */
function isTree(board: Board): boolean {
  const heights = board.body.map((p) => p[1]);
  return Math.max(...heights) - Math.min(...heights) > 2.5;
}

interface Piece {
  at: number;
  extent: Extent | undefined;
  rings: Ring[];
}

/** One painted sheet: its markup and its outlines on the picture. */
interface Painted {
  svg: string;
  outlines: Spot[][];
  extents: Extent[];
  solid: boolean;
}

/** From the last piece backwards: an earlier one joins it when nothing is painted between them. */
function joinPieces(pieces: Piece[], painted: readonly (Painted | undefined)[]): void {
  for (let k = pieces.length - 2; k >= 0; k -= 1) {
    const [piece, later] = [pieces[k], pieces[k + 1]];
    if (piece === undefined || later === undefined) continue;
    const { extent } = piece;
    const between = painted.slice(piece.at + 1, later.at);
    const crossed =
      extent !== undefined && between.some((p) => p?.extents.some((e) => meet(e, extent)) === true);
    if (crossed) continue;
    later.rings.push(...piece.rings);
    later.extent =
      extent !== undefined && later.extent !== undefined
        ? around(extent, later.extent)
        : (extent ?? later.extent);
    pieces.splice(k, 1);
  }
}

/**
 * Writes sheets and boards in their order. Most cuts of a board turn out to be
 * needless, since nothing is painted between its pieces: those pieces are joined
 * again, and a board that becomes whole is drawn once and without a clip. Lights
 * are laid over everything at the end, where nothing stands before them: light
 * between the pieces of a wall would show where the wall was cut.
 */
export function paintBoards<T extends Sheet & { opacity?: number }>(
  camera: Camera,
  order: readonly (T | Drawn)[],
  draw: (sheet: T) => string,
  define: (markup: string) => string,
): string {
  const pieces = new Map<Drawn['draw'], Piece[]>();
  const painted = order.map((item, at): Painted | undefined => {
    if ('core' in item) {
      const list = pieces.get(item.draw) ?? [];
      list.push({ at, extent: extentOf(camera.seeRing(item.body)), rings: [item.board] });
      pieces.set(item.draw, list);
      return undefined;
    }
    const svg = draw(item);
    if (svg === '') return undefined;
    const outlines = item.rings.map((ring) => camera.seeRing(ring));
    const extents = outlines.map(extentOf).filter((e) => e !== undefined);
    return { svg, outlines, extents, solid: item.opacity === undefined };
  });
  const output = painted.map((p) => p?.svg ?? '');
  let lights = '';
  for (const [drawing, list] of pieces) {
    const item = order[list[0]?.at ?? -1];
    if (item === undefined || !('core' in item)) continue;
    const spot = camera.see(item.position);
    if (spot.depth <= 0.3) continue;
    if (item.body.length === 0 && item.core.length === 1) {
      const from = (list[0]?.at ?? 0) + 1;
      const after = painted.slice(from);
      const leaves = order
        .slice(from)
        .some((o) => 'core' in o && isTree(o) && holds(camera.seeRing(o.body), spot));
      const hidden = after.some((p) => p?.solid === true && p.outlines.some((o) => holds(o, spot)));
      if (!hidden && !leaves) lights += drawing(spot);
      continue;
    }
    joinPieces(list, painted);
    const last = list[0];
    if (last !== undefined && list.length === 1) {
      output[last.at] = drawing(spot);
      continue;
    }
    // The farthest piece needs no clip: what it paints too much is painted again by the nearer ones.
    const id = define(`<g id="ID">${drawing(spot)}</g>`);
    const farthest = list.shift();
    if (farthest !== undefined) output[farthest.at] = `<use href="#${id}"/>`;
    for (const piece of list) {
      const d = piece.rings.map((ring) => polygonPath(camera.seeRing(ring))).join('');
      if (d === '') continue;
      const mask = define(`<clipPath id="ID"><path d="${d}"/></clipPath>`);
      output[piece.at] = `<g clip-path="url(#${mask})"><use href="#${id}"/></g>`;
    }
  }
  return output.join('') + lights;
}
