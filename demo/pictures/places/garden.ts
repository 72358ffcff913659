import { tone } from '../color.ts';
import { area4 } from '../exterior.ts';
import type { Ring, Vec3 } from '../geometry.ts';
import { halo, railing } from '../openings.ts';
import { flowers, grass, hedge, potted, shrub } from '../planting.ts';
import type { Frame } from '../solids.ts';
import { box, extrude, lathe, panel, rounded, sidesOf } from '../solids.ts';
import type { Stage } from '../stage.ts';
import { clad } from '../surfaces.ts';
import { tree } from '../trees.ts';
import { windowGrid } from '../city/facade.ts';

const WOOD = '#a5764c';

/** A table with a top on two trestles, outdoors. */
export function gardenTable(stage: Stage, at: Vec3, w: number, d: number, color = WOOD): void {
  stage.at(at, 0, () => {
    for (const x of [-w / 2 + 0.2, w / 2 - 0.28]) for (const z of [-d / 2 + 0.1, d / 2 - 0.18]) box(stage, [x, 0, z], [0.08, 0.7, 0.08], tone(color, -0.15), { casts: true });
    for (let i = 0; i < 6; i += 1) box(stage, [-w / 2, 0.7, -d / 2 + (i * d) / 6], [w, 0.05, d / 6 - 0.015], tone(color, i % 2 === 0 ? 0.04 : 0), { casts: true, receives: true });
  });
}

/** A slatted chair. */
export function gardenChair(stage: Stage, at: Vec3, turn: number, color = '#efe6d4', cushion?: string): void {
  stage.at(at, turn, () => {
    for (const x of [-0.25, 0.2]) {
      box(stage, [x, 0, -0.25], [0.05, 0.62, 0.05], color, { casts: true });
      box(stage, [x, 0, 0.22], [0.05, 0.92, 0.05], color, { casts: true });
      box(stage, [x - 0.01, 0.6, -0.26], [0.07, 0.04, 0.52], color, { casts: true });
    }
    for (let i = 0; i < 4; i += 1) box(stage, [-0.25, 0.4, -0.26 + i * 0.125], [0.5, 0.04, 0.1], color, { casts: true });
    for (let i = 0; i < 3; i += 1) box(stage, [-0.25, 0.54 + i * 0.14, 0.23], [0.5, 0.09, 0.03], color, { casts: true });
    if (cushion !== undefined) extrude(stage, [-0.23, 0.44, -0.24], rounded(0.46, 0.08, 0.04, 2), 0.46, 'z', cushion);
  });
}

/** A long chair to lie on. */
function lounger(stage: Stage, at: Vec3, turn: number, color: string): void {
  stage.at(at, turn, () => {
    for (const x of [-0.3, 0.24]) for (const z of [-0.8, 0.7]) box(stage, [x, 0, z], [0.06, 0.28, 0.06], WOOD, { casts: true });
    box(stage, [-0.32, 0.26, -0.9], [0.64, 0.05, 1.8], WOOD, { casts: true });
    extrude(stage, [-0.3, 0.31, -0.88], rounded(0.6, 0.1, 0.04, 2), 1.1, 'z', color, { bevel: 0.02 });
    const back: Ring = [[-0.3, 0.38, 0.22], [0.3, 0.38, 0.22], [0.3, 0.95, 0.72], [-0.3, 0.95, 0.72]];
    stage.face({ rings: [back], normal: [0, 0.66, -0.75], color, casts: true, twoSided: true });
  });
}

/** A parasol, open. */
export function parasol(stage: Stage, at: Vec3, color: string, size = 1.5): void {
  stage.at(at, 0, () => {
    lathe(stage, [0, 0, 0], [[0.25, 0], [0.25, 0.08], [0.03, 0.1], [0.03, 2.4]], '#8a6a50', { steps: 8, casts: true });
    const n = 10;
    for (let i = 0; i < n; i += 1) {
      const p = (k: number, r: number, y: number): Vec3 => [Math.cos((k / n) * Math.PI * 2) * r, y, Math.sin((k / n) * Math.PI * 2) * r];
      const a = ((i + 0.5) / n) * Math.PI * 2;
      const c = i % 2 === 0 ? color : tone(color, 0.3);
      stage.face({ rings: [[p(i, size, 2.05), p(i + 1, size, 2.05), [0, 2.6, 0]]], normal: [Math.cos(a) * 0.35, 0.93, Math.sin(a) * 0.35], color: c, casts: true });
      stage.face({ rings: [[p(i, size, 2.05), p(i + 1, size, 2.05), [0, 2.6, 0]]], normal: [-Math.cos(a) * 0.35, -0.93, -Math.sin(a) * 0.35], color: c });
      stage.face({ rings: [[p(i, size, 1.9), p(i + 1, size, 1.9), p(i + 1, size, 2.05), p(i, size, 2.05)]], normal: [Math.cos(a), 0, Math.sin(a)], color: c, twoSided: true });
    }
  });
}

/** Posts and rafters with a little shade; lights hang between them in the evening. */
function pergola(stage: Stage, x: number, z: number, w: number, d: number, color: string): void {
  for (const px of [x, x + w - 0.16]) for (const pz of [z, z + d - 0.16]) box(stage, [px, 0, pz], [0.16, 2.5, 0.16], color, { casts: true });
  for (const pz of [z, z + d - 0.12]) box(stage, [x - 0.3, 2.5, pz], [w + 0.6, 0.2, 0.12], color, { casts: true });
  for (let i = 0; i <= 9; i += 1) box(stage, [x + ((w - 0.08) * i) / 9, 2.7, z - 0.35], [0.08, 0.14, d + 0.7], color, { casts: true });
  if (stage.mood.lamps > 0.2) {
    const f: Frame = { origin: [x, 2.2, z], u: [1, 0, 0], v: [0, 1, 0], n: [0, 0, -1], width: w, height: 1 };
    for (let i = 1; i < 8; i += 1) {
      const a = (w * i) / 8;
      const y = -Math.sin((i / 8) * Math.PI) * 0.3;
      lathe(stage, [x + a, 2.35 + y, z + 0.05], [[0.02, 0], [0.055, 0.05], [0.02, 0.11]], '#ffe9b8', { steps: 8, glow: true });
      halo(stage, f, a, 0.2 + y, 0.5, 1.1);
    }
  }
}

function fence(stage: Stage, z: number, from: number, to: number, height: number, color: string): void {
  const f = sidesOf([from, 0, z], to - from, height, 0.08);
  clad(stage, f.front, { finish: 'cedar', color });
  box(stage, [from, height, z - 0.03], [to - from, 0.06, 0.14], tone(color, -0.1), { casts: true });
}

function paving(stage: Stage, x: number, z: number, w: number, d: number, color: string, size = 0.9): void {
  stage.ground(area4(x, z, w, d), stage.shade(color, [0, 1, 0]));
  for (let i = 0; i * size < w; i += 1) {
    for (let k = 0; k * size < d; k += 1) {
      if (stage.random.chance(0.34)) stage.ground(area4(x + i * size, z + k * size, Math.min(size, w - i * size), Math.min(size, d - k * size)), stage.shade(tone(color, stage.random.range(-0.08, 0.08)), [0, 1, 0]));
    }
  }
  for (let i = 1; i * size < w; i += 1) stage.ground(area4(x + i * size, z, 0.025, d), stage.shade(tone(color, -0.25), [0, 1, 0]), 0.6);
  for (let k = 1; k * size < d; k += 1) stage.ground(area4(x, z + k * size, w, 0.025), stage.shade(tone(color, -0.25), [0, 1, 0]), 0.6);
}

function backTrees(stage: Stage, z: number, spread: number): void {
  for (let i = 0; i < 9; i += 1) tree(stage, [-spread + (i * spread * 2) / 8 + stage.random.range(-0.8, 0.8), 0, z + stage.random.range(0, 4)], { kind: stage.random.pick(['round', 'tall', 'birch', 'pine']), height: stage.random.range(5.5, 9), shadow: false });
}

/** A terrace under a pergola with a table laid in the garden. */
export function pergolaGarden(stage: Stage): void {
  fence(stage, 9.5, -16, 16, 1.9, '#9c7754');
  backTrees(stage, 11.5, 14);
  paving(stage, -3.6, -3, 7.2, 7.4, '#d2c4ae');
  pergola(stage, -2.9, 0, 5.8, 3.8, '#8a6446');
  gardenTable(stage, [0, 0, 1.9], 2.2, 0.95);
  for (const x of [-0.6, 0.6]) {
    gardenChair(stage, [x, 0, 2.75], 0, '#efe6d4', '#c0704a');
    gardenChair(stage, [x, 0, 1.0], 180, '#efe6d4', '#c0704a');
  }
  stage.at([0.1, 0.75, 1.9], 0, () => lathe(stage, [0, 0, 0], [[0.1, 0], [0.16, 0.12], [0.1, 0.26]], '#e5dac4', { steps: 12 }));
  for (const x of [-7.4, -6, -4.8, 4.9, 6.2, 7.6]) shrub(stage, [x, 0, 7.6 + stage.random.range(-0.8, 0.8)], 1.8, 1.3, stage.random.pick(stage.growth.flowers));
  for (const [x, z] of [[-4.6, 3], [-5.2, 1.2], [4.7, 3.2], [5.3, 0.8], [-4.5, -0.6], [4.6, -1]] as const) flowers(stage, [x, 0, z], 1.6, 0.7);
  for (const [x, z] of [[-5.8, -0.4], [6, -0.6]] as const) grass(stage, [x, 0, z], 1, 0.9);
  tree(stage, [-7.8, 0, 4.4], { kind: stage.season === 'spring' ? 'blossom' : 'round', height: 5.6 });
  tree(stage, [8.4, 0, 5], { kind: 'olive', height: 4.6 });
  for (const [x, z, s] of [[-3.2, -1.6, 1.1], [3.2, -1.5, 1]] as const) potted(stage, [x, 0, z], s, '#b8734f', '#587a52', 'bush');
}

/** A pool with loungers before a hedge. */
export function pool(stage: Stage): void {
  hedge(stage, [-16, 0, 11], [16, 0, 11], 1.9, 1);
  backTrees(stage, 14, 15);
  for (const x of [-11, -7, 8, 12]) tree(stage, [x, 0, 12.5], { kind: stage.random.pick(['cypress', 'palm']), height: 6.5, shadow: false });
  paving(stage, -7.5, -4, 15, 13, '#ddd0ba', 1.1);
  const up = [0, 1, 0] as const;
  stage.ground(area4(-4.4, 0.6, 8.8, 5.4), stage.shade('#efe6d6', up));
  const water = stage.mood.lamps > 0.5 ? '#3f8d96' : stage.shade('#77b0b3', up);
  stage.ground(area4(-4.1, 0.9, 8.2, 4.8), water);
  stage.ground(area4(-4.1, 5.1, 8.2, 0.6), tone(water, -0.25), 0.7);
  stage.ground(area4(-4.1, 4.2, 8.2, 0.9), tone(water, -0.12), 0.5);
  for (let i = 0; i < 26; i += 1) stage.ground(area4(stage.random.range(-4, 2.8), stage.random.range(1, 5), stage.random.range(0.4, 1.3), 0.05), tone(water, 0.4), 0.5);
  for (const x of [5.5, 6.6]) lounger(stage, [x, 0, 3.2], 62, '#f2e8d6');
  parasol(stage, [6.2, 0, 5], '#c0704a', 1.4);
  gardenTable(stage, [5.6, 0, 1.7], 0.6, 0.5, '#8a6446');
  for (const [x, z] of [[-6, 8.4], [-4, 9], [-1.6, 8.8], [1.4, 9], [4, 8.8], [6.6, 8.6]] as const) (stage.random.chance(0.5) ? shrub : flowers)(stage, [x, 0, z], 1.7, 0.8);
  for (const [x, z, s] of [[-5.6, 1, 1.3], [-5.7, 4.8, 1.1], [5.2, 7, 1.2]] as const) potted(stage, [x, 0, z], s, '#c9b79c', '#56774f', 'blades');
  for (const [x, z] of [[-8.6, 0], [-9.2, 3], [9, 0.5]] as const) grass(stage, [x, 0, z], 1.4, 1.2);
}

/** A path between deep beds to a seat under a tree. */
export function cottageGarden(stage: Stage): void {
  hedge(stage, [-16, 0, 12], [-1.6, 0, 12], 1.5, 0.8);
  hedge(stage, [1.6, 0, 12], [16, 0, 12], 1.5, 0.8);
  backTrees(stage, 14.5, 14);
  for (let z = -5; z < 12; z += 1.05) {
    const x = Math.sin(z * 0.32) * 0.9;
    const ring: Ring = Array.from({ length: 10 }, (_, i) => [x + Math.cos((i / 10) * Math.PI * 2) * 0.72, 0, z + Math.sin((i / 10) * Math.PI * 2) * 0.42] as const);
    stage.ground(ring, stage.shade('#cfc1aa', [0, 1, 0]));
  }
  for (let z = -2.6; z < 11; z += 0.95) {
    const mid = Math.sin(z * 0.32) * 0.9;
    for (const side of [-1, 1]) {
      const x = mid + side * stage.random.range(1.5, 2.1);
      flowers(stage, [x, 0, z], 1.5, stage.random.range(0.5, 0.8));
      const far = mid + side * stage.random.range(2.9, 3.8);
      if (stage.random.chance(0.55)) shrub(stage, [far, 0, z], 1.6, stage.random.range(0.9, 1.4), stage.random.chance(0.6) ? stage.random.pick(stage.growth.flowers) : undefined);
      else flowers(stage, [far, 0, z], 1.8, 1);
      if (stage.random.chance(0.5)) grass(stage, [mid + side * stage.random.range(4.4, 5.4), 0, z], 1.2, 1.1);
    }
  }
  box(stage, [-0.9, 0.42, 12.6], [1.8, 0.06, 0.4], '#efe6d4', { casts: true });
  for (let i = 0; i < 3; i += 1) box(stage, [-0.9, 0.56 + i * 0.15, 13], [1.8, 0.1, 0.04], '#efe6d4', { casts: true });
  tree(stage, [-5.6, 0, 8], { kind: stage.season === 'spring' ? 'blossom' : 'round', height: 6.4 });
  tree(stage, [6.4, 0, 6], { kind: 'birch', height: 7 });
  tree(stage, [0.4, 0, 15], { kind: 'round', height: 8.5, shadow: false });
}

function boards(stage: Stage, x: number, z: number, w: number, d: number, y: number, color: string): void {
  box(stage, [x, y - 0.2, z], [w, 0.2, d], color, { receives: true });
  const lines: Ring[] = [];
  for (let a = 0.14; a < w; a += 0.14) lines.push([[x + a, y, z], [x + a, y, z + d]]);
  stage.face({ rings: lines, normal: [0, 1, 0], color: tone(color, -0.35), stroke: 0.012, opacity: 0.5 });
}

/** A balcony high over the town: two chairs, a small table, boxes of flowers. */
export function cityBalcony(stage: Stage): void {
  const y = 0;
  boards(stage, -4, -3, 8, 5, y, '#a88360');
  const rail: Frame = { origin: [-4, y, 1.9], u: [1, 0, 0], v: [0, 1, 0], n: [0, 0, -1], width: 8, height: 1 };
  railing(stage, rail, 1.02, '#34383b');
  // The wall of the house at one side, with the open glass door.
  const wall = sidesOf([-4.2, 0, -4], 1.35, 3.4, 6);
  clad(stage, wall.right, { finish: 'brick', color: '#b98a6c' });
  clad(stage, wall.back, { finish: 'brick', color: '#b98a6c' });
  windowGrid(stage, wall.right, { a: 1.7, b: 0.05, dx: 3, dy: 3, cols: 1, rows: 1, w: 2.2, h: 2.4, trim: '#34383b', panes: [2, 1], border: 0.08 });
  box(stage, [-4.4, 2.95, -4], [1.75, 0.25, 6.2], '#e9dfcd');
  stage.at([0.2, y, 0.4], 0, () => {
    lathe(stage, [0, 0, 0], [[0.2, 0], [0.2, 0.03], [0.025, 0.05], [0.025, 0.7], [0.36, 0.7], [0.37, 0.73], [0, 0.735]], '#4a4d4a', { steps: 22, casts: true });
    lathe(stage, [0.1, 0.735, 0], [[0.03, 0], [0.045, 0.1]], '#efe6d4', { steps: 12 });
    lathe(stage, [-0.12, 0.735, 0.06], [[0.03, 0], [0.045, 0.1]], '#c0704a', { steps: 12 });
  });
  gardenChair(stage, [-0.75, y, 0.55], -65, '#6a4a34', '#efe6d4');
  gardenChair(stage, [1.15, y, 0.55], 65, '#6a4a34', '#efe6d4');
  for (let i = 0; i < 6; i += 1) {
    const x = -2.3 + i * 1.05;
    box(stage, [x, y + 0.72, 1.62], [0.85, 0.2, 0.22], '#b8734f', { casts: true });
    stage.at([x + 0.42, y + 0.9, 1.7], 0, () => flowers(stage, [0, 0, 0], 0.9, 0.36));
  }
  for (const [x, z, s, kind] of [[-2.2, 1.1, 1.3, 'leaves'], [3.2, 1.1, 1.5, 'bush'], [2.6, 0.1, 0.8, 'blades'], [-2.3, 0.1, 0.7, 'bush']] as const) potted(stage, [x, y, z], s, stage.random.pick(['#b8734f', '#c9b79c', '#5a6a68']), '#56774f', kind);
  const line: Frame = { ...rail, origin: [-2.6, 2.4, 1.9] };
  if (stage.mood.lamps > 0.2) {
    for (let i = 0; i < 9; i += 1) {
      const drop = -Math.sin((i / 8) * Math.PI) * 0.35;
      lathe(stage, [-2.6 + i * 0.8, 2.55 + drop, 1.9], [[0.02, 0], [0.05, 0.05], [0.02, 0.1]], '#ffe9b8', { steps: 8, glow: true });
      halo(stage, line, i * 0.8, 0.2 + drop, 0.5, 1.1);
    }
  }
}

/** A roof terrace with long sofas, planters and the skyline around. */
export function roofTerrace(stage: Stage): void {
  boards(stage, -7, -4, 14, 10.5, 0, '#b18c66');
  for (const [x, w] of [[-7, 4.2], [-2.2, 4.4], [2.8, 4.2]] as const) {
    box(stage, [x, 0, 5.6], [w, 0.6, 0.6], '#8f8a82', { casts: true });
    for (let a = 0.35; a < w; a += 0.75) {
      const at: Vec3 = [x + a, 0.55, 5.9];
      stage.at(at, 0, () => (stage.random.chance(0.45) ? grass(stage, [0, 0, 0], 0.8, 0.9, '#8d9a68') : shrub(stage, [0, 0, 0], 1, 0.8)));
    }
  }
  railing(stage, { origin: [-7, 0, 6.4], u: [1, 0, 0], v: [0, 1, 0], n: [0, 0, -1], width: 14, height: 1.1 }, 1.1, '#34383b', 'glass');
  const seat = (x: number, z: number, w: number, turn: number, color: string): void => {
    stage.at([x, 0, z], turn, () => {
      box(stage, [-w / 2, 0, -0.42], [w, 0.24, 0.84], '#7d5c42', { casts: true });
      const n = Math.round(w / 0.8);
      for (let i = 0; i < n; i += 1) {
        extrude(stage, [-w / 2 + (i * w) / n + 0.01, 0.24, -0.42], rounded(w / n - 0.02, 0.18, 0.06), 0.66, 'z', color, { bevel: 0.03, casts: true });
        extrude(stage, [-w / 2 + (i * w) / n + 0.01, 0.36, 0.2], rounded(w / n - 0.02, 0.46, 0.1), 0.2, 'z', tone(color, -0.03), { bevel: 0.04, casts: true });
      }
    });
  };
  seat(0, 3.6, 2.5, 0, '#e9dfcd');
  seat(-2.4, 1.9, 1.7, -90, '#e9dfcd');
  box(stage, [-0.7, 0, 1.6], [1.4, 0.32, 0.8], '#8a6446', { casts: true, receives: true });
  lathe(stage, [0.2, 0.32, 2], [[0.14, 0], [0.2, 0.1], [0.18, 0.14]], '#c0704a', { steps: 16, inside: '#7a4630' });
  lathe(stage, [2.3, 0, 1.7], [[0.3, 0], [0.38, 0.3], [0.4, 0.36]], '#4a4d4e', { steps: 20, inside: '#2a2526', casts: true });
  if (stage.mood.lamps > 0.2) {
    const f: Frame = { origin: [2.3, 0.4, 1.7], u: [1, 0, 0], v: [0, 1, 0], n: [0, 0, -1], width: 1, height: 1 };
    for (const [dx, s, c] of [[-0.1, 0.3, '#f08a3c'], [0.1, 0.26, '#f08a3c'], [0, 0.38, '#f9b457']] as const) stage.face({ rings: [[[2.3 + dx - s * 0.3, 0.36, 1.7], [2.3 + dx + s * 0.3, 0.36, 1.7], [2.3 + dx, 0.36 + s * 1.4, 1.7]]], normal: [0, 0, -1], color: c, glow: true });
    halo(stage, f, 0, 0.2, 1.7, 1.6);
  }
  gardenChair(stage, [3.5, 0, 2.5], 48, '#6a4a34', '#c0704a');
  parasol(stage, [-4.3, 0, 4.4], '#5f7768', 1.5);
  for (const [x, z, s, kind] of [[5.4, 4.6, 1.9, 'leaves'], [4.7, 3.6, 1, 'bush'], [-5.6, 3.2, 1.5, 'bush'], [-5.2, 1.4, 0.9, 'blades'], [5.6, 1.6, 1.1, 'blades']] as const) potted(stage, [x, 0, z], s, stage.random.pick(['#5a6a68', '#c9b79c', '#b8734f']), '#56774f', kind);
  panel(stage, { origin: [-1.9, 0.005, 0.9], u: [1, 0, 0], v: [0, 0, 1], n: [0, 1, 0], width: 3.6, height: 2.2 }, [0, 0, 3.6, 2.2], '#c9b08a', { opacity: 0.85 });
}

/** A wooden deck behind the house, with steps down into the lawn. */
export function deckGarden(stage: Stage): void {
  const house = sidesOf([-9, 0, 5], 12, 3.2, 3);
  clad(stage, house.front, { finish: 'clapboard', color: '#dcd4c2' });
  clad(stage, house.right, { finish: 'clapboard', color: '#dcd4c2' });
  box(stage, [-9.4, 3.2, 4.4], [12.8, 0.3, 4], '#5d5853', { casts: true });
  windowGrid(stage, house.front, { a: 1.2, b: 0.35, dx: 5.6, dy: 3, cols: 2, rows: 1, w: 4.2, h: 2.3, trim: '#34383b', panes: [4, 1], border: 0.08 });
  box(stage, [-9, 0, 1.2], [12.6, 0.35, 3.8], '#a88360', { receives: true, casts: true });
  const lines: Ring[] = [];
  for (let z = 1.36; z < 5; z += 0.16) lines.push([[-9, 0.35, z], [3.6, 0.35, z]]);
  stage.face({ rings: lines, normal: [0, 1, 0], color: '#6f5238', stroke: 0.012, opacity: 0.5 });
  for (let i = 0; i < 2; i += 1) box(stage, [-4.6, 0, 0.5 + i * 0.35], [3.4, 0.12 + i * 0.12, 0.35], '#b18c66', { casts: true, receives: true });
  stage.at([-2.9, 0.35, 3.1], 0, () => {
    gardenTable(stage, [0, 0, 0], 1.7, 0.9);
    for (const x of [-0.45, 0.45]) gardenChair(stage, [x, 0, 0.75], 0, '#efe6d4', '#5f7768');
    gardenChair(stage, [-1.25, 0, 0], -90, '#efe6d4', '#5f7768');
    gardenChair(stage, [1.25, 0, 0], 90, '#efe6d4', '#5f7768');
    parasol(stage, [0, 0, 0.1], '#c99a4b', 1.45);
  });
  for (const [x, z, s] of [[-8.2, 1.8, 1.2], [3, 1.8, 1.3], [2.2, 1.6, 0.8]] as const) potted(stage, [x, 0.35, z], s, '#b8734f', '#587a52', 'bush');
  backTrees(stage, 12, 16);
  hedge(stage, [3.6, 0, 9], [18, 0, 9], 1.6, 0.8);
  tree(stage, [7.4, 0, 4], { kind: stage.season === 'spring' ? 'blossom' : 'round', height: 6.6 });
  for (let x = -9; x < 3.5; x += 1.2) if (x < -5 || x > -1) flowers(stage, [x, 0, 0.7], 1.3, 0.55);
  for (const [x, z] of [[5.4, 5.6], [6.4, 6.4], [8.8, 6], [10, 6.8]] as const) shrub(stage, [x, 0, z], 1.7, 1.2, stage.random.pick(stage.growth.flowers));
  const up = [0, 1, 0] as const;
  for (let i = 0; i < 6; i += 1) stage.ground(area4(-3.7 + i * 0.34, -0.4 - i * 1.05, 1.5, 0.75), stage.shade('#cfc1aa', up));
  for (const [x, z] of [[-6.5, -1], [1.4, -0.8], [3.2, -1.6]] as const) grass(stage, [x, 0, z], 1, 0.5);
}
