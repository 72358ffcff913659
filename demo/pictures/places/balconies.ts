import { railing } from '../doors.ts';
import { flowers } from '../planting.ts';
import { potted } from '../potted.ts';
import type { Frame } from '../solids.ts';
import { box, extrude, lathe, rounded, sidesOf } from '../solids.ts';
import type { Stage } from '../stage.ts';
import { clad } from '../surfaces.ts';
import { tree } from '../trees.ts';
import { windowGrid } from '../city/facade.ts';
import { boards, gardenChair, gardenTable, parasol } from './garden-furniture.ts';

/** The rail along the far side of a floor that is 8 wide. */
const rail = (z: number): Frame => ({
  origin: [-4, 0, z],
  u: [1, 0, 0],
  v: [0, 1, 0],
  n: [0, 0, -1],
  width: 8,
  height: 1,
});

/** The house at the right, with its open glass door. */
function wallAtRight(stage: Stage, finish: 'stucco' | 'clapboard', color: string): void {
  const wall = sidesOf([2.9, 0, -4], 1.35, 3.4, 6);
  clad(stage, wall.left, { finish, color });
  clad(stage, wall.back, { finish, color });
  windowGrid(stage, wall.left, {
    a: 1.9,
    b: 0.05,
    dx: 3,
    dy: 3,
    cols: 1,
    rows: 1,
    w: 2.2,
    h: 2.4,
    trim: '#efe9dc',
    panes: [2, 1],
    border: 0.08,
  });
  box(stage, [2.7, 2.95, -4], [1.75, 0.25, 6.2], '#e9dfcd');
}

/** A bench with cushions, its back to the left. */
function bench(stage: Stage, x: number, z: number, wood: string, cushion: string): void {
  stage.at([x, 0, z], -90, () => {
    box(stage, [-0.95, 0, -0.36], [1.9, 0.26, 0.72], wood, { casts: true });
    box(stage, [-0.95, 0.26, 0.28], [1.9, 0.55, 0.08], wood, { casts: true });
    for (const at of [-0.93, 0.01])
      extrude(stage, [at, 0.26, -0.36], rounded(0.92, 0.16, 0.06), 0.6, 'z', cushion, {
        bevel: 0.03,
        casts: true,
      });
  });
}

/** A balcony among the crowns of a park: white boards, a bench, a low table, herbs along the rail. */
export function parkBalcony(stage: Stage): void {
  for (const [x, z, height, kind] of [
    [-9, 9, 7.5, 'round'],
    [-5.2, 12, 9, 'birch'],
    [-2.4, 8.5, 6.4, 'round'],
    [0.6, 13, 9.5, 'tall'],
    [3.1, 9.5, 7, 'blossom'],
    [6.4, 11, 8.4, 'round'],
    [10, 13, 9.4, 'birch'],
  ] as const)
    tree(stage, [x, -2.2, z], { kind, height, shadow: false });
  boards(stage, -4, -3, 8, 5, 0, '#c3b299');
  railing(stage, rail(1.9), 1.02, '#f2ece0');
  wallAtRight(stage, 'clapboard', '#dfe3dc');
  bench(stage, -2, 0.2, '#e6dfd0', '#6f8f86');
  box(stage, [-1.05, 0, -0.1], [0.8, 0.36, 0.6], '#a07a56', { casts: true, receives: true });
  lathe(
    stage,
    [-0.62, 0.36, 0.2],
    [
      [0.06, 0],
      [0.1, 0.16],
      [0.05, 0.24],
    ],
    '#5f86a0',
    { steps: 16, casts: true },
  );
  gardenChair(stage, [0.75, 0, 0.5], 75, '#f2ece0', '#c98f6a');
  for (let i = 0; i < 4; i += 1) {
    const x = -1.9 + i * 1.1;
    box(stage, [x, 0.68, 1.64], [0.8, 0.2, 0.2], '#8b9a86', { casts: true });
    stage.at([x + 0.4, 0.86, 1.72], 0, () =>
      flowers(stage, [0, 0, 0], 0.8, 0.3, ['#f6efe2', '#e8c66a', '#b9a3cf']),
    );
  }
  potted(stage, [-3, 0, 1.2], 1.4, '#e7ded0', '#5f8359', 'bush');
  potted(stage, [2.35, 0, 1.3], 1.1, '#c9b79c', '#4f7550', 'leaves');
  potted(stage, [1.9, 0, 0.75], 0.6, '#7f9690', '#6f915f', 'blades');
}

/** A balcony behind glass, wide enough for a table under a parasol, with the town below. */
export function glassBalcony(stage: Stage): void {
  boards(stage, -4, -3, 8, 6, 0, '#8f7a66');
  wallAtRight(stage, 'stucco', '#e8dcc8');
  gardenTable(stage, [-0.5, 0, 1.1], 1.5, 0.9, '#8a6446');
  parasol(stage, [-0.5, 0, 1.2], '#c98258', 1.45);
  gardenChair(stage, [-1.75, 0, 1], -80, '#3f4a48', '#e9dfcd');
  gardenChair(stage, [0.8, 0, 1], 80, '#3f4a48', '#e9dfcd');
  railing(stage, rail(2.7), 1.05, '#4a5052', 'glass');
  potted(stage, [-3.1, 0, 2.2], 1.7, '#5a6a68', '#4f7550', 'leaves');
  potted(stage, [-2.7, 0, 1.3], 0.9, '#b8734f', '#6b8a58', 'bush');
  potted(stage, [2.3, 0, 2.2], 1.5, '#c9b79c', '#56774f', 'blades');
}
