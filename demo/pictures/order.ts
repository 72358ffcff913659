import type { Plane, Ring, Vec3 } from './geometry.ts';
import { clip, dot, EPSILON, flipped, middle } from './geometry.ts';

/** Something flat that can be cut by a plane. */
export interface Sheet {
  rings: readonly Ring[];
  plane: Plane;
}

/** Something that stands at a point and is never cut: a tree, a shrub, a glow. */
export interface Standing {
  position: Vec3;
}

interface Node<T, S> {
  plane: Plane;
  here: T[];
  front: Node<T, S> | Leaf<S>;
  back: Node<T, S> | Leaf<S>;
}

interface Leaf<S> {
  standing: S[];
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

function build<T extends Sheet, S>(sheets: readonly T[]): Node<T, S> | Leaf<S> {
  const chosen = choose(sheets);
  if (chosen === undefined) return { standing: [] };
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
      if (ahead.length > 0) front.push({ ...sheet, rings: ahead });
      if (behind.length > 0) back.push({ ...sheet, rings: behind });
    }
  }
  return { plane, here, front: build(front), back: build(back) };
}

/**
 * Whether a standing thing belongs in front of a node's plane. Upright planes
 * answer by the thing's foot. Roofs and floors do not: a tree reaches through
 * their planes, so it goes to the viewer's side when it is the nearer one.
 */
function beside<T extends Sheet, S>(node: Node<T, S>, foot: Vec3, eye: Vec3): boolean {
  const { normal, offset } = node.plane;
  const inFront = dot(normal, foot) >= offset - EPSILON;
  const eyeInFront = dot(normal, eye) >= offset;
  if (Math.abs(normal[1]) < 0.25 || (inFront && eyeInFront && normal[1] > 0)) return inFront;
  const ring = node.here[0]?.rings[0] ?? [];
  const centre = middle(ring);
  const nearer =
    Math.hypot(foot[0] - eye[0], foot[2] - eye[2]) < Math.hypot(centre[0] - eye[0], centre[2] - eye[2]);
  return nearer ? eyeInFront : !eyeInFront;
}

/**
 * Sheets and standing things from the farthest to the nearest, as painted.
 *
 * A binary space partition, because sorting by distance fails for walls, eaves
 * and posts that interlock, and a depth buffer would leave no vector shapes.
 * Sheets of one plane keep the order in which they were given: a window given
 * after its wall lies on it.
 */
export function farToNear<T extends Sheet, S extends Standing>(
  sheets: readonly T[],
  standing: readonly S[],
  eye: Vec3,
): (T | S)[] {
  const root = build<T, S>(sheets);
  for (const thing of standing) {
    let at = root;
    while ('plane' in at) at = beside(at, thing.position, eye) ? at.front : at.back;
    at.standing.push(thing);
  }
  const order: (T | S)[] = [];
  const away = (s: S): number =>
    Math.hypot(s.position[0] - eye[0], s.position[2] - eye[2]);
  const walk = (node: Node<T, S> | Leaf<S>): void => {
    if (!('plane' in node)) {
      order.push(...node.standing.toSorted((a, b) => away(b) - away(a)));
      return;
    }
    const ahead = dot(node.plane.normal, eye) >= node.plane.offset;
    walk(ahead ? node.back : node.front);
    order.push(...node.here);
    walk(ahead ? node.front : node.back);
  };
  walk(root);
  return order;
}
