import type { Ring, Vec3 } from './geometry.ts';
import { add, cross, middle, normalOf, sub, times, unit } from './geometry.ts';
import type { FaceInput, Stage } from './stage.ts';

/** A flat place to build on: seen from outside, `u` runs right, `v` up, `n` towards the viewer. */
export interface Frame {
  origin: Vec3;
  u: Vec3;
  v: Vec3;
  n: Vec3;
  width: number;
  height: number;
}

/** The point `a` to the right, `b` up and `out` in front of a frame's corner. */
export function on(frame: Frame, a: number, b: number, out = 0): Vec3 {
  return add(add(frame.origin, times(frame.u, a)), add(times(frame.v, b), times(frame.n, out)));
}

/** A rectangle on a frame. */
export function rect(frame: Frame, a: number, b: number, w: number, h: number, out = 0): Ring {
  return [
    on(frame, a, b, out),
    on(frame, a + w, b, out),
    on(frame, a + w, b + h, out),
    on(frame, a, b + h, out),
  ];
}

type Finish = Omit<FaceInput, 'rings' | 'normal' | 'color'>;

/** Paints a rectangle onto a frame. */
export function panel(
  stage: Stage,
  frame: Frame,
  box: readonly [number, number, number, number],
  color: string,
  finish: Finish = {},
): void {
  stage.face({ rings: [rect(frame, ...box)], normal: frame.n, color, ...finish });
}

export interface Sides {
  front: Frame;
  right: Frame;
  left: Frame;
  back: Frame;
  top: Frame;
  bottom: Frame;
}

/** Frames of an upright box from its lower left front corner. */
export function sidesOf(corner: Vec3, w: number, h: number, d: number): Sides {
  const [x, y, z] = corner;
  const v: Vec3 = [0, 1, 0];
  return {
    front: { origin: corner, u: [1, 0, 0], v, n: [0, 0, -1], width: w, height: h },
    right: { origin: [x + w, y, z], u: [0, 0, 1], v, n: [1, 0, 0], width: d, height: h },
    left: { origin: [x, y, z + d], u: [0, 0, -1], v, n: [-1, 0, 0], width: d, height: h },
    back: { origin: [x + w, y, z + d], u: [-1, 0, 0], v, n: [0, 0, 1], width: w, height: h },
    top: { origin: [x, y + h, z], u: [1, 0, 0], v: [0, 0, 1], n: [0, 1, 0], width: w, height: d },
    bottom: {
      origin: [x, y, z + d],
      u: [1, 0, 0],
      v: [0, 0, -1],
      n: [0, -1, 0],
      width: w,
      height: d,
    },
  };
}

/** A plain upright box. Returns its sides to build on. */
export function box(
  stage: Stage,
  corner: Vec3,
  size: Vec3,
  color: string,
  finish: Finish = {},
): Sides {
  const sides = sidesOf(corner, size[0], size[1], size[2]);
  for (const side of Object.values(sides) as Frame[]) {
    panel(stage, side, [0, 0, side.width, side.height], color, finish);
  }
  return sides;
}

/** A sheet with thickness below it: roof slopes, decks, awnings. */
export function plate(
  stage: Stage,
  ring: Ring,
  normal: Vec3,
  thickness: number,
  color: string,
  edge: string,
  finish: Finish = {},
): void {
  const down = times(normal, -thickness);
  const under = ring.map((p) => add(p, down));
  const centre = middle(ring);
  stage.face({ rings: [ring], normal, color, casts: true, receives: true, ...finish });
  stage.face({ rings: [under], normal: times(normal, -1), color: edge });
  ring.forEach((p, i) => {
    const q = ring[(i + 1) % ring.length] ?? p;
    let out = unit(cross(normal, sub(q, p)));
    if (
      out[0] * (p[0] - centre[0]) + out[1] * (p[1] - centre[1]) + out[2] * (p[2] - centre[2]) <
      0
    ) {
      out = times(out, -1);
    }
    stage.face({
      rings: [[p, q, add(q, down), add(p, down)]],
      normal: out,
      color: edge,
      casts: true,
    });
  });
}

/** Outline in two directions, metres; x across, y up. */
export type Outline = readonly (readonly [number, number])[];

/** A rectangle with round corners, for cushions, sofa arms and tubs. */
export function rounded(w: number, h: number, radius: number, steps = 4): Outline {
  const r = Math.min(radius, w / 2, h / 2);
  const corners: readonly (readonly [number, number, number])[] = [
    [w - r, r, -90],
    [w - r, h - r, 0],
    [r, h - r, 90],
    [r, r, 180],
  ];
  return corners.flatMap(([cx, cy, start]) =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const angle = ((start + (i * 90) / steps) * Math.PI) / 180;
      return [cx + Math.cos(angle) * r, cy + Math.sin(angle) * r] as const;
    }),
  );
}

/**
 * Pulls an outline (counter-clockwise) through space: `axis` 'z' keeps it facing
 * the viewer, 'x' faces it sideways, 'y' lays it flat. A bevel rounds the ends.
 */
export function extrude(
  stage: Stage,
  corner: Vec3,
  outline: Outline,
  length: number,
  axis: 'x' | 'y' | 'z',
  color: string,
  finish: Finish & { bevel?: number } = {},
): void {
  const { bevel = 0, ...rest } = finish;
  const put = (p: readonly [number, number], t: number): Vec3 => {
    if (axis === 'z') return add(corner, [p[0], p[1], t]);
    if (axis === 'x') return add(corner, [t, p[1], p[0]]);
    return add(corner, [p[0], t, p[1]]);
  };
  const cx = outline.reduce((s, p) => s + p[0], 0) / outline.length;
  const cy = outline.reduce((s, p) => s + p[1], 0) / outline.length;
  const shrink = (by: number): Outline => {
    const reach = Math.max(...outline.map((p) => Math.hypot(p[0] - cx, p[1] - cy)));
    const k = 1 - by / reach;
    return outline.map((p) => [cx + (p[0] - cx) * k, cy + (p[1] - cy) * k] as const);
  };
  const small = bevel > 0 ? shrink(bevel) : outline;
  const layers: [Outline, number][] =
    bevel > 0
      ? [
          [small, 0],
          [outline, bevel],
          [outline, length - bevel],
          [small, length],
        ]
      : [
          [outline, 0],
          [outline, length],
        ];
  const heart = put([cx, cy], length / 2);
  const outward = (ring: Ring): Vec3 => normalOf(ring, sub(middle(ring), heart));
  for (const [shape, t] of [layers[0], layers[layers.length - 1]].filter((l) => l !== undefined)) {
    const ring = shape.map((p) => put(p, t));
    stage.face({ rings: [ring], normal: outward(ring), color, ...rest });
  }
  for (let l = 0; l + 1 < layers.length; l += 1) {
    const [low, high] = [layers[l], layers[l + 1]];
    if (low === undefined || high === undefined) continue;
    low[0].forEach((p, i) => {
      const j = (i + 1) % low[0].length;
      const [q, p2, q2] = [low[0][j], high[0][i], high[0][j]];
      if (q === undefined || p2 === undefined || q2 === undefined) return;
      const ring = [put(p, low[1]), put(q, low[1]), put(q2, high[1]), put(p2, high[1])];
      stage.face({ rings: [ring], normal: outward(ring), color, ...rest });
    });
  }
}

/** A turned shape: pairs of radius and height from the bottom up. Stretched by `sx` and `sz`. */
export function lathe(
  stage: Stage,
  foot: Vec3,
  profile: Outline,
  color: string,
  finish: Finish & { sx?: number; sz?: number; steps?: number; inside?: string } = {},
): void {
  const { sx = 1, sz = 1, steps = 22, inside, ...rest } = finish;
  const put = (r: number, y: number, i: number): Vec3 => {
    const angle = (i / steps) * Math.PI * 2;
    return add(foot, [Math.cos(angle) * r * sx, y, Math.sin(angle) * r * sz]);
  };
  for (let l = 0; l + 1 < profile.length; l += 1) {
    const [low, high] = [profile[l], profile[l + 1]];
    if (low === undefined || high === undefined) continue;
    for (let i = 0; i < steps; i += 1) {
      const ring = [
        put(low[0], low[1], i),
        put(low[0], low[1], i + 1),
        put(high[0], high[1], i + 1),
        put(high[0], high[1], i),
      ].filter((p, k, all) => k === 0 || Math.hypot(...sub(p, all[k - 1] ?? p)) > 1e-6);
      if (ring.length < 3) continue;
      const angle = ((i + 0.5) / steps) * Math.PI * 2;
      const rise = high[1] - low[1];
      const slope = low[0] - high[0];
      const normal = normalOf(ring, [
        (Math.cos(angle) * rise) / sx,
        slope,
        (Math.sin(angle) * rise) / sz,
      ]);
      stage.face({ rings: [ring], normal, color, ...rest });
      if (inside !== undefined) {
        stage.face({ rings: [ring], normal: times(normal, -1), color: inside });
      }
    }
  }
  const last = profile[profile.length - 1];
  if (last !== undefined && last[0] > 0 && inside === undefined) {
    const ring = Array.from({ length: steps }, (_, i) => put(last[0], last[1], i));
    stage.face({ rings: [ring], normal: [0, 1, 0], color, ...rest });
  }
}
