import { area4 } from '../exterior.ts';
import { ledge, windowIn } from '../openings.ts';
import { door, lantern } from '../doors.ts';
import { flowers, grass, shrub } from '../planting.ts';
import { potted } from '../potted.ts';
import { leanTo } from '../roofs.ts';
import { box, lathe, on, sidesOf } from '../solids.ts';
import type { Stage } from '../stage.ts';
import { clad } from '../surfaces.ts';

/** One front door, close: steps, lantern, pots, a mat. */
export function doorstep(stage: Stage): void {
  const wall = { finish: 'clapboard', color: '#9dab9c' } as const;
  const s = sidesOf([-6, 0, 0], 12, 9, 5);
  clad(stage, s.front, wall);
  stage.ground(area4(-9, -14, 18, 14), stage.shade('#b5a48b', [0, 1, 0]));
  for (let x = -9; x < 9; x += 0.9)
    for (let z = -14; z < 0; z += 0.9)
      stage.ground(
        area4(x, z, 0.86, 0.86),
        stage.shade(stage.random.pick(['#c8b89f', '#dccfba', '#cbbda8', '#d6c8b1']), [0, 1, 0]),
      );
  for (let i = 0; i < 4; i += 1)
    box(
      stage,
      [-1.7 + i * 0.04, 0, -1.75 + i * 0.38],
      [3.4 - i * 0.08, 0.17 * (i + 1), 0.38],
      '#b9ad9d',
      { casts: true, receives: true },
    );
  box(stage, [-1.55, 0.62, -0.26], [3.1, 0.07, 0.3], '#b9ad9d', { receives: true });
  door(stage, s.front, 5.4, 0.69, {
    color: '#1f4a3a',
    trim: '#f3ead9',
    width: 1.2,
    height: 2.5,
    side: true,
  });
  ledge(stage, { ...s.front, origin: on(s.front, 4.7, 3.92) }, 2.6, 0.12, 0.1, '#f3ead9');
  windowIn(stage, s.front, 4.95, 3.42, 2.1, 0.42, {
    trim: '#f3ead9',
    panes: [5, 1],
    border: 0.1,
    sill: false,
    lit: true,
  });
  leanTo(
    stage,
    -1.75,
    -1.05,
    3.5,
    1.05,
    4.1,
    4.55,
    { finish: 'seam', color: '#4a5552' },
    '#f3ead9',
  );
  for (const x of [-1.6, 1.46]) box(stage, [x, 4.0, -0.95], [0.14, 0.14, 0.95], '#f3ead9');
  windowIn(stage, s.front, 1.5, 1.35, 1.7, 2.2, {
    trim: '#f3ead9',
    panes: [3, 4],
    shutters: '#3f5a50',
    lit: true,
  });
  windowIn(stage, s.front, 8.8, 1.35, 1.7, 2.2, {
    trim: '#f3ead9',
    panes: [3, 4],
    shutters: '#3f5a50',
    lit: true,
  });
  windowIn(stage, s.front, 1.5, 5.1, 1.7, 1.9, {
    trim: '#f3ead9',
    panes: [3, 3],
    shutters: '#3f5a50',
  });
  windowIn(stage, s.front, 5.2, 5.1, 1.6, 1.9, { trim: '#f3ead9', panes: [3, 3], lit: true });
  windowIn(stage, s.front, 8.8, 5.1, 1.7, 1.9, {
    trim: '#f3ead9',
    panes: [3, 3],
    shutters: '#3f5a50',
  });
  lantern(stage, s.front, 4.35, 2.3);
  lantern(stage, s.front, 7.65, 2.3);
  // The mat, two pots beside the door, planting along the wall.
  stage.face({
    rings: [
      [
        [-0.5, 0.695, -0.22],
        [0.5, 0.695, -0.22],
        [0.5, 0.695, 0.0],
        [-0.5, 0.695, 0.0],
      ],
    ],
    normal: [0, 1, 0],
    color: '#8a6446',
  });
  for (const [x, z, size, pot] of [
    [-1.95, -1.1, 1.55, '#b8623f'],
    [1.95, -1.1, 1.55, '#b8623f'],
    [2.6, -1.7, 0.9, '#c9b79c'],
    [-2.55, -1.8, 0.8, '#5a6a68'],
  ] as const)
    potted(stage, [x, 0, z], size, pot, '#4f7050', 'bush');
  for (const x of [-5.4, -4.3, -3.2, 3.3, 4.4, 5.5])
    shrub(stage, [x, 0, -0.6], 1.4, 1, stage.random.chance(0.5) ? '#f0e2cf' : undefined);
  for (const x of [-4.8, -3.6, 3.7, 4.9]) flowers(stage, [x, 0, -1.2], 1.4, 0.6);
  for (const [x, z] of [
    [-3.6, -3.3],
    [3.7, -3.2],
    [-2.7, -4.6],
    [2.9, -4.6],
  ] as const) {
    flowers(stage, [x, 0, z], 1.5, 0.7, ['#f0dcc9', '#d9a5a0', '#f3e7d0']);
    grass(stage, [x + Math.sign(x) * 0.8, 0, z + 0.2], 1, 0.8);
  }
  lathe(
    stage,
    [-1.15, 0.68, -0.2],
    [
      [0.1, 0],
      [0.14, 0.1],
      [0.12, 0.28],
    ],
    '#c9b79c',
    { steps: 12 },
  );
  for (let i = 0; i < 4; i += 1)
    stage.face({
      rings: [
        [
          [-1.66 + i * 0.04, 0.17 * (i + 1), -1.752 + i * 0.38],
          [1.66 - i * 0.04, 0.17 * (i + 1), -1.752 + i * 0.38],
        ],
      ],
      normal: [0, 0, -1],
      color: '#efe4d0',
      stroke: 0.02,
      opacity: 0.8,
    });
}
