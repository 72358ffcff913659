import { mix, tone, under } from '../color.ts';
import type { Ring } from '../geometry.ts';
import { halo } from '../openings.ts';
import { railing } from '../doors.ts';
import type { Frame } from '../solids.ts';
import { box, on, panel, rect, sidesOf } from '../solids.ts';
import type { Stage } from '../stage.ts';
import type { Material } from '../surfaces.ts';
import { clad } from '../surfaces.ts';

export interface Grid {
  /** First window's lower left corner, and the distance from one to the next. */
  a: number;
  b: number;
  dx: number;
  dy: number;
  cols: number;
  rows: number;
  w: number;
  h: number;
  trim: string;
  border?: number;
  panes?: readonly [number, number];
  /** Leaves out windows, for balconies and entrances. */
  skip?: (col: number, row: number) => boolean;
}

/**
 * Many equal windows at once. They share a handful of faces, one for each tone
 * of glass: a tower of separate windows would cost a hundred times as much.
 */
export function windowGrid(stage: Stage, frame: Frame, grid: Grid): void {
  const { mood, random } = stage;
  const { border = 0.08, panes = [1, 1] } = grid;
  const trims: Ring[] = [];
  const bars: Ring[] = [];
  const reveals: Ring[] = [];
  const sheens: Ring[] = [];
  const veils: Ring[] = [];
  const tones: Ring[][] = [[], [], [], []];
  for (let row = 0; row < grid.rows; row += 1) {
    for (let col = 0; col < grid.cols; col += 1) {
      if (grid.skip?.(col, row) === true) continue;
      const a = grid.a + col * grid.dx;
      const b = grid.b + row * grid.dy;
      if (border > 0)
        trims.push(rect(frame, a - border, b - border, grid.w + border * 2, grid.h + border * 2));
      const ring = rect(frame, a, b, grid.w, grid.h);
      const lit = random.chance(mood.lamps * 0.8);
      tones[lit ? random.pick([2, 2, 3]) : random.pick([0, 0, 1])]?.push(ring);
      if (!lit && random.chance(0.5))
        veils.push(rect(frame, a, b + grid.h * random.range(0.3, 0.75), grid.w, grid.h * 0.25));
      else if (!lit)
        sheens.push([
          on(frame, a + grid.w * 0.1, b),
          on(frame, a + grid.w * 0.45, b),
          on(frame, a + grid.w * 0.9, b + grid.h),
          on(frame, a + grid.w * 0.55, b + grid.h),
        ]);
      else
        veils.push(
          rect(frame, a, b, grid.w * 0.2, grid.h),
          rect(frame, a + grid.w * 0.8, b, grid.w * 0.2, grid.h),
        );
      reveals.push(rect(frame, a, b + grid.h - 0.12, grid.w, 0.12));
      for (let i = 1; i < panes[0]; i += 1)
        bars.push(rect(frame, a + (grid.w * i) / panes[0] - 0.03, b, 0.06, grid.h));
      for (let i = 1; i < panes[1]; i += 1)
        bars.push(rect(frame, a, b + (grid.h * i) / panes[1] - 0.03, grid.w, 0.06));
    }
  }
  const sky = mood.sky[1] ?? '#a6c5d1';
  const deep = under('#4a5d66', mood.shade);
  const bright = stage.sun[0] * frame.n[0] + stage.sun[2] * frame.n[2] > 0 ? 0.35 : 0.6;
  const paint = [mix(sky, deep, bright), mix(sky, deep, bright + 0.22), '#ffd591', '#f7bf73'];
  const put = (rings: Ring[], color: string, opacity?: number): void => {
    if (rings.length > 0)
      stage.face({
        rings,
        normal: frame.n,
        color,
        glow: true,
        ...(opacity === undefined ? { opacity: 1 } : { opacity }),
      });
  };
  if (trims.length > 0) stage.face({ rings: trims, normal: frame.n, color: grid.trim, opacity: 1 });
  tones.forEach((rings, i) => put(rings, paint[i] ?? deep));
  put(sheens, mood.sky[2] ?? '#cfdfdd', 0.3);
  put(veils, mood.lamps > 0.5 ? '#ffe9bd' : under('#eae2d2', mood.shade), 0.5);
  put(reveals, mood.shadow, 0.32);
  if (bars.length > 0) stage.face({ rings: bars, normal: frame.n, color: grid.trim, opacity: 1 });
}

/** A balcony that stands out of a wall, with its slab and rail. */
export function balcony(
  stage: Stage,
  frame: Frame,
  a: number,
  b: number,
  w: number,
  depth: number,
  color: string,
  kind: 'bars' | 'glass' | 'solid',
): void {
  const corner = on(frame, a, b, 0);
  const far = on(frame, a + w, b, depth);
  const x = Math.min(corner[0], far[0]);
  const z = Math.min(corner[2], far[2]);
  const [sx, sz] = [Math.abs(far[0] - corner[0]), Math.abs(far[2] - corner[2])];
  box(stage, [x, b + frame.origin[1] - 0.18, z], [sx, 0.18, sz], tone(color, 0.05), {
    casts: true,
    receives: true,
  });
  const s = sidesOf([x + 0.03, b + frame.origin[1], z + 0.03], sx - 0.06, 1, sz - 0.06);
  for (const f of [s.front, s.left, s.right]) railing(stage, f, 1, color, kind);
  if (stage.random.chance(0.4)) halo(stage, frame, a + w / 2, b + 1.2, 1.6, 0.7);
}

/** A building of the background: a box with windows and no story of its own. */
export function neighbour(
  stage: Stage,
  x: number,
  z: number,
  w: number,
  h: number,
  d: number,
  material: Material,
): void {
  const s = sidesOf([x, 0, z], w, h, d);
  for (const f of [s.front, s.left, s.right]) {
    clad(stage, f, material);
    const cols = Math.max(1, Math.floor((f.width - 1) / 2.4));
    const dx = (f.width - 1) / cols;
    windowGrid(stage, f, {
      a: 0.5 + (dx - 1.2) / 2,
      b: 1.4,
      dx,
      dy: 3.2,
      cols,
      rows: Math.max(1, Math.floor((h - 1.6) / 3.2)),
      w: 1.2,
      h: 1.75,
      trim: tone(material.color, 0.25),
      border: 0.1,
      panes: [2, 1],
    });
    panel(stage, f, [0, h - 0.5, f.width, 0.5], tone(material.color, 0.12));
  }
  box(stage, [x - 0.2, h, z - 0.2], [w + 0.4, 0.35, d + 0.4], tone(material.color, 0.18), {
    casts: true,
  });
  if (stage.growth.snow)
    box(stage, [x - 0.1, h + 0.35, z - 0.1], [w + 0.2, 0.1, d + 0.2], '#eef0f2');
}
