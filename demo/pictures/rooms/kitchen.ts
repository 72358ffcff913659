import { tone } from '../color.ts';
import { potted } from '../potted.ts';
import { box, lathe, panel } from '../solids.ts';
import { bouquet, table, vessel } from './furniture.ts';
import { pendant } from './lamps.ts';
import type { Room } from './room.ts';
import { opening } from './room.ts';
import { chair, rug, stool } from './seating.ts';
import {
  cupboards,
  splash,
  wallUnits,
  openShelf,
  sinkAndHob,
  hood,
  island,
} from './kitchen-parts.ts';

/** A window over the sink, shelves beside it, an island with stools. */
export function islandKitchen(room: Room): void {
  const { plan, back, colors, stage } = room;
  const [w, h, d] = plan.size;
  const base = colors.main;
  splash(room, back, 0.05, 0.92, w - 0.1, 0.6, tone(colors.wall, 0.3));
  opening(room, back, w / 2 - 0.75, 1.1, 1.5, 1.25, { bars: [2, 2] });
  cupboards(room, [-w / 2 + 0.05, 0, d - 0.62], w - 0.1, base, '#efe7d8');
  sinkAndHob(room, 0, -w / 2 + 1.15);
  hood(room, -w / 2 + 1.15, tone(colors.wall, 0.2));
  openShelf(room, w / 2 - 1.6, 1.5, 1.4);
  openShelf(room, w / 2 - 1.6, 1.92, 1.4);
  vessel(room, [w / 2 - 0.5, 0.925, d - 0.3], '#7f97a0', 'jug', 0.26);
  potted(stage, [0.52, 0.925, d - 0.2], 0.34, '#b8734f', '#6d8a5c', 'bush');
  island(room, -1.15, d - 2.45, 2.3, tone(base, -0.14), colors.wood);
  vessel(room, [-0.4, 0.93, d - 2], '#e9dfc9', 'bowl', 0.34);
  for (const [dx, dy] of [
    [-0.06, 0],
    [0.05, 0.01],
    [0, 0.05],
  ] as const)
    lathe(
      stage,
      [-0.4 + dx, 1.02 + dy, d - 2],
      [
        [0.02, 0],
        [0.045, 0.03],
        [0.045, 0.06],
        [0.01, 0.085],
      ],
      '#d08a3e',
      { steps: 10 },
    );
  bouquet(room, [0.6, 1.14, d - 2], 0.46, '#73865c', '#ead1ac');
  vessel(room, [0.6, 0.93, d - 2], '#c9d2cc', 'vase', 0.26);
  for (const x of [-0.75, 0, 0.75]) stool(room, [x, 0, d - 2.75], 0.62, colors.wood, colors.accent);
  for (const x of [-0.6, 0.6]) pendant(room, [x, h - 1.05, d - 2], h, colors.accent, 'dome', 0.22);
}

/** Cupboards in an L, a table for four in the middle. */
export function tableKitchen(room: Room): void {
  const { plan, back, colors } = room;
  const [w, h, d] = plan.size;
  splash(room, back, 0.05, 0.92, w - 0.1, 0.58, tone(colors.accent, 0.55));
  cupboards(room, [-w / 2 + 0.05, 0, d - 0.62], w - 0.1, colors.main, colors.wood);
  wallUnits(room, -w / 2 + 0.05, 1.45, colors.main);
  wallUnits(room, w / 2 - 1.5, 1.45, colors.main);
  hood(room, 0, '#e9e2d4');
  sinkAndHob(room, -1.3, 0);
  const windowed = plan.from === 'left' ? room.left : room.right;
  opening(room, windowed, plan.from === 'left' ? 5 : d - 2.9, 0.8, 1.9, 1.45, { bars: [3, 2] });
  vessel(room, [0.85, 0.925, d - 0.32], '#c9a97c', 'jug', 0.3);
  vessel(room, [1.15, 0.925, d - 0.3], '#efe6d3', 'bowl', 0.22);
  rug(room, -1.25, d - 3.15, 2.5, 1.7, colors.accent, 'stripes');
  table(room, [0, 0, d - 2.3], [1.6, 0.74, 0.85], colors.wood);
  vessel(room, [0.1, 0.74, d - 2.3], '#dfe3da', 'vase', 0.26);
  bouquet(room, [0.1, 0.96, d - 2.3], 0.46, '#73865c', '#d99a7c');
  vessel(room, [-0.45, 0.74, d - 2.35], '#e9dfc9', 'bowl', 0.26);
  for (const x of [-0.45, 0.45]) {
    chair(room, [x, 0, d - 1.68], 0, tone(colors.wood, -0.1), colors.textile);
    chair(room, [x, 0, d - 2.95], 180, tone(colors.wood, -0.1), colors.textile);
  }
  pendant(room, [0, h - 0.82, d - 2.5], h, '#c9a97c', 'basket', 0.27);
}

/** A narrow kitchen with a full-height window at its end. */
export function galleyKitchen(room: Room): void {
  const { plan, back, colors, stage } = room;
  const [w, h, d] = plan.size;
  opening(room, back, 0.75, 0.1, w - 1.5, h - 0.5, { bars: [2, 3] });
  cupboards(room, [-w / 2 + 0.62, 0, 0.4], d - 0.45, colors.main, '#efe7d8', -90);
  cupboards(room, [w / 2 - 0.62, 0, d - 0.05], d - 0.45, colors.main, '#efe7d8', 90);
  splash(room, room.left, 4.4, 0.92, d - 0.4, 0.5, tone(colors.wall, 0.3));
  splash(room, room.right, 0, 0.92, d - 0.4, 0.5, tone(colors.wall, 0.3));
  for (const y of [1.52, 1.9]) {
    box(stage, [-w / 2, y, 0.9], [0.24, 0.035, d - 1.4], colors.wood);
    for (let z = 1.1; z < d - 0.7; z += 0.3)
      vessel(
        room,
        [-w / 2 + 0.12, y + 0.035, z],
        stage.random.pick(['#efe6d3', '#7f97a0', colors.accent, '#d9c7a3']),
        stage.random.pick(['bowl', 'jug', 'vase'] as const),
        0.2,
      );
  }
  const s = box(stage, [w / 2 - 0.36, 1.5, 0.9], [0.36, 0.8, d - 1.4], colors.main);
  for (let i = 0; i < 5; i += 1)
    panel(
      stage,
      s.left,
      [0.02 + (i * (d - 1.44)) / 5, 0.02, (d - 1.44) / 5 - 0.025, 0.76],
      tone(colors.main, 0.05),
    );
  vessel(room, [-w / 2 + 0.32, 0.925, 2.6], '#c9a97c', 'jug', 0.3);
  bouquet(room, [w / 2 - 0.32, 1.16, 2.9], 0.42, '#73865c', '#ead1ac');
  vessel(room, [w / 2 - 0.32, 0.925, 2.9], '#dfe3da', 'vase', 0.28);
  lathe(
    stage,
    [w / 2 - 0.32, 0.93, 2],
    [
      [0.11, 0],
      [0.12, 0.14],
      [0.1, 0.16],
      [0, 0.17],
    ],
    '#a0522f',
    { steps: 16 },
  );
  rug(room, -0.45, 0.9, 0.9, d - 1.8, colors.accent, 'border');
  potted(stage, [-0.75, 0, d - 0.4], 1, '#b8734f', '#56774f', 'leaves');
  for (const z of [1.2, d - 1.4]) pendant(room, [0, h - 0.65, z], h, '#efe6d3', 'globe', 0.15);
}
