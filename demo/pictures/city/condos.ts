import { mix, tone, under } from '../color.ts';
import { area4 } from '../exterior.ts';
import type { Ring } from '../geometry.ts';
import { door, ledge, windowIn } from '../openings.ts';
import { flat } from '../roofs.ts';
import { shrub } from '../planting.ts';
import type { Frame } from '../solids.ts';
import { box, lathe, on, panel, rect, sidesOf } from '../solids.ts';
import type { Stage } from '../stage.ts';
import type { Material } from '../surfaces.ts';
import { clad } from '../surfaces.ts';
import type { Block, BlockColors } from './apartments.ts';
import { shopfront } from './apartments.ts';
import { balcony, neighbour, windowGrid } from './facade.ts';
import { avenue, bed, bench, car, lampPost, street } from './street-scene.ts';

/** A wall of glass: panes between mullions that mirror the sky, floor by floor. */
function curtainWall(stage: Stage, f: Frame, storey: number, module: number, slab: string): void {
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
    gradient: { from: on(f, f.width * 0.3, f.height), to: on(f, f.width * 0.7, 0), stops: [[0, mix(sky, deep, sunny ? 0.3 : 0.55)], [0.55, mix(low, deep, sunny ? 0.42 : 0.66)], [1, mix(deep, sky, 0.12)]] },
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
  const slabs = Array.from({ length: rows + 1 }, (_, r) => rect(f, 0, Math.max(0, r * sh - 0.14), f.width, 0.28));
  stage.face({ rings: slabs, normal: f.n, color: slab, opacity: 1 });
  const lines = Array.from({ length: cols + 1 }, (_, k): Ring => [on(f, k * cw, 0), on(f, k * cw, f.height)]);
  stage.face({ rings: lines, normal: f.n, color: tone(slab, -0.4), stroke: 0.07, opacity: 0.75 });
}

function plaza(stage: Stage, depth: number): void {
  street(stage, depth);
}

/** A slender tower of glass on a stone base. */
export function glassTower(stage: Stage, c: BlockColors): Block {
  plaza(stage, 9);
  const { random } = stage;
  for (const [x, w, h] of [[-34, 15, 26], [-17.5, 8, 14], [12, 9, 18], [22, 15, 30]] as const) neighbour(stage, x, 6 + random.range(0, 6), w, h, 14, { finish: 'concrete', color: random.pick(['#a9a59d', '#9aa3a6', '#b8a48e']) });
  const base = sidesOf([-8.5, 0, -0.6], 17, 5, 15);
  for (const f of [base.front, base.left, base.right]) clad(stage, f, { finish: 'stone', color: c.wall });
  for (const a of [0.8, 11.4]) shopfront(stage, base.front, a, 4.8, '#34383b');
  door(stage, base.front, 7.7, 0.1, { color: c.accent, trim: '#34383b', width: 1.7, height: 3, glazed: true, side: true });
  box(stage, [-3.6, 3.5, -3], [7.2, 0.3, 2.6], c.accent, { casts: true });
  const t = sidesOf([-6.5, 5, 0.8], 13, 40, 12);
  for (const f of [t.front, t.left, t.right]) curtainWall(stage, f, 3.2, 1.7, c.trim);
  box(stage, [-6.7, 45, 0.6], [13.4, 0.6, 12.4], c.trim);
  const top = sidesOf([-4, 45.6, 3], 8, 3, 8);
  for (const f of [top.front, top.left, top.right]) curtainWall(stage, f, 3, 1.6, c.trim);
  for (let r = 1; r < 12; r += 1) balcony(stage, t.front, r % 2 === 0 ? 0.3 : 7.4, r * 3.2 + 0.15, 5.2, 1.5, c.trim, 'glass');
  avenue(stage, -6.4, [-15, -9.5, 9, 15], 6.5, 'round', 4.6);
  lampPost(stage, 5.5, -7);
  bench(stage, -6, -4.6);
  return { width: 17, tall: 48 };
}

/** Terraces that step back, each with its garden. */
export function terraces(stage: Stage, c: BlockColors): Block {
  street(stage, 7);
  const { random } = stage;
  neighbour(stage, -34, 6, 15, 14, 12, { finish: 'brick', color: '#a98a72' });
  neighbour(stage, 19, 5, 15, 12, 12, { finish: 'stucco', color: '#c2b69f' });
  let [x, w, z] = [-13, 27, 0];
  for (let i = 0; i < 6; i += 1) {
    const y = i * 3.3;
    const s = sidesOf([x, y, z], w, 3.1, 16 - z);
    for (const f of [s.front, s.left, s.right]) clad(stage, f, { finish: i % 2 === 0 ? 'stucco' : 'cedar', color: i % 2 === 0 ? c.wall : c.second });
    const cols = Math.max(2, Math.floor((w - 1) / 3.6));
    windowGrid(stage, s.front, { a: 0.7, b: 0.2, dx: (w - 1) / cols, dy: 3, cols, rows: 1, w: (w - 1) / cols - 0.6, h: 2.5, trim: '#34383b', panes: [3, 1], border: 0.06, skip: (col) => i === 0 && col === 3 });
    windowGrid(stage, s.left, { a: 1, b: 0.5, dx: 3, dy: 3, cols: 4, rows: 1, w: 1.8, h: 2, trim: '#34383b', panes: [2, 1], border: 0.06 });
    windowGrid(stage, s.right, { a: 1, b: 0.5, dx: 3, dy: 3, cols: 4, rows: 1, w: 1.8, h: 2, trim: '#34383b', panes: [2, 1], border: 0.06 });
    box(stage, [x - 0.9, y + 3.1, z - 1.5], [w + 1.8, 0.26, 17.4 - z], c.trim, { casts: true, receives: true });
    const rail: Frame = { origin: [x - 0.8, y + 3.36, z - 1.4], u: [1, 0, 0], v: [0, 1, 0], n: [0, 0, -1], width: w + 1.6, height: 0.9 };
    panel(stage, rail, [0, 0, rail.width, 0.55], tone(c.trim, -0.05), { casts: true, twoSided: true });
    for (let a = 0.6; a < rail.width - 0.5; a += random.range(0.9, 2)) {
      const p = on(rail, a, 0, -0.25);
      stage.at([p[0], p[1] + 0.3, p[2]], 0, () => shrubAt(stage, random.range(0.9, 1.6), random.range(0.5, 1)));
    }
    const step = i % 2 === 0 ? 2.1 : 1.2;
    x += step;
    w -= step + (i % 2 === 0 ? 1.2 : 2.1);
    z += 1.3;
  }
  door(stage, { origin: [-13, 0, 0], u: [1, 0, 0], v: [0, 1, 0], n: [0, 0, -1], width: 27, height: 3 }, 12.1, 0.1, { color: c.accent, trim: '#34383b', width: 1.6, height: 2.6, glazed: true, side: true });
  bed(stage, -12.6, -2, -1.6);
  bed(stage, 3.2, 13.6, -1.6);
  avenue(stage, -5.2, [-17, 17.5], 7, 'birch');
  avenue(stage, -5, [-8, 8.5], 5, 'olive');
  lampPost(stage, -3, -5.4);
  return { width: 27, tall: 21 };
}

/** A shrub on a terrace: drawn where the stage stands now. */
function shrubAt(stage: Stage, w: number, h: number): void {
  const { random } = stage;
  shrub(stage, [random.range(-0.02, 0.02), 0, random.range(-0.02, 0.02)], w, h, random.chance(0.25) && !stage.growth.snow ? random.pick(stage.growth.flowers) : undefined);
}

/** A brick warehouse made into lofts, with a glass storey on top. */
export function warehouse(stage: Stage, c: BlockColors): Block {
  const [w, h] = [25, 15.5];
  street(stage, 5);
  neighbour(stage, -w / 2 - 15.4, 1, 15, 10, 12, { finish: 'brick', color: '#8c6f5f' });
  neighbour(stage, w / 2 + 0.4, 1.5, 15, 11.5, 12, { finish: 'brick', color: '#a08a78' });
  const s = sidesOf([-w / 2, 0, 0], w, h, 15);
  const brick: Material = { finish: 'brick', color: c.wall };
  for (const f of [s.front, s.left, s.right]) clad(stage, f, brick);
  const dark = '#2f3133';
  for (let i = 0; i < 5; i += 1) {
    const a = 1 + i * 4.75;
    for (let r = 0; r < 4; r += 1) {
      if (r === 0 && i === 2) continue;
      windowIn(stage, s.front, a + 0.3, 0.9 + r * 3.7, 3.3, 2.5, { trim: dark, panes: [5, 3], border: 0.05, arched: false });
      panel(stage, s.front, [a + 0.1, 3.45 + r * 3.7, 3.7, 0.24], tone(c.wall, -0.25));
    }
    ledge(stage, { ...s.front, origin: on(s.front, a - 0.72, 0) }, 0.6, h - 0.9, 0.2, tone(c.wall, -0.08));
  }
  for (const f of [s.left, s.right]) windowGrid(stage, f, { a: 1.3, b: 0.9, dx: 4.6, dy: 3.7, cols: 3, rows: 4, w: 3.2, h: 2.5, trim: dark, panes: [4, 3], border: 0.05 });
  door(stage, s.front, 11.6, 0.1, { color: c.accent, trim: dark, width: 1.8, height: 2.7, glazed: true, side: true });
  box(stage, [-2.3, 3, -2], [4.6, 0.16, 2], dark, { casts: true });
  ledge(stage, { ...s.front, origin: on(s.front, -0.1, h - 0.9) }, w + 0.2, 0.9, 0.35, c.trim);
  const top = sidesOf([-w / 2 + 3, h, 3], w - 8, 3.4, 10);
  for (const f of [top.front, top.left, top.right]) curtainWall(stage, f, 3.4, 1.9, dark);
  flat(stage, { x: -w / 2 + 3, z: 3, w: w - 8, d: 10, y: h + 3.4, eave: 0.7, edge: dark, material: brick, thickness: 0.25 });
  // The old water tank, as on such roofs.
  for (const [x, z] of [[8.2, 5], [10, 5], [8.2, 6.8], [10, 6.8]] as const) box(stage, [x, h, z], [0.14, 2, 0.14], dark);
  lathe(stage, [9.17, h + 2, 6], [[1.35, 0], [1.35, 2.3], [0, 3.2]], '#8a6a50', { steps: 20 });
  avenue(stage, -4, [-14, -6.2, 6.8, 14.5], 6, 'tall', 3);
  lampPost(stage, 3.4, -4.3);
  car(stage, -4.2, -7.6, c.accent);
  return { width: w, tall: h + 5 };
}

/** Round-cornered balconies stacked above the water. */
export function waterfront(stage: Stage, c: BlockColors): Block {
  const { mood, camera, random } = stage;
  const z = -4;
  const edge = camera.see([0, 0, z - 4]).y;
  neighbour(stage, -36, 4, 17, 11, 12, { finish: 'stucco', color: '#c9bda6' });
  neighbour(stage, 15, 5, 18, 16, 12, { finish: 'brick', color: '#a8806a' });
  stage.ground(area4(-80, z - 4, 160, 30), stage.shade(stage.growth.snow ? '#dfdfdd' : '#cfc4b2', [0, 1, 0]));
  const t = sidesOf([-9, 0, 1], 18, 30.5, 12);
  for (const f of [t.front, t.left, t.right]) {
    clad(stage, f, { finish: 'stucco', color: c.wall });
    const cols = f === t.front ? 5 : 3;
    windowGrid(stage, f, { a: 0.5, b: 0.5, dx: (f.width - 0.4) / cols, dy: 3.3, cols, rows: 9, w: (f.width - 0.4) / cols - 0.7, h: 2.4, trim: '#3a3f42', panes: [2, 1], border: 0.06 });
  }
  for (let r = 0; r <= 9; r += 1) {
    const y = r * 3.3 + 3.1;
    if (r === 9) break;
    const swing = Math.sin(r * 0.9) * 0.5;
    const ring: Ring = [[-10.4, y, 9], [-10.4 + swing * 0.4, y, 0.6], [-9.4, y, -0.6 + swing * 0.3], [-4, y, -1.4 - swing], [3, y, -1.1 + swing], [9.2, y, -0.7 - swing * 0.4], [10.4 - swing * 0.4, y, 0.8], [10.4, y, 9]];
    stage.face({ rings: [ring], normal: [0, 1, 0], color: c.trim, receives: true });
    stage.face({ rings: [ring.map((p) => [p[0], y - 0.28, p[2]] as const)], normal: [0, -1, 0], color: tone(c.trim, -0.1) });
    ring.forEach((p, i) => {
      const q = ring[i + 1];
      if (q === undefined) return;
      const n = [-(q[2] - p[2]), 0, q[0] - p[0]] as const;
      const out = [-n[0], 0, -n[2]] as const;
      stage.face({ rings: [[[p[0], y - 0.28, p[2]], [q[0], y - 0.28, q[2]], q, p]], normal: out, color: c.trim, casts: true });
      stage.face({ rings: [[p, q, [q[0], y + 1, q[2]], [p[0], y + 1, p[2]]]], normal: out, color: mix(mood.sky[1] ?? '#bcd', '#8fa9ac', 0.4), glow: true, opacity: 0.34, twoSided: true });
      stage.face({ rings: [[[p[0], y + 1, p[2]], [q[0], y + 1, q[2]]]], normal: out, color: '#3a3f42', stroke: 0.05, opacity: 1, twoSided: true });
    });
  }
  flat(stage, { x: -9, z: 1, w: 18, d: 12, y: 30.5, eave: 1.2, edge: c.trim, material: { finish: 'plain', color: c.trim } });
  door(stage, t.front, 8.1, 0.1, { color: c.accent, trim: '#34383b', width: 1.7, height: 2.7, glazed: true, side: true });
  avenue(stage, z - 1.4, [-17, -12.5, 12.5, 17], 6, 'round', 4);
  for (const x of [-7, 0, 7]) lampPost(stage, x, z - 2.6, 3.8);
  for (let x = -24; x < 24; x += 1.6) box(stage, [x, 0, z - 3.7], [0.08, 0.9, 0.08], '#3a3f42');
  box(stage, [-24, 0.86, z - 3.7], [48, 0.06, 0.08], '#3a3f42');
  // The water: the sky upside down, the building as broken strokes.
  const sky = mood.sky;
  const id = stage.define(`<linearGradient id="ID" gradientUnits="userSpaceOnUse" x1="0" y1="${edge}" x2="0" y2="${camera.height}"><stop offset="0" stop-color="${mix(sky[3] ?? '#eee', '#41606c', 0.35)}"/><stop offset="1" stop-color="${mix(sky[0] ?? '#7ac', '#2a4552', 0.5)}"/></linearGradient>`);
  stage.groundArt(`<rect y="${edge.toFixed(1)}" width="${camera.width}" height="${camera.height - edge}" fill="url(#${id})"/><rect y="${edge.toFixed(1)}" width="${camera.width}" height="14" fill="${under('#8d8272', mood.shade)}"/>`);
  const left = camera.see([-9, 0, 1]).x;
  const right = camera.see([9, 0, 1]).x;
  let marks = '';
  for (let y = edge + 22; y < camera.height; y += 15) {
    const depth = (y - edge) / (camera.height - edge);
    for (let k = 0; k < 9; k += 1) {
      const x = random.range(left - 30, right + 30);
      const long = random.range(30, 130) * (0.5 + depth);
      const color = random.chance(mood.lamps * 0.7) ? '#ffcf8a' : random.pick([stage.shade(c.wall, [0, 0, -1]), stage.shade(c.trim, [0, 0, -1]), sky[2] ?? '#ccd']);
      marks += `<rect x="${x.toFixed(0)}" y="${(y + random.range(-5, 5)).toFixed(0)}" width="${long.toFixed(0)}" height="${(2 + depth * 4).toFixed(1)}" rx="2" fill="${color}" fill-opacity="${random.range(0.25, 0.6).toFixed(2)}"/>`;
    }
    for (let k = 0; k < 4; k += 1) marks += `<rect x="${random.int(0, 1600)}" y="${y.toFixed(0)}" width="${random.int(40, 150)}" height="3" rx="1.5" fill="${sky[2] ?? '#ccd'}" fill-opacity=".35"/>`;
  }
  stage.groundArt(marks);
  return { width: 20, tall: 32 };
}

/** Two towers of plaster and glass over a shared garden. */
export function twinTowers(stage: Stage, c: BlockColors): Block {
  street(stage, 6);
  for (const [x, w, h] of [[-38, 14, 20], [26, 14, 17]] as const) neighbour(stage, x, 9, w, h, 12, { finish: 'concrete', color: '#aaa59c' });
  for (const [x, h, m] of [[-14, 33, c.wall], [4, 25, c.second]] as const) {
    const s = sidesOf([x, 0, x < 0 ? 4 : 1], 10.5, h, 11);
    for (const f of [s.front, s.left, s.right]) {
      clad(stage, f, { finish: 'stucco', color: m });
      const rows = Math.floor((h - 1) / 3.2);
      const cols = 3;
      windowGrid(stage, f, { a: 0.55, b: 0.9, dx: (f.width - 0.5) / cols, dy: 3.2, cols, rows, w: (f.width - 0.5) / cols - 0.9, h: 2.2, trim: '#34383b', panes: [2, 1], border: 0.06 });
    }
    for (let r = 1; r * 3.2 < h - 3; r += 1) {
      balcony(stage, s.front, 0.2, r * 3.2 + 0.6, 3.4, 1.3, c.trim, 'glass');
      if (r % 2 === 0) balcony(stage, s.front, 6.8, r * 3.2 + 0.6, 3.4, 1.3, c.trim, 'glass');
    }
    flat(stage, { x, z: x < 0 ? 4 : 1, w: 10.5, d: 11, y: h, eave: 0.4, edge: c.trim, material: { finish: 'plain', color: m } });
    box(stage, [x + 3, h + 0.3, 6], [4.5, 2.2, 4], tone(m, -0.1), { casts: true });
    door(stage, s.front, 4.4, 0.1, { color: c.accent, trim: '#34383b', width: 1.6, height: 2.6, glazed: true });
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
