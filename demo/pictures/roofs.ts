import type { Ring, Vec3 } from './geometry.ts';
import { add, cross, dot, sub, times, unit } from './geometry.ts';
import type { Frame } from './solids.ts';
import { box, plate } from './solids.ts';
import type { Stage } from './stage.ts';
import type { Material } from './surfaces.ts';
import { cover } from './surfaces.ts';

/** A frame that spans any flat ring; its first two corners are the lower edge, left to right from outside. */
export function frameOf(ring: Ring): Frame {
  const [a, b] = ring;
  const last = ring[ring.length - 1];
  if (a === undefined || b === undefined || last === undefined) throw new Error('ring too short');
  const u = unit(sub(b, a));
  const n = unit(cross(sub(last, a), u));
  const v = cross(u, n);
  const lean = dot(v, sub(last, a)) < 0 ? times(v, -1) : v;
  const across = ring.map((p) => dot(u, sub(p, a)));
  const up = ring.map((p) => dot(lean, sub(p, a)));
  const left = Math.min(...across);
  return {
    origin: add(a, times(u, left)),
    u,
    v: lean,
    n,
    width: Math.max(...across) - left,
    height: Math.max(...up),
  };
}

/** One roof slope with its thickness, covered in the roof's material. Snow lies on it in winter. */
export function slope(stage: Stage, ring: Ring, material: Material, edge: string): void {
  const frame = frameOf(ring);
  const snow = stage.growth.snow && material.finish !== 'plain';
  const top: Material = snow ? { finish: 'plain', color: '#eef0f2' } : material;
  plate(stage, ring, frame.n, 0.16, top.color, edge, { receives: false, casts: false });
  cover(stage, frame, ring, top);
  if (snow) {
    // A rim of bare roof along the ridge keeps the roof's own colour in the picture.
    const d = Math.min(0.3, frame.height * 0.12);
    const strip = cover2(frame, frame.height - d, d);
    cover(stage, frame, strip, material, { casts: false, receives: false });
  }
}

function cover2(frame: Frame, b: number, h: number): Ring {
  const p = (x: number, y: number): Vec3 =>
    add(frame.origin, add(times(frame.u, x), times(frame.v, y)));
  return [p(0.2, b), p(frame.width - 0.2, b), p(frame.width - 0.2, b + h), p(0.2, b + h)];
}

export interface RoofPlan {
  /** Footprint: left front corner, width and depth. */
  x: number;
  z: number;
  w: number;
  d: number;
  /** Height of the eaves. */
  y: number;
  rise: number;
  /** Overhang at the eaves and at the gables. */
  eave: number;
  rake?: number;
  material: Material;
  edge: string;
}

/** A gable roof; `ridge` says which way it runs. The gable walls are covered with `wall`. */
export function gable(stage: Stage, plan: RoofPlan, ridge: 'x' | 'z', wall: Material): void {
  const { x, z, w, d, rise, eave, rake = 0.35, material, edge } = plan;
  const y = plan.y + 0.12;
  const half = ridge === 'z' ? w / 2 : d / 2;
  const drop = (eave * rise) / half;
  if (ridge === 'z') {
    const m = x + w / 2;
    const [f, b] = [z - rake, z + d + rake];
    const [l, r] = [x - eave, x + w + eave];
    slope(
      stage,
      [
        [l, y - drop, b],
        [l, y - drop, f],
        [m, y + rise, f],
        [m, y + rise, b],
      ],
      material,
      edge,
    );
    slope(
      stage,
      [
        [r, y - drop, f],
        [r, y - drop, b],
        [m, y + rise, b],
        [m, y + rise, f],
      ],
      material,
      edge,
    );
    const front: Ring = [
      [x, plan.y, z],
      [x + w, plan.y, z],
      [m, y + rise - 0.1, z],
    ];
    const back: Ring = [
      [x + w, plan.y, z + d],
      [x, plan.y, z + d],
      [m, y + rise - 0.1, z + d],
    ];
    for (const ring of [front, back]) cover(stage, frameOf(ring), ring, wall);
    return;
  }
  const m = z + d / 2;
  const [l, r] = [x - rake, x + w + rake];
  const [f, b] = [z - eave, z + d + eave];
  slope(
    stage,
    [
      [l, y - drop, f],
      [r, y - drop, f],
      [r, y + rise, m],
      [l, y + rise, m],
    ],
    material,
    edge,
  );
  slope(
    stage,
    [
      [r, y - drop, b],
      [l, y - drop, b],
      [l, y + rise, m],
      [r, y + rise, m],
    ],
    material,
    edge,
  );
  const left: Ring = [
    [x, plan.y, z + d],
    [x, plan.y, z],
    [x, y + rise - 0.1, m],
  ];
  const right: Ring = [
    [x + w, plan.y, z],
    [x + w, plan.y, z + d],
    [x + w, y + rise - 0.1, m],
  ];
  for (const ring of [left, right]) cover(stage, frameOf(ring), ring, wall);
}

/** A hip roof: four slopes, the ridge along the longer side. */
export function hip(stage: Stage, plan: RoofPlan): void {
  const { w, d, rise, eave, material, edge } = plan;
  const y = plan.y + 0.12;
  const half = Math.min(w, d) / 2;
  const low = y - (eave * rise) / half;
  const [l, r, f, b] = [plan.x - eave, plan.x + w + eave, plan.z - eave, plan.z + d + eave];
  const inset = half + eave;
  const long = w >= d;
  const p: Vec3 = long ? [l + inset, y + rise, (f + b) / 2] : [(l + r) / 2, y + rise, f + inset];
  const q: Vec3 = long ? [r - inset, y + rise, (f + b) / 2] : [(l + r) / 2, y + rise, b - inset];
  const [fl, fr, br, bl]: [Vec3, Vec3, Vec3, Vec3] = [
    [l, low, f],
    [r, low, f],
    [r, low, b],
    [l, low, b],
  ];
  const rings: Ring[] = long
    ? [
        [fl, fr, q, p],
        [br, bl, p, q],
        [bl, fl, p],
        [fr, br, q],
      ]
    : [
        [bl, fl, p, q],
        [fr, br, q, p],
        [fl, fr, p],
        [br, bl, q],
      ];
  for (const ring of rings) slope(stage, ring, material, edge);
}

/** A flat roof: a slab that reaches out past the walls. */
export function flat(stage: Stage, plan: Omit<RoofPlan, 'rise'> & { thickness?: number }): void {
  const { x, z, w, d, y, eave, edge, thickness = 0.3 } = plan;
  box(stage, [x - eave, y, z - eave], [w + eave * 2, thickness, d + eave * 2], edge, {
    casts: true,
    receives: true,
  });
  if (stage.growth.snow) {
    box(
      stage,
      [x - eave + 0.05, y + thickness, z - eave + 0.05],
      [w + eave * 2 - 0.1, 0.1, d + eave * 2 - 0.1],
      '#f0f1f2',
    );
  }
}

/** A lean-to from a low front edge to a high back edge: porch roofs. */
export function leanTo(
  stage: Stage,
  x: number,
  z: number,
  w: number,
  d: number,
  low: number,
  high: number,
  material: Material,
  edge: string,
): void {
  slope(
    stage,
    [
      [x, low, z],
      [x + w, low, z],
      [x + w, high, z + d],
      [x, high, z + d],
    ],
    material,
    edge,
  );
}

/** A chimney with a cap. */
export function chimney(stage: Stage, corner: Vec3, size: Vec3, material: Material): void {
  const sides = box(stage, corner, size, material.color, { casts: true });
  for (const frame of [sides.front, sides.left, sides.right]) {
    cover(
      stage,
      frame,
      [
        frame.origin,
        add(frame.origin, times(frame.u, frame.width)),
        add(add(frame.origin, times(frame.u, frame.width)), times(frame.v, frame.height)),
        add(frame.origin, times(frame.v, frame.height)),
      ],
      material,
      { casts: false },
    );
  }
  const [x, y, z] = corner;
  box(stage, [x - 0.08, y + size[1], z - 0.08], [size[0] + 0.16, 0.14, size[2] + 0.16], '#6a625c');
}
