import type { Plane, Ring, Vec3 } from './geometry.ts';
import { clip, dot, EPSILON, flipped } from './geometry.ts';

/** Something flat that can be cut by a plane. */
export interface Sheet {
  rings: readonly Ring[];
  plane: Plane;
  /** True for the pieces of a sheet that had to be cut. */
  cut?: boolean;
}

/**
 * Something drawn upright that faces the viewer: a tree, a shrub, a glow. Its
 * `core` decides on which side of a plane it stands; a plane that goes through
 * the core cuts the whole `board`. A plane that only brushes its edge does not,
 * so that leaves may overlap the wall behind them. A core of one point is never cut.
 */
export interface Board {
  position: Vec3;
  core: Ring;
  body: Ring;
  board: Ring;
}

interface Node<T, B> {
  plane: Plane;
  here: T[];
  front: Node<T, B> | Leaf<B>;
  back: Node<T, B> | Leaf<B>;
}

interface Leaf<B> {
  boards: B[];
}

/** Candidates tried for each cut: more find fewer splits but cost time. */
const TRIES = 7;

function sideOf(rings: readonly Ring[], plane: Plane): -1 | 0 | 1 | 2 {
  let low = 0;
  let high = 0;
  for (const ring of rings) {
    for (const point of ring) {
      const side = dot(plane.normal, point) - plane.offset;
      if (side < low) low = side;
      if (side > high) high = side;
    }
  }
  if (low > -EPSILON && high < EPSILON) return 0;
  if (low > -EPSILON) return 1;
  return high < EPSILON ? -1 : 2;
}

function choose<T extends Sheet>(sheets: readonly T[]): T | undefined {
  let best: T | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES; i += 1) {
    const sheet = sheets[Math.floor((i * sheets.length) / TRIES)];
    if (sheet === undefined) continue;
    let cost = 0;
    let balance = 0;
    for (const other of sheets) {
      const side = sideOf(other.rings, sheet.plane);
      if (side === 2) cost += 8;
      else balance += side;
    }
    cost += Math.abs(balance);
    if (cost < bestCost) {
      bestCost = cost;
      best = sheet;
    }
  }
  return best;
}

/** The piece of a board in front of a plane. */
function cutBoard<B extends Board>(board: B, plane: Plane): B {
  return {
    ...board,
    core: clip(board.core, plane),
    body: clip(board.body, plane),
    board: clip(board.board, plane),
  };
}

function build<T extends Sheet, B extends Board>(
  sheets: readonly T[],
  boards: readonly B[],
): Node<T, B> | Leaf<B> {
  const chosen = choose(sheets);
  if (chosen === undefined) return { boards: [...boards] };
  const { plane } = chosen;
  const here: T[] = [];
  const front: T[] = [];
  const back: T[] = [];
  for (const sheet of sheets) {
    // The chosen sheet stays even when rounding lifts a corner off its own plane.
    const side = sheet === chosen ? 0 : sideOf(sheet.rings, plane);
    if (side === 0) here.push(sheet);
    else if (side === 1) front.push(sheet);
    else if (side === -1) back.push(sheet);
    else {
      const ahead = sheet.rings.map((r) => clip(r, plane)).filter((r) => r.length >= 2);
      const behind = sheet.rings.map((r) => clip(r, flipped(plane))).filter((r) => r.length >= 2);
      if (ahead.length > 0) front.push({ ...sheet, rings: ahead, cut: true });
      if (behind.length > 0) back.push({ ...sheet, rings: behind, cut: true });
    }
  }
  const frontBoards: B[] = [];
  const backBoards: B[] = [];
  for (const board of boards) {
    const side = sideOf([board.core], plane);
    if (side === 2) {
      frontBoards.push(cutBoard(board, plane));
      backBoards.push(cutBoard(board, flipped(plane)));
    } else (side === -1 ? backBoards : frontBoards).push(board);
  }
  return { plane, here, front: build(front, frontBoards), back: build(back, backBoards) };
}

/**
 * Sheets and boards from the farthest to the nearest, as painted.
 *
 * A binary space partition, because sorting by distance fails for walls, eaves
 * and posts that interlock, and a depth buffer would leave no vector shapes.
 * Sheets of one plane keep the order in which they were given: a window given
 * after its wall lies on it.
 */
export function farToNear<T extends Sheet, B extends Board>(
  sheets: readonly T[],
  boards: readonly B[],
  eye: Vec3,
): (T | B)[] {
  const order: (T | B)[] = [];
  const away = (b: B): number => Math.hypot(b.position[0] - eye[0], b.position[2] - eye[2]);
  const walk = (node: Node<T, B> | Leaf<B>): void => {
    if (!('plane' in node)) {
      order.push(...node.boards.toSorted((a, b) => away(b) - away(a)));
      return;
    }
    const ahead = dot(node.plane.normal, eye) >= node.plane.offset;
    walk(ahead ? node.back : node.front);
    order.push(...node.here);
    walk(ahead ? node.front : node.back);
  };
  walk(build<T, B>(sheets, boards));
  return order;
}
