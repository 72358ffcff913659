/** Metres: x to the right, y up, z away from the viewer. */
export type Vec3 = readonly [number, number, number];
/** Corners of a flat polygon, in order. */
export type Ring = readonly Vec3[];
/** The points p with dot(normal, p) = offset. */
export interface Plane {
  normal: Vec3;
  offset: number;
}

/** Flat pieces thinner than this are one plane; a tenth of a millimetre. */
export const EPSILON = 1e-4;

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vec3, k: number): Vec3 => [a[0] * k, a[1] * k, a[2] * k];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const lerp = (a: Vec3, b: Vec3, t: number): Vec3 => add(a, times(sub(b, a), t));

export function unit(a: Vec3): Vec3 {
  return times(a, 1 / (Math.hypot(a[0], a[1], a[2]) || 1));
}

/** Middle of a ring's corners. */
export function middle(ring: Ring): Vec3 {
  let sum: Vec3 = [0, 0, 0];
  for (const p of ring) sum = add(sum, p);
  return times(sum, 1 / Math.max(1, ring.length));
}

/** The part of a ring on the side the normal points to (Sutherland and Hodgman). Empty when nothing is left. */
export function clip(ring: Ring, plane: Plane): Ring {
  const kept: Vec3[] = [];
  let before = ring[ring.length - 1];
  if (before === undefined) return [];
  let beforeSide = dot(plane.normal, before) - plane.offset;
  for (const point of ring) {
    const side = dot(plane.normal, point) - plane.offset;
    if (beforeSide >= 0 !== side >= 0) {
      const crossing = lerp(before, point, beforeSide / (beforeSide - side));
      const last = kept[kept.length - 1];
      // A line is a ring of two corners: it crosses twice at one place.
      if (last === undefined || Math.hypot(...sub(crossing, last)) > EPSILON) kept.push(crossing);
    }
    if (side >= 0) kept.push(point);
    before = point;
    beforeSide = side;
  }
  return kept.length >= 2 ? kept : [];
}

/** The same plane seen from behind. */
export function flipped(plane: Plane): Plane {
  return { normal: times(plane.normal, -1), offset: -plane.offset };
}

/** The part of a ring inside a convex ring of the same plane. */
export function clipInside(ring: Ring, convex: Ring, normal: Vec3): Ring {
  const centre = middle(convex);
  let rest: Ring = ring;
  let before = convex[convex.length - 1];
  for (const point of convex) {
    if (before === undefined || rest.length === 0) break;
    let side = unit(cross(normal, sub(point, before)));
    if (dot(side, sub(centre, before)) < 0) side = times(side, -1);
    rest = clip(rest, { normal: side, offset: dot(side, before) });
    before = point;
  }
  return rest;
}

/** Area of a flat ring in square metres. */
export function area(ring: Ring): number {
  const first = ring[0];
  if (first === undefined) return 0;
  let sum: Vec3 = [0, 0, 0];
  let before: Vec3 | undefined;
  for (const point of ring) {
    if (before !== undefined) sum = add(sum, cross(sub(before, first), sub(point, first)));
    before = point;
  }
  return Math.hypot(sum[0], sum[1], sum[2]) / 2;
}

/** A ring's unit normal, on the side that `towards` points to; `towards` itself for a ring without area. */
export function normalOf(ring: Ring, towards: Vec3): Vec3 {
  const first = ring[0];
  if (first === undefined) return towards;
  let sum: Vec3 = [0, 0, 0];
  let before: Vec3 | undefined;
  for (const point of ring) {
    if (before !== undefined) sum = add(sum, cross(sub(before, first), sub(point, first)));
    before = point;
  }
  if (Math.hypot(...sum) < 1e-9) return unit(towards);
  const n = unit(sum);
  return dot(n, towards) < 0 ? times(n, -1) : n;
}

/** Whether two planes are one and look the same way. */
export function samePlane(a: Plane, b: Plane): boolean {
  return dot(a.normal, b.normal) > 0.99999 && Math.abs(a.offset - b.offset) < EPSILON;
}
