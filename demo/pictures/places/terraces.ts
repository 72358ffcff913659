import { tone } from '../color.ts';
import { area4 } from '../exterior.ts';
import type { Ring, Vec3 } from '../geometry.ts';
import { halo } from '../openings.ts';
import { railing } from '../doors.ts';
import { flowers, grass, hedge, shrub } from '../planting.ts';
import { potted } from '../potted.ts';
import type { Frame } from '../solids.ts';
import { box, extrude, lathe, panel, rounded, sidesOf } from '../solids.ts';
import type { Stage } from '../stage.ts';
import { clad } from '../surfaces.ts';
import { tree } from '../trees.ts';
import { windowGrid } from '../city/facade.ts';
import { gardenTable, gardenChair, parasol, backTrees, boards } from './garden-furniture.ts';

/** A balcony high over the town: two chairs, a small table, boxes of flowers. */
export function cityBalcony(stage: Stage): void {
  const y = 0;
  boards(stage, -4, -3, 8, 5, y, '#a88360');
  const rail: Frame = {
    origin: [-4, y, 1.9],
    u: [1, 0, 0],
    v: [0, 1, 0],
    n: [0, 0, -1],
    width: 8,
    height: 1,
  };
  railing(stage, rail, 1.02, '#34383b');
  // The wall of the house at one side, with the open glass door.
  const wall = sidesOf([-4.2, 0, -4], 1.35, 3.4, 6);
  clad(stage, wall.right, { finish: 'brick', color: '#b98a6c' });
  clad(stage, wall.back, { finish: 'brick', color: '#b98a6c' });
  windowGrid(stage, wall.right, {
    a: 1.7,
    b: 0.05,
    dx: 3,
    dy: 3,
    cols: 1,
    rows: 1,
    w: 2.2,
    h: 2.4,
    trim: '#34383b',
    panes: [2, 1],
    border: 0.08,
  });
  box(stage, [-4.4, 2.95, -4], [1.75, 0.25, 6.2], '#e9dfcd');
  stage.at([0.2, y, 0.4], 0, () => {
    lathe(
      stage,
      [0, 0, 0],
      [
        [0.2, 0],
        [0.2, 0.03],
        [0.025, 0.05],
        [0.025, 0.7],
        [0.36, 0.7],
        [0.37, 0.73],
        [0, 0.735],
      ],
      '#4a4d4a',
      { steps: 22, casts: true },
    );
    lathe(
      stage,
      [0.1, 0.735, 0],
      [
        [0.03, 0],
        [0.045, 0.1],
      ],
      '#efe6d4',
      { steps: 12 },
    );
    lathe(
      stage,
      [-0.12, 0.735, 0.06],
      [
        [0.03, 0],
        [0.045, 0.1],
      ],
      '#c0704a',
      { steps: 12 },
    );
  });
  gardenChair(stage, [-0.75, y, 0.55], -65, '#6a4a34', '#efe6d4');
  gardenChair(stage, [1.15, y, 0.55], 65, '#6a4a34', '#efe6d4');
  for (let i = 0; i < 6; i += 1) {
    const x = -2.3 + i * 1.05;
    box(stage, [x, y + 0.72, 1.62], [0.85, 0.2, 0.22], '#b8734f', { casts: true });
    stage.at([x + 0.42, y + 0.9, 1.7], 0, () => flowers(stage, [0, 0, 0], 0.9, 0.36));
  }
  for (const [x, z, s, kind] of [
    [-2.2, 1.1, 1.3, 'leaves'],
    [3.2, 1.1, 1.5, 'bush'],
    [2.6, 0.1, 0.8, 'blades'],
    [-2.3, 0.1, 0.7, 'bush'],
  ] as const)
    potted(
      stage,
      [x, y, z],
      s,
      stage.random.pick(['#b8734f', '#c9b79c', '#5a6a68']),
      '#56774f',
      kind,
    );
  const line: Frame = { ...rail, origin: [-2.6, 2.4, 1.9] };
  if (stage.mood.lamps > 0.2) {
    for (let i = 0; i < 9; i += 1) {
      const drop = -Math.sin((i / 8) * Math.PI) * 0.35;
      lathe(
        stage,
        [-2.6 + i * 0.8, 2.55 + drop, 1.9],
        [
          [0.02, 0],
          [0.05, 0.05],
          [0.02, 0.1],
        ],
        '#ffe9b8',
        { steps: 8, glow: true },
      );
      halo(stage, line, i * 0.8, 0.2 + drop, 0.5, 1.1);
    }
  }
}

/** A roof terrace with long sofas, planters and the skyline around. */
export function roofTerrace(stage: Stage): void {
  boards(stage, -7, -4, 14, 10.5, 0, '#b18c66');
  for (const [x, w] of [
    [-7, 4.2],
    [-2.2, 4.4],
    [2.8, 4.2],
  ] as const) {
    box(stage, [x, 0, 5.6], [w, 0.6, 0.6], '#8f8a82', { casts: true });
    for (let a = 0.35; a < w; a += 0.75) {
      const at: Vec3 = [x + a, 0.55, 5.9];
      stage.at(at, 0, () =>
        stage.random.chance(0.45)
          ? grass(stage, [0, 0, 0], 0.8, 0.9, '#8d9a68')
          : shrub(stage, [0, 0, 0], 1, 0.8),
      );
    }
  }
  railing(
    stage,
    { origin: [-7, 0, 6.4], u: [1, 0, 0], v: [0, 1, 0], n: [0, 0, -1], width: 14, height: 1.1 },
    1.1,
    '#34383b',
    'glass',
  );
  const seat = (x: number, z: number, w: number, turn: number, color: string): void => {
    stage.at([x, 0, z], turn, () => {
      box(stage, [-w / 2, 0, -0.42], [w, 0.24, 0.84], '#7d5c42', { casts: true });
      const n = Math.round(w / 0.8);
      for (let i = 0; i < n; i += 1) {
        extrude(
          stage,
          [-w / 2 + (i * w) / n + 0.01, 0.24, -0.42],
          rounded(w / n - 0.02, 0.18, 0.06),
          0.66,
          'z',
          color,
          { bevel: 0.03, casts: true },
        );
        extrude(
          stage,
          [-w / 2 + (i * w) / n + 0.01, 0.36, 0.2],
          rounded(w / n - 0.02, 0.46, 0.1),
          0.2,
          'z',
          tone(color, -0.03),
          { bevel: 0.04, casts: true },
        );
      }
    });
  };
  seat(0, 3.6, 2.5, 0, '#e9dfcd');
  seat(-2.4, 1.9, 1.7, -90, '#e9dfcd');
  box(stage, [-0.7, 0, 1.6], [1.4, 0.32, 0.8], '#8a6446', { casts: true, receives: true });
  lathe(
    stage,
    [0.2, 0.32, 2],
    [
      [0.14, 0],
      [0.2, 0.1],
      [0.18, 0.14],
    ],
    '#c0704a',
    { steps: 16, inside: '#7a4630' },
  );
  lathe(
    stage,
    [2.3, 0, 1.7],
    [
      [0.3, 0],
      [0.38, 0.3],
      [0.4, 0.36],
    ],
    '#4a4d4e',
    { steps: 20, inside: '#2a2526', casts: true },
  );
  if (stage.mood.lamps > 0.2) {
    const f: Frame = {
      origin: [2.3, 0.4, 1.7],
      u: [1, 0, 0],
      v: [0, 1, 0],
      n: [0, 0, -1],
      width: 1,
      height: 1,
    };
    for (const [dx, s, c] of [
      [-0.1, 0.3, '#f08a3c'],
      [0.1, 0.26, '#f08a3c'],
      [0, 0.38, '#f9b457'],
    ] as const)
      stage.face({
        rings: [
          [
            [2.3 + dx - s * 0.3, 0.36, 1.7],
            [2.3 + dx + s * 0.3, 0.36, 1.7],
            [2.3 + dx, 0.36 + s * 1.4, 1.7],
          ],
        ],
        normal: [0, 0, -1],
        color: c,
        glow: true,
      });
    halo(stage, f, 0, 0.2, 1.7, 1.6);
  }
  gardenChair(stage, [3.5, 0, 2.5], 48, '#6a4a34', '#c0704a');
  parasol(stage, [-4.3, 0, 4.4], '#5f7768', 1.5);
  for (const [x, z, s, kind] of [
    [5.4, 4.6, 1.9, 'leaves'],
    [4.7, 3.6, 1, 'bush'],
    [-5.6, 3.2, 1.5, 'bush'],
    [-5.2, 1.4, 0.9, 'blades'],
    [5.6, 1.6, 1.1, 'blades'],
  ] as const)
    potted(
      stage,
      [x, 0, z],
      s,
      stage.random.pick(['#5a6a68', '#c9b79c', '#b8734f']),
      '#56774f',
      kind,
    );
  panel(
    stage,
    {
      origin: [-1.9, 0.005, 0.9],
      u: [1, 0, 0],
      v: [0, 0, 1],
      n: [0, 1, 0],
      width: 3.6,
      height: 2.2,
    },
    [0, 0, 3.6, 2.2],
    '#c9b08a',
    { opacity: 0.85 },
  );
}

/** A wooden deck behind the house, with steps down into the lawn. */
export function deckGarden(stage: Stage): void {
  const house = sidesOf([-9, 0, 5], 12, 3.2, 3);
  clad(stage, house.front, { finish: 'clapboard', color: '#dcd4c2' });
  clad(stage, house.right, { finish: 'clapboard', color: '#dcd4c2' });
  box(stage, [-9.4, 3.2, 4.4], [12.8, 0.3, 4], '#5d5853', { casts: true });
  windowGrid(stage, house.front, {
    a: 1.2,
    b: 0.35,
    dx: 5.6,
    dy: 3,
    cols: 2,
    rows: 1,
    w: 4.2,
    h: 2.3,
    trim: '#34383b',
    panes: [4, 1],
    border: 0.08,
  });
  box(stage, [-9, 0, 1.2], [12.6, 0.35, 3.8], '#a88360', { receives: true, casts: true });
  const lines: Ring[] = [];
  for (let z = 1.36; z < 5; z += 0.16)
    lines.push([
      [-9, 0.35, z],
      [3.6, 0.35, z],
    ]);
  stage.face({ rings: lines, normal: [0, 1, 0], color: '#6f5238', stroke: 0.012, opacity: 0.5 });
  for (let i = 0; i < 2; i += 1)
    box(stage, [-4.6, 0, 0.5 + i * 0.35], [3.4, 0.12 + i * 0.12, 0.35], '#b18c66', {
      casts: true,
      receives: true,
    });
  stage.at([-2.9, 0.35, 3.1], 0, () => {
    gardenTable(stage, [0, 0, 0], 1.7, 0.9);
    for (const x of [-0.45, 0.45]) gardenChair(stage, [x, 0, 0.75], 0, '#efe6d4', '#5f7768');
    gardenChair(stage, [-1.25, 0, 0], -90, '#efe6d4', '#5f7768');
    gardenChair(stage, [1.25, 0, 0], 90, '#efe6d4', '#5f7768');
    parasol(stage, [0, 0, 0.1], '#c99a4b', 1.45);
  });
  for (const [x, z, s] of [
    [-8.2, 1.8, 1.2],
    [3, 1.8, 1.3],
    [2.2, 1.6, 0.8],
  ] as const)
    potted(stage, [x, 0.35, z], s, '#b8734f', '#587a52', 'bush');
  backTrees(stage, 12, 16);
  hedge(stage, [3.6, 0, 9], [18, 0, 9], 1.6, 0.8);
  tree(stage, [7.4, 0, 4], { kind: stage.season === 'spring' ? 'blossom' : 'round', height: 6.6 });
  for (let x = -9; x < 3.5; x += 1.2) if (x < -5 || x > -1) flowers(stage, [x, 0, 0.7], 1.3, 0.55);
  for (const [x, z] of [
    [5.4, 5.6],
    [6.4, 6.4],
    [8.8, 6],
    [10, 6.8],
  ] as const)
    shrub(stage, [x, 0, z], 1.7, 1.2, stage.random.pick(stage.growth.flowers));
  const up = [0, 1, 0] as const;
  for (let i = 0; i < 6; i += 1)
    stage.ground(area4(-3.7 + i * 0.34, -0.4 - i * 1.05, 1.5, 0.75), stage.shade('#cfc1aa', up));
  for (const [x, z] of [
    [-6.5, -1],
    [1.4, -0.8],
    [3.2, -1.6],
  ] as const)
    grass(stage, [x, 0, z], 1, 0.5);
}
