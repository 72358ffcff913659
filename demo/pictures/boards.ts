import type { Camera, Spot } from './camera.ts';
import type { Ring, Vec3 } from './geometry.ts';
import { add } from './geometry.ts';
import type { Board, Sheet } from './order.ts';
import { polygonPath } from './svg.ts';

/** The upright rectangle that stands for a drawn thing among the solids, and its inner part. */
export function boardOf(camera: Camera, foot: Vec3, reach: { half: number; up: number } | undefined, size: number): { core: Ring; board: Ring } {
  if (reach === undefined) return { core: [foot], board: [] };
  const across = camera.right;
  const corner = (side: number, y: number): Vec3 => add(foot, [across[0] * side * size, y * size, across[2] * side * size]);
  const upright = (half: number, low: number, high: number): Ring => [corner(-half, low), corner(half, low), corner(half, high), corner(-half, high)];
  return {
    core: upright(reach.half * 0.4, 0.01, reach.up * 0.85),
    board: upright(reach.half * 3, -reach.up, reach.up * 2),
  };
}

interface Extent {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

function extentOf(camera: Camera, rings: readonly Ring[]): Extent | undefined {
  let found: Extent | undefined;
  for (const ring of rings) {
    for (const spot of camera.seeRing(ring)) {
      found ??= { x0: spot.x, x1: spot.x, y0: spot.y, y1: spot.y };
      found.x0 = Math.min(found.x0, spot.x);
      found.x1 = Math.max(found.x1, spot.x);
      found.y0 = Math.min(found.y0, spot.y);
      found.y1 = Math.max(found.y1, spot.y);
    }
  }
  return found;
}

const meet = (a: Extent, b: Extent): boolean => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

type Drawn = Board & { draw: (spot: Spot) => string };

/**
 * Writes sheets and boards in their order. Most cuts of a board turn out to be
 * needless, since nothing is painted between its pieces: those pieces are joined
 * again, and a board that becomes whole is drawn once and without a clip.
 */
export function paintBoards<T extends Sheet, B extends Drawn>(camera: Camera, order: readonly (T | B)[], draw: (sheet: T) => string, define: (markup: string) => string): string {
  const isBoard = (item: T | B): item is B => 'core' in item;
  const pieces = new Map<B['draw'], { at: number; extent: Extent | undefined; rings: Ring[] }[]>();
  const painted = order.map((item) => (isBoard(item) ? '' : draw(item)));
  const extents = order.map((item, i) => (isBoard(item) || painted[i] === '' ? undefined : extentOf(camera, item.rings)));
  order.forEach((item, at) => {
    if (!isBoard(item)) return;
    const list = pieces.get(item.draw) ?? [];
    list.push({ at, extent: extentOf(camera, [item.core]), rings: [item.board] });
    pieces.set(item.draw, list);
  });
  const output = [...painted];
  for (const [drawing, list] of pieces) {
    const first = list[0];
    const item = first === undefined ? undefined : order[first.at];
    if (item === undefined || !isBoard(item)) continue;
    const spot = camera.see(item.position);
    if (spot.depth <= 0.3) continue;
    // From the last piece backwards: an earlier one joins it when nothing lies between.
    for (let k = list.length - 2; k >= 0; k -= 1) {
      const [piece, later] = [list[k], list[k + 1]];
      if (piece === undefined || later === undefined) continue;
      let free = true;
      for (let i = piece.at + 1; i < later.at && free; i += 1) {
        const extent = extents[i];
        if (extent !== undefined && piece.extent !== undefined && meet(extent, piece.extent)) free = false;
      }
      if (!free) continue;
      later.rings.push(...piece.rings);
      if (piece.extent !== undefined && later.extent !== undefined) {
        later.extent = { x0: Math.min(piece.extent.x0, later.extent.x0), x1: Math.max(piece.extent.x1, later.extent.x1), y0: Math.min(piece.extent.y0, later.extent.y0), y1: Math.max(piece.extent.y1, later.extent.y1) };
      }
      list.splice(k, 1);
    }
    const svg = drawing(spot);
    if (list.length === 1) {
      const only = list[0];
      if (only !== undefined) output[only.at] = svg;
      continue;
    }
    // The farthest piece needs no clip: what it paints too much is painted again by the nearer ones.
    const id = define(`<g id="ID">${svg}</g>`);
    const farthest = list.shift();
    if (farthest !== undefined) output[farthest.at] = `<use href="#${id}"/>`;
    for (const piece of list) {
      const d = piece.rings.map((ring) => polygonPath(camera.seeRing(ring))).join('');
      if (d === '') continue;
      const mask = define(`<clipPath id="ID"><path d="${d}"/></clipPath>`);
      output[piece.at] = `<g clip-path="url(#${mask})"><use href="#${id}"/></g>`;
    }
  }
  return output.join('');
}
