import { tone } from '../color.ts';
import type { Ring, Vec3 } from '../geometry.ts';
import { potted } from '../potted.ts';
import type { Frame } from '../solids.ts';
import { box, extrude, on, panel, rounded } from '../solids.ts';
import { art, bouquet, table, vessel } from './furniture.ts';
import { shelves, sideboard } from './storage.ts';
import { pendant, tableLamp } from './lamps.ts';
import type { Room } from './room.ts';
import { contact, curtains, opening } from './room.ts';
import { armchair, chair, cushion, rug } from './seating.ts';

/** A made bed, head to the back wall; `x` is its middle, `z` the wall. */
function bed(room: Room, x: number, z: number, w: number, head: 'soft' | 'wood' | 'slats'): void {
  const { stage, colors } = room;
  const long = 2.1;
  const foot = z - long;
  contact(room, x - w / 2 - 0.05, foot, w + 0.1, long, 0.36);
  box(stage, [x - w / 2 - 0.04, 0.1, foot - 0.02], [w + 0.08, 0.2, long], colors.wood);
  if (head === 'soft') {
    for (let i = 0; i < 4; i += 1)
      extrude(
        stage,
        [x - w / 2 - 0.1 + (i * (w + 0.2)) / 4, 0.2, z - 0.15],
        rounded((w + 0.2) / 4 - 0.01, 0.95, 0.05),
        0.13,
        'z',
        colors.main,
        { bevel: 0.03 },
      );
  } else if (head === 'wood') {
    extrude(
      stage,
      [x - w / 2 - 0.08, 0.2, z - 0.1],
      rounded(w + 0.16, 0.85, 0.3),
      0.07,
      'z',
      colors.wood,
    );
  } else {
    for (let i = 0; i <= 12; i += 1)
      box(
        stage,
        [x - w / 2 - 0.05 + (i * (w + 0.06)) / 12, 0.2, z - 0.09],
        [0.04, 0.75, 0.04],
        colors.wood,
      );
    box(stage, [x - w / 2 - 0.08, 0.95, z - 0.11], [w + 0.18, 0.07, 0.08], colors.wood);
  }
  extrude(stage, [x - w / 2, 0.28, foot], rounded(w, 0.24, 0.08), long - 0.14, 'z', '#f2ebdd', {
    bevel: 0.05,
  });
  for (const side of [-1, 1]) {
    extrude(
      stage,
      [x + side * w * 0.245 - w * 0.22, 0.52, z - 0.66],
      rounded(w * 0.44, 0.2, 0.1),
      0.44,
      'z',
      '#f7f1e6',
      { bevel: 0.08 },
    );
    cushion(
      room,
      x + side * w * 0.22,
      0.55,
      z - 0.78,
      0.5,
      side < 0 ? colors.textile : tone(colors.textile, 0.1),
      side * 4,
      'stripes',
    );
  }
  cushion(room, x, 0.55, z - 0.92, 0.36, colors.accent, 0, 'cross');
  // The cover hangs over the sides in folds; a throw lies across the foot.
  const drape = tone(colors.feature, 0.5);
  extrude(
    stage,
    [x - w / 2 - 0.06, 0.24, foot - 0.04],
    rounded(w + 0.12, 0.34, 0.1),
    long - 0.95,
    'z',
    drape,
    { bevel: 0.04 },
  );
  const folds: Ring[] = [];
  for (let i = 1; i < 9; i += 1)
    folds.push([
      [x - w / 2 + (i * w) / 9, 0.26, foot - 0.042],
      [x - w / 2 + (i * w) / 9 + 0.03, 0.5, foot - 0.042],
    ]);
  stage.face({
    rings: folds,
    normal: [0, 0, -1],
    color: tone(drape, -0.2),
    stroke: 0.012,
    opacity: 0.5,
  });
  extrude(
    stage,
    [x - w / 2 - 0.075, 0.3, foot + 0.18],
    rounded(w + 0.15, 0.315, 0.1),
    0.55,
    'z',
    colors.accent,
    { bevel: 0.02 },
  );
  extrude(
    stage,
    [x - w / 2 - 0.07, 0.4, foot + 1.02],
    rounded(w + 0.14, 0.19, 0.09),
    0.2,
    'z',
    '#f7f1e6',
    { bevel: 0.05 },
  );
}

function nightstand(room: Room, x: number, z: number, lamp: string): void {
  const { stage, colors } = room;
  contact(room, x - 0.24, z - 0.42, 0.48, 0.4, 0.26);
  const s = box(stage, [x - 0.24, 0.14, z - 0.42], [0.48, 0.38, 0.4], colors.wood);
  for (const b of [0.03, 0.2])
    panel(stage, s.front, [0.03, b, 0.42, 0.15], tone(colors.wood, 0.08));
  for (const dx of [-0.22, 0.18])
    box(stage, [x + dx, 0, z - 0.4], [0.04, 0.14, 0.04], tone(colors.wood, -0.3));
  tableLamp(room, [x, 0.52, z - 0.2], lamp);
}

/** Bed in the middle, lamps at both sides, light from one side. */
export function classicBedroom(room: Room): void {
  const { plan, back, colors, stage } = room;
  const [w, h, d] = plan.size;
  const windowed = plan.from === 'left' ? room.left : room.right;
  const a = plan.from === 'left' ? 4.6 : d - 2.9;
  opening(room, windowed, a, 0.45, 1.9, h - 0.95, { bars: [2, 2] });
  curtains(room, windowed, a, 1.9, h - 0.25, colors.textile, 0.55);
  rug(room, -1.7, d - 2.75, 3.4, 2, colors.accent, 'border');
  bed(room, 0, d, 1.7, 'soft');
  nightstand(room, -1.25, d, '#7f97a0');
  nightstand(room, 1.25, d, '#7f97a0');
  art(room, back, w / 2 - 0.85, 1.45, 0.75, 0.95, plan.random.int(0, 3));
  art(room, back, w / 2 + 0.1, 1.45, 0.75, 0.95, plan.random.int(0, 3));
  const side = plan.from === 'left' ? 1 : -1;
  armchair(room, [-side * (w / 2 - 0.75), 0, d - 2.6], -side * 120, colors.main);
  potted(stage, [side * (w / 2 - 0.45), 0, d - 0.55], 1.4, '#d9cdb8', '#56774f', 'leaves');
}

/** Bed by a wide window, a bench at its foot. */
export function viewBedroom(room: Room): void {
  const { plan, back, colors, stage } = room;
  const [w, h, d] = plan.size;
  opening(room, back, 0.5, 1.0, w - 1, h - 1.4, { bars: [4, 1] });
  curtains(room, back, 0.5, w - 1, h - 0.22, colors.textile, 0.6);
  rug(room, -1.8, d - 3.1, 3.6, 2.1, colors.accent, 'diamonds');
  bed(room, 0, d, 1.8, 'wood');
  nightstand(room, -1.35, d, '#c58a62');
  nightstand(room, 1.35, d, '#c58a62');
  const bench: Vec3 = [-0.65, 0, d - 2.72];
  contact(room, -0.65, d - 2.72, 1.3, 0.4, 0.3);
  for (const x of [-0.6, 0.54])
    for (const z of [d - 2.68, d - 2.4]) box(stage, [x, 0, z], [0.05, 0.36, 0.05], colors.wood);
  extrude(stage, [bench[0], 0.35, bench[2]], rounded(1.3, 0.12, 0.05), 0.4, 'z', colors.main, {
    bevel: 0.03,
  });
  potted(stage, [w / 2 - 0.5, 0, d - 0.75], 1.2, '#b8734f', '#56774f', 'blades');
  art(room, room.left, 4.9, 1.35, 0.8, 1, 2);
}

/** A room under the roof: sloping ceiling, boards, a desk in the corner. */
export function atticBedroom(room: Room): void {
  const { plan, back, colors, stage } = room;
  const [w, h, d] = plan.size;
  const boards: Ring[] = [];
  for (let a = 0.25; a < w; a += 0.25) boards.push([on(back, a, 0.13), on(back, a, h)]);
  stage.face({
    rings: boards,
    normal: back.n,
    color: tone(colors.feature, -0.18),
    stroke: 0.012,
    opacity: 0.5,
  });
  // The roof comes down at both sides.
  for (const side of [-1, 1]) {
    const ring: Ring = [
      [side * (w / 2), 1.25, -4],
      [side * (w / 2), 1.25, d],
      [side * 0.75, h, d],
      [side * 0.75, h, -4],
    ];
    const n: Vec3 = [-side * 0.8, -0.6, 0];
    stage.face({ rings: [ring], normal: n, color: '#f3ece0', twoSided: true, shell: true });
    for (let z = 0.6; z < d; z += 1.3) {
      const beam: Ring = [
        [side * (w / 2), 1.24, z],
        [side * (w / 2), 1.24, z + 0.13],
        [side * 0.74, h - 0.01, z + 0.13],
        [side * 0.74, h - 0.01, z],
      ];
      stage.face({ rings: [beam], normal: n, color: colors.wood, twoSided: true, shell: true });
    }
  }
  opening(room, back, w / 2 - 0.55, 1.25, 1.1, 1.05, { bars: [2, 2] });
  rug(room, -1.5, d - 2.9, 3, 1.9, colors.accent, 'berber');
  bed(room, -0.55, d, 1.5, 'slats');
  nightstand(room, 0.6, d, '#e0d3ba');
  chair(room, [1.55, 0, d - 1.5], -90, colors.wood, colors.main);
  vessel(room, [1.7, 0, d - 0.5], '#c9a97c', 'vase', 0.5);
  bouquet(room, [1.7, 0.45, d - 0.5], 0.7, '#8b8f64', '#e6d3b0');
}

/** Bed against a painted wall, low shelves, a big plant. */
export function calmBedroom(room: Room): void {
  const { plan, back, colors, stage } = room;
  const [w, h, d] = plan.size;
  panel(stage, back, [0, 0.13, w, 1.05], tone(colors.feature, -0.16));
  panel(stage, back, [0, 1.18, w, 0.05], '#f5efe4');
  const frame: Frame = back;
  art(room, frame, w / 2 - 0.75, 1.5, 1.5, 0.8, 3);
  const windowed = plan.from === 'left' ? room.left : room.right;
  const a = plan.from === 'left' ? 4.4 : d - 3;
  opening(room, windowed, a, 0.1, 2.2, h - 0.5, { bars: [3, 1], color: '#4a4440' });
  curtains(room, windowed, a, 2.2, h - 0.22, tone(colors.textile, 0.2), 0.6);
  rug(room, -1.5, d - 2.9, 3, 2, colors.textile, 'round');
  bed(room, 0, d, 1.6, 'wood');
  table(room, [-1.2, 0, d - 0.4], [0.46, 0.48, 0.46], colors.wood, 'round');
  tableLamp(room, [-1.2, 0.48, d - 0.4], '#b8734f');
  table(room, [1.2, 0, d - 0.4], [0.46, 0.48, 0.46], colors.wood, 'round');
  vessel(room, [1.2, 0.48, d - 0.4], '#e5dac4', 'vase', 0.26);
  bouquet(room, [1.2, 0.7, d - 0.4], 0.45, '#7b8660', '#ead1ac');
  const side = plan.from === 'left' ? 1 : -1;
  if (side > 0) sideboard(room, [w / 2 - 0.44, 0, d - 1.0], 1.5, colors.wood, 90, 0.5, true);
  else shelves(room, [-w / 2 + 0.32, 0, d - 2.4], 1.3, 1.1, 2, colors.wood, -90);
  pendant(room, [-1.2, h - 1.1, d - 0.5], h, '#c9a97c', 'basket', 0.22);
}
