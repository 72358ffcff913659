import { tone } from '../color.ts';
import { area4 } from '../exterior.ts';
import { door, glass, lantern, ledge, windowIn } from '../openings.ts';
import { flat, gable, hip } from '../roofs.ts';
import type { Frame } from '../solids.ts';
import { box, on, panel, rect, sidesOf } from '../solids.ts';
import type { Stage } from '../stage.ts';
import type { Material } from '../surfaces.ts';
import { clad } from '../surfaces.ts';
import { balcony, neighbour, windowGrid } from './facade.ts';
import { avenue, bed, bench, car, lampPost, street } from './street-scene.ts';

/** Colours of one block. */
export interface BlockColors {
  wall: string;
  second: string;
  trim: string;
  accent: string;
}

export interface Block {
  width: number;
  tall: number;
}

function walls(stage: Stage, x: number, y: number, z: number, w: number, h: number, d: number, m: Material): ReturnType<typeof sidesOf> {
  const s = sidesOf([x, y, z], w, h, d);
  for (const f of [s.front, s.left, s.right, s.back]) clad(stage, f, m);
  return s;
}

/** Shop windows and a canopy along the pavement. */
export function shopfront(stage: Stage, f: Frame, a: number, w: number, color: string, awning?: string): void {
  panel(stage, f, [a, 0, w, 3.3], color);
  const lit = stage.mood.lamps > 0.2;
  const ring = rect(f, a + 0.25, 0.5, w - 0.5, 2.1);
  glass(stage, f, ring, [a + 0.25, 0.5, w - 0.5, 2.1], lit);
  for (let i = 1; i < Math.round(w / 1.4); i += 1) panel(stage, f, [a + (w * i) / Math.round(w / 1.4) - 0.04, 0.5, 0.08, 2.1], color);
  panel(stage, f, [a + 0.25, 2.68, w - 0.5, 0.42], tone(color, -0.2));
  if (awning === undefined) return;
  const stripes = Math.round(w / 0.5);
  for (let i = 0; i < stripes; i += 1) {
    const x0 = a + 0.1 + ((w - 0.2) * i) / stripes;
    const x1 = a + 0.1 + ((w - 0.2) * (i + 1)) / stripes;
    const c = i % 2 === 0 ? awning : '#f4ecdc';
    stage.face({ rings: [[on(f, x0, 2.45, 1.1), on(f, x1, 2.45, 1.1), on(f, x1, 3, 0.02), on(f, x0, 3, 0.02)]], normal: [f.n[0] * 0.5, 0.86, f.n[2] * 0.5], color: c, casts: true, twoSided: true });
    stage.face({ rings: [[on(f, x0, 2.25, 1.1), on(f, x1, 2.25, 1.1), on(f, x1, 2.45, 1.1), on(f, x0, 2.45, 1.1)]], normal: f.n, color: c, twoSided: true });
  }
}

function flank(stage: Stage, width: number, c: BlockColors): void {
  const { random } = stage;
  const tones = ['#b9a28a', '#a9785f', '#9aa09a', '#c9bda6', '#8f8a86'];
  neighbour(stage, -width / 2 - 15, 1.5, 14.2, random.range(8, 13), 11, { finish: 'brick', color: random.pick(tones) });
  neighbour(stage, width / 2 + 0.9, 1, 15, random.range(8, 13), 11, { finish: 'stucco', color: random.pick(tones) });
  void c;
}

/** Brick, bays, a cornice and shops below: the block on the corner. */
export function walkUp(stage: Stage, c: BlockColors): Block {
  const [w, h] = [19, 16.4];
  street(stage, 5.5);
  flank(stage, w, c);
  const s = walls(stage, -w / 2, 0, 0, w, h, 13, { finish: 'brick', color: c.wall });
  for (let i = 0; i < 3; i += 1) {
    const a = 0.6 + i * 6.4;
    if (i === 1) {
      door(stage, s.front, a + 2.1, 0.15, { color: c.accent, trim: c.trim, width: 1.4, height: 2.6, glazed: true, side: true });
      lantern(stage, s.front, a + 1.3, 2);
      lantern(stage, s.front, a + 4.4, 2);
    } else shopfront(stage, s.front, a, 5.2, c.second, c.accent);
  }
  shopfront(stage, s.left, 1, 5, c.second);
  ledge(stage, { ...s.front, origin: on(s.front, -0.1, 3.4) }, w + 0.2, 0.3, 0.25, c.trim);
  for (const f of [s.left, s.right]) windowGrid(stage, f, { a: 1.2, b: 4.7, dx: 2.9, dy: 3.1, cols: 4, rows: 4, w: 1.15, h: 1.85, trim: c.trim, panes: [1, 2], border: 0.12 });
  for (const a of [1.2, 13.6]) {
    const bay = walls(stage, -w / 2 + a, 4, -1, 4.2, 11, 1.2, { finish: 'plain', color: c.trim });
    windowGrid(stage, bay.front, { a: 0.5, b: 0.7, dx: 1.75, dy: 3.1, cols: 2, rows: 3, w: 1.35, h: 1.9, trim: c.second, panes: [1, 2], border: 0.06 });
    for (const f of [bay.left, bay.right]) windowGrid(stage, f, { a: 0.2, b: 0.7, dx: 1, dy: 3.1, cols: 1, rows: 3, w: 0.7, h: 1.9, trim: c.second, border: 0.05 });
    box(stage, [-w / 2 + a - 0.12, 15, -1.12], [4.44, 0.25, 1.3], c.second, { casts: true });
  }
  for (let r = 0; r < 4; r += 1) {
    for (const a of [6.4, 8.9, 11.3]) {
      windowIn(stage, s.front, a, 4.75 + r * 3, 1.15, 1.85, { trim: c.trim, panes: [1, 2], border: 0.1 });
    }
  }
  ledge(stage, { ...s.front, origin: on(s.front, -0.3, h - 0.75) }, w + 0.6, 0.75, 0.7, c.trim);
  for (let a = 0.2; a < w; a += 1.1) ledge(stage, { ...s.front, origin: on(s.front, a, h - 1.25) }, 0.3, 0.5, 0.5, c.trim);
  avenue(stage, -4.4, [-13.5, -3.2, 11.5], 6.6, 'round', 4.2);
  lampPost(stage, 5, -4.6);
  car(stage, 5.4, -8.2, c.accent);
  return { width: w, tall: h };
}

/** Stepped volumes in plaster and brick with balconies. */
export function midRise(stage: Stage, c: BlockColors): Block {
  const [w, h] = [24, 17.2];
  street(stage, 6);
  flank(stage, w, c);
  const m = walls(stage, -w / 2, 0, 0, w, 3.6, 14, { finish: 'concrete', color: tone(c.second, 0.1) });
  const left = walls(stage, -w / 2, 3.6, 0, 9, 12.4, 14, { finish: 'brick', color: c.wall });
  const mid = walls(stage, -w / 2 + 9, 3.6, 1.4, 6.4, 13.6, 12, { finish: 'stucco', color: c.trim });
  const right = walls(stage, w / 2 - 8.6, 3.6, 0, 8.6, 9.4, 14, { finish: 'cedar', color: c.second });
  flat(stage, { x: -w / 2, z: 0, w: 9, d: 14, y: 16, eave: 0.2, edge: c.trim, material: { finish: 'plain', color: c.trim } });
  flat(stage, { x: -w / 2 + 9, z: 1.4, w: 6.4, d: 12, y: 17.2, eave: 0.3, edge: c.second, material: { finish: 'plain', color: c.trim } });
  flat(stage, { x: w / 2 - 8.6, z: 0, w: 8.6, d: 14, y: 13, eave: 0.2, edge: c.trim, material: { finish: 'plain', color: c.trim } });
  const dark = '#34383b';
  windowGrid(stage, left.front, { a: 0.8, b: 0.7, dx: 4.2, dy: 3.1, cols: 2, rows: 4, w: 3.2, h: 2.1, trim: dark, panes: [3, 1], border: 0.07 });
  windowGrid(stage, mid.front, { a: 0.7, b: 0.4, dx: 2.6, dy: 3.1, cols: 2, rows: 4, w: 2.1, h: 2.5, trim: dark, panes: [2, 1], border: 0.07 });
  windowGrid(stage, right.front, { a: 0.8, b: 0.7, dx: 2.5, dy: 3.1, cols: 3, rows: 3, w: 1.6, h: 2.1, trim: dark, panes: [2, 1], border: 0.07 });
  for (const f of [left.left, right.right]) windowGrid(stage, f, { a: 1.2, b: 0.7, dx: 3.1, dy: 3.1, cols: 4, rows: f === left.left ? 4 : 3, w: 1.5, h: 2, trim: dark, panes: [2, 1], border: 0.07 });
  for (let r = 0; r < 4; r += 1) {
    balcony(stage, mid.front, 0.4, r * 3.1 + 0.2, 5.6, 1.3, dark, 'bars');
    if (r % 2 === 0) balcony(stage, left.front, 0.6, r * 3.1 + 0.45, 3.6, 1.4, dark, 'glass');
    else balcony(stage, left.front, 4.8, r * 3.1 + 0.45, 3.6, 1.4, dark, 'glass');
  }
  for (const a of [0.8, 5.4, 15.8, 19.9]) shopfront(stage, m.front, a, a > 15 ? 3.6 : 4, dark);
  door(stage, m.front, 11.2, 0.1, { color: c.accent, trim: dark, width: 1.6, height: 2.7, glazed: true, side: true });
  box(stage, [-w / 2 + 9.4, 3.2, -1.6], [5.6, 0.22, 1.8], c.accent, { casts: true });
  bed(stage, -w / 2 + 0.6, -2.4, -0.9);
  avenue(stage, -4.6, [-15, -6.5, 8, 16.5], 6.4, 'tall', 3.4);
  lampPost(stage, 1.4, -4.9);
  bench(stage, 3.4, -2.2);
  return { width: w, tall: h };
}

/** Piers that run up through stepped storeys: the thirties. */
export function deco(stage: Stage, c: BlockColors): Block {
  const [w, h] = [18, 23.5];
  street(stage, 5.5);
  flank(stage, w, c);
  const wall: Material = { finish: 'brick', color: c.wall };
  const base = walls(stage, -w / 2, 0, 0, w, 16.5, 13, wall);
  const mid = walls(stage, -w / 2 + 2.6, 16.5, 0.8, w - 5.2, 4.6, 11, wall);
  walls(stage, -3, 21.1, 2, 6, 2.4, 6, { finish: 'stucco', color: c.trim });
  for (const f of [base.front, base.left, base.right]) {
    const cols = f === base.front ? 7 : 5;
    const dx = f.width / cols;
    windowGrid(stage, f, { a: (dx - 1.25) / 2, b: 4.4, dx, dy: 3, cols, rows: 4, w: 1.25, h: 1.8, trim: c.second, panes: [2, 3], border: 0.06 });
    for (let i = 0; i <= cols; i += 1) ledge(stage, { ...f, origin: on(f, Math.min(f.width - 0.42, Math.max(0, i * dx - 0.21)), 3.6) }, 0.42, 13.3, 0.18, c.trim);
    panel(stage, f, [0, 0, f.width, 3.6], c.trim);
    panel(stage, f, [0, 3.3, f.width, 0.18], c.accent);
  }
  for (const i of [0, 1, 3, 4]) shopfront(stage, base.front, 0.7 + i * 3.5, 2.7, c.second);
  door(stage, base.front, 8.2, 0.1, { color: c.accent, trim: c.second, width: 1.6, height: 2.7, glazed: true });
  box(stage, [-2.2, 3.05, -1.7], [4.4, 0.35, 1.9], c.accent, { casts: true });
  windowGrid(stage, mid.front, { a: 0.9, b: 0.8, dx: 2.4, dy: 3, cols: 5, rows: 1, w: 1.3, h: 2.2, trim: c.second, panes: [2, 3], border: 0.08 });
  windowGrid(stage, mid.left, { a: 0.9, b: 0.8, dx: 2.4, dy: 3, cols: 4, rows: 1, w: 1.3, h: 2.2, trim: c.second, panes: [2, 3], border: 0.08 });
  windowGrid(stage, mid.right, { a: 0.9, b: 0.8, dx: 2.4, dy: 3, cols: 4, rows: 1, w: 1.3, h: 2.2, trim: c.second, panes: [2, 3], border: 0.08 });
  box(stage, [-w / 2 + 2.4, 21, 0.6], [w - 4.8, 0.4, 11.4], c.trim, { casts: true });
  box(stage, [-3.2, 23.4, 1.8], [6.4, 0.35, 6.4], c.trim);
  avenue(stage, -4.4, [-11.5, -5.4, 6, 12.5], 5.6, 'round', 3.4);
  lampPost(stage, 0.2, -4.7);
  car(stage, -9.4, -8.4, '#5d7689');
  return { width: w, tall: h };
}

/** Three wings around a planted court. */
export function courtyard(stage: Stage, c: BlockColors): Block {
  const [w, h] = [26, 10.6];
  street(stage, 4);
  const wall: Material = { finish: 'stucco', color: c.wall };
  const roof: Material = { finish: 'tile', color: c.second };
  stage.ground(area4(-5, -0.2, 10, 12), stage.shade(stage.growth.lawn, [0, 1, 0]));
  stage.ground(area4(-1, -4, 2, 16), stage.shade('#d3c2a5', [0, 1, 0]));
  const back = walls(stage, -w / 2, 0, 12, w, 10.6, 8, wall);
  hip(stage, { x: -w / 2, z: 12, w, d: 8, y: 10.6, rise: 2, eave: 0.5, material: roof, edge: '#7a5340' });
  windowGrid(stage, back.front, { a: 9, b: 4.3, dx: 3.2, dy: 3.1, cols: 3, rows: 2, w: 1.3, h: 1.8, trim: c.trim, panes: [2, 3], border: 0.12 });
  door(stage, back.front, 12.2, 0.1, { color: c.accent, trim: c.trim, width: 1.5, height: 2.6, glazed: true, side: true });
  for (const side of [-1, 1]) {
    const x = side < 0 ? -w / 2 : w / 2 - 8;
    const s = walls(stage, x, 0, 0, 8, 9.8, 12, wall);
    hip(stage, { x, z: 0, w: 8, d: 12, y: 9.8, rise: 1.9, eave: 0.5, material: roof, edge: '#7a5340' });
    for (const f of [s.front, side < 0 ? s.right : s.left]) {
      const cols = f === s.front ? 3 : 4;
      const dx = f.width / cols;
      windowGrid(stage, f, { a: (dx - 1.15) / 2, b: 1, dx, dy: 3.1, cols, rows: 3, w: 1.15, h: 1.75, trim: c.trim, panes: [2, 3], border: 0.12 });
    }
    windowGrid(stage, side < 0 ? s.left : s.right, { a: 1, b: 1, dx: 2.8, dy: 3.1, cols: 4, rows: 3, w: 1.15, h: 1.75, trim: c.trim, panes: [2, 3], border: 0.12 });
    for (const r of [1, 2]) balcony(stage, s.front, 2.6, r * 3.1 + 0.7, 2.8, 0.9, '#3a3a3a', 'bars');
    bed(stage, x + 0.3, x + 7.7, -0.9);
    lantern(stage, s.front, 0.8, 2.1);
  }
  avenue(stage, 5, [-3.4, 3.4], 5, 'olive');
  avenue(stage, 8.6, [-3.6, 3.6], 7.5, 'cypress');
  avenue(stage, -2.6, [-15.5, 15.5], 6.5, 'round');
  lampPost(stage, -4.4, -2.2, 3.6);
  lampPost(stage, 4.4, -2.2, 3.6);
  bench(stage, -4.4, 4);
  return { width: w, tall: 12.6 };
}

/** Three storeys under gables with loggias, in a garden. */
export function gardenFlats(stage: Stage, c: BlockColors): Block {
  const w = 24;
  const boards: Material = { finish: 'clapboard', color: c.wall };
  stage.ground(area4(-60, -12, 120, 2.6), stage.shade('#cbc1b2', [0, 1, 0]));
  stage.ground(area4(-60, -60, 120, 48), stage.shade('#8c8c90', [0, 1, 0]));
  stage.ground(area4(-1.2, -10, 2.4, 10), stage.shade('#d6cab6', [0, 1, 0]));
  const mid = walls(stage, -4, 0, 1.4, 8, 9.6, 9, { finish: 'brick', color: c.second });
  gable(stage, { x: -12, z: 1, w: 24, d: 10, y: 9.6, rise: 2.6, eave: 0.5, material: { finish: 'shingle', color: '#5d5853' }, edge: c.trim }, 'x', boards);
  windowGrid(stage, mid.front, { a: 0.8, b: 4.1, dx: 2.4, dy: 3.1, cols: 3, rows: 2, w: 1.6, h: 1.7, trim: c.trim, panes: [2, 1], border: 0.1 });
  door(stage, mid.front, 3.2, 0.1, { color: c.accent, trim: c.trim, width: 1.5, height: 2.4, glazed: true, side: true });
  box(stage, [-1.8, 2.95, -0.6], [3.6, 0.2, 2], c.accent, { casts: true });
  for (const x of [-1.7, 1.55]) box(stage, [x, 0, -0.5], [0.15, 2.95, 0.15], c.trim, { casts: true });
  for (const side of [-1, 1]) {
    const x = side < 0 ? -12 : 4;
    const s = walls(stage, x, 0, 0, 8, 9.6, 11, boards);
    gable(stage, { x, z: 0, w: 8, d: 11, y: 9.6, rise: 3.1, eave: 0.4, rake: 0.5, material: { finish: 'shingle', color: '#5d5853' }, edge: c.trim }, 'z', { finish: 'batten', color: tone(c.wall, 0.2) });
    windowGrid(stage, s.front, { a: side < 0 ? 4.6 : 0.7, b: 1, dx: 3, dy: 3.1, cols: 1, rows: 3, w: 2.6, h: 1.6, trim: c.trim, panes: [3, 1], border: 0.12 });
    for (let r = 0; r < 3; r += 1) {
      const a = side < 0 ? 0.8 : 4.2;
      windowIn(stage, s.front, a + 0.4, r * 3.1 + 0.35, 2.2, 2.2, { trim: c.trim, panes: [2, 1], border: 0.1, sill: false });
      if (r > 0) balcony(stage, s.front, a, r * 3.1 + 0.15, 3, 1.5, c.trim, 'bars');
    }
    windowGrid(stage, side < 0 ? s.left : s.right, { a: 1.2, b: 1, dx: 3, dy: 3.1, cols: 3, rows: 3, w: 1.3, h: 1.6, trim: c.trim, panes: [2, 1], border: 0.12 });
    bed(stage, x + 0.4, x + 7.6, -1.7);
  }
  avenue(stage, 14, [-16, -9, 0, 8, 15], 13, 'round');
  avenue(stage, -6, [-15, 14.5], 7.5, 'round');
  avenue(stage, -7.5, [-8.5, 8], 5.4, 'birch');
  lampPost(stage, 2.2, -7.5, 3.4);
  return { width: w, tall: 12.8 };
}
