import { mix, tone, under } from '../color.ts';
import { area4 } from '../exterior.ts';
import type { Ring } from '../geometry.ts';
import { door } from '../doors.ts';
import { flat } from '../roofs.ts';
import type { Frame } from '../solids.ts';
import { box, on, rect, sidesOf } from '../solids.ts';
import type { Stage } from '../stage.ts';
import { clad } from '../surfaces.ts';
import type { Block, BlockColors } from './block.ts';
import { shopfront } from './block.ts';
import { balcony, neighbour, windowGrid } from './facade.ts';
import { avenue, bed, bench, lampPost, street } from './street-scene.ts';

/** A wall of glass: panes between mullions that mirror the sky, floor by floor. */
export function curtainWall(
  stage: Stage,
  f: Frame,
  storey: number,
  module: number,
  slab: string,
): void {
  const { mood, random } = stage;
  const sky = mood.sky[0] ?? '#7fa9c0';
  const low = mood.sky[3] ?? '#eeeade';
  const deep = under('#516873', mood.shade);
  const sunny = stage.sun[0] * f.n[0] + stage.sun[2] * f.n[2] > 0;
  stage.face({
    rings: [rect(f, 0, 0, f.width, f.height)],
    normal: f.n,
    color: sky,
    glow: true,
    casts: true,
    gradient: {
      from: on(f, f.width * 0.3, f.height),
      to: on(f, f.width * 0.7, 0),
      stops: [
        [0, mix(sky, deep, sunny ? 0.3 : 0.55)],
        [0.55, mix(low, deep, sunny ? 0.42 : 0.66)],
        [1, mix(deep, sky, 0.12)],
      ],
    },
  });
  const rows = Math.round(f.height / storey);
  const cols = Math.max(1, Math.round(f.width / module));
  const [sh, cw] = [f.height / rows, f.width / cols];
  const lit: Ring[] = [];
  const dim: Ring[] = [];
  const pale: Ring[] = [];
  for (let r = 0; r < rows; r += 1) {
    for (let k = 0; k < cols; k += 1) {
      const cell = rect(f, k * cw, r * sh, cw, sh);
      if (random.chance(mood.lamps * 0.62)) (random.chance(0.6) ? lit : dim).push(cell);
      else if (random.chance(0.16)) pale.push(cell);
    }
  }
  const put = (rings: Ring[], color: string, opacity: number): void => {
    if (rings.length > 0) stage.face({ rings, normal: f.n, color, glow: true, opacity });
  };
  put(pale, low, 0.22);
  put(lit, '#ffd591', 0.92);
  put(dim, '#f1b870', 0.8);
  const slabs = Array.from({ length: rows + 1 }, (_, r) =>
    rect(f, 0, Math.max(0, r * sh - 0.14), f.width, 0.28),
  );
  stage.face({ rings: slabs, normal: f.n, color: slab, opacity: 1 });
  const lines = Array.from({ length: cols + 1 }, (_, k): Ring => [
    on(f, k * cw, 0),
    on(f, k * cw, f.height),
  ]);
  stage.face({ rings: lines, normal: f.n, color: tone(slab, -0.4), stroke: 0.07, opacity: 0.75 });
}

function plaza(stage: Stage, depth: number): void {
  street(stage, depth);
}

/** A slender tower of glass on a stone base. */
export function glassTower(stage: Stage, c: BlockColors): Block {
  plaza(stage, 9);
  const { random } = stage;
  for (const [x, w, h] of [
    [-34, 15, 26],
    [-17.5, 8, 14],
    [12, 9, 18],
    [22, 15, 30],
  ] as const)
    neighbour(stage, x, 6 + random.range(0, 6), w, h, 14, {
      finish: 'concrete',
      color: random.pick(['#a9a59d', '#9aa3a6', '#b8a48e']),
    });
  const base = sidesOf([-8.5, 0, -0.6], 17, 5, 15);
  for (const f of [base.front, base.left, base.right])
    clad(stage, f, { finish: 'stone', color: c.wall });
  for (const a of [0.8, 11.4]) shopfront(stage, base.front, a, 4.8, '#34383b');
  door(stage, base.front, 7.7, 0.1, {
    color: c.accent,
    trim: '#34383b',
    width: 1.7,
    height: 3,
    glazed: true,
    side: true,
  });
  box(stage, [-3.6, 3.5, -3], [7.2, 0.3, 2.6], c.accent, { casts: true });
  const t = sidesOf([-6.5, 5, 0.8], 13, 40, 12);
  for (const f of [t.front, t.left, t.right]) curtainWall(stage, f, 3.2, 1.7, c.trim);
  box(stage, [-6.7, 45, 0.6], [13.4, 0.6, 12.4], c.trim);
  const top = sidesOf([-4, 45.6, 3], 8, 3, 8);
  for (const f of [top.front, top.left, top.right]) curtainWall(stage, f, 3, 1.6, c.trim);
  for (let r = 1; r < 12; r += 1)
    balcony(stage, t.front, r % 2 === 0 ? 0.3 : 7.4, r * 3.2 + 0.15, 5.2, 1.5, c.trim, 'glass');
  avenue(stage, -6.4, [-15, -9.5, 9, 15], 6.5, 'round', 4.6);
  lampPost(stage, 5.5, -7);
  bench(stage, -6, -4.6);
  return { width: 17, tall: 48 };
}

/** Two towers of plaster and glass over a shared garden. */
export function twinTowers(stage: Stage, c: BlockColors): Block {
  street(stage, 6);
  for (const [x, w, h] of [
    [-38, 14, 20],
    [26, 14, 17],
  ] as const)
    neighbour(stage, x, 9, w, h, 12, { finish: 'concrete', color: '#aaa59c' });
  for (const [x, h, m] of [
    [-14, 33, c.wall],
    [4, 25, c.second],
  ] as const) {
    const s = sidesOf([x, 0, x < 0 ? 4 : 1], 10.5, h, 11);
    for (const f of [s.front, s.left, s.right]) {
      clad(stage, f, { finish: 'stucco', color: m });
      const rows = Math.floor((h - 1) / 3.2);
      const cols = 3;
      windowGrid(stage, f, {
        a: 0.55,
        b: 0.9,
        dx: (f.width - 0.5) / cols,
        dy: 3.2,
        cols,
        rows,
        w: (f.width - 0.5) / cols - 0.9,
        h: 2.2,
        trim: '#34383b',
        panes: [2, 1],
        border: 0.06,
      });
    }
    for (let r = 1; r * 3.2 < h - 3; r += 1) {
      balcony(stage, s.front, 0.2, r * 3.2 + 0.6, 3.4, 1.3, c.trim, 'glass');
      if (r % 2 === 0) balcony(stage, s.front, 6.8, r * 3.2 + 0.6, 3.4, 1.3, c.trim, 'glass');
    }
    flat(stage, {
      x,
      z: x < 0 ? 4 : 1,
      w: 10.5,
      d: 11,
      y: h,
      eave: 0.4,
      edge: c.trim,
      material: { finish: 'plain', color: m },
    });
    box(stage, [x + 3, h + 0.3, 6], [4.5, 2.2, 4], tone(m, -0.1), { casts: true });
    door(stage, s.front, 4.4, 0.1, {
      color: c.accent,
      trim: '#34383b',
      width: 1.6,
      height: 2.6,
      glazed: true,
    });
  }
  stage.ground(area4(-4.2, -1, 8.4, 12), stage.shade(stage.growth.lawn, [0, 1, 0]));
  avenue(stage, 2.5, [-1.5, 2], 6, 'birch');
  avenue(stage, 7, [0.6], 7.5, 'round');
  bed(stage, -13.6, -4.6, -1);
  bed(stage, 4.6, 14, -1.4);
  avenue(stage, -4.6, [-18, -7.5, 9.5, 18.5], 6, 'round', 4);
  lampPost(stage, -1, -4.8);
  bench(stage, 0.8, -2.4);
  return { width: 30, tall: 34 };
}
