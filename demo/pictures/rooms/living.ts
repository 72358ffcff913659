import { tone } from '../color.ts';
import { potted } from '../potted.ts';
import { box } from '../solids.ts';
import { art, bouquet, fireplace, stillLife, table, vessel } from './furniture.ts';
import { shelves, sideboard } from './storage.ts';
import { floorLamp, pendant, tableLamp } from './lamps.ts';
import type { Room } from './room.ts';
import { curtains, opening } from './room.ts';
import { armchair, rug, sofa, tubChair } from './seating.ts';

/** A sofa under the window that fills the back wall. */
export function windowWall(room: Room): void {
  const { plan, back, colors, stage } = room;
  const [w, h, d] = plan.size;
  opening(room, back, 0.7, 0.35, w - 1.4, h - 0.75, { bars: [4, 1], color: '#3f3c3a' });
  curtains(room, back, 0.7, w - 1.4, h - 0.25, colors.textile, 0.75);
  rug(room, -1.75, d - 3, 3.5, 2.1, colors.accent, 'diamonds');
  sofa(room, [0.1, 0, d - 0.95], 0, 2.5, colors.main, [
    colors.accent,
    colors.textile,
    tone(colors.main, 0.3),
  ]);
  table(room, [0, 0, d - 2.2], [1.15, 0.38, 0.7], colors.wood, 'slab');
  stillLife(room, [0.1, 0.38, d - 2.2], '#e9e0cd');
  armchair(room, [-w / 2 + 0.95, 0, d - 2], -62, colors.textile);
  floorLamp(room, [w / 2 - 0.55, 0, d - 0.7]);
  potted(stage, [-w / 2 + 0.5, 0, d - 0.5], 1.5, '#c9b79c', '#4f7050', 'leaves');
  art(room, room.right, 1, 1.3, 0.8, 1, 1);
}

/** A fireplace with shelves at both sides. */
export function hearth(room: Room): void {
  const { plan, back, colors, stage } = room;
  const [w, h, d] = plan.size;
  fireplace(room, 0, tone(colors.feature, 0.1), '#8f857b');
  shelves(room, [-w / 2 + 0.15, 0, d - 0.31], w / 2 - 1.25, 2.15, 5, colors.wood);
  shelves(room, [1.1, 0, d - 0.31], w / 2 - 1.25, 2.15, 5, colors.wood);
  const front = { ...back, origin: [-w / 2, 0, d - 0.4] as const };
  art(room, front, w / 2 - 0.5, 1.4, 1, 0.8, 0);
  opening(
    room,
    plan.from === 'left' ? room.left : room.right,
    plan.from === 'left' ? 4.5 : d - 2.4,
    0.5,
    1.9,
    h - 0.95,
    { bars: [2, 2] },
  );
  rug(room, -1.6, d - 3.3, 3.2, 2.2, colors.accent, 'border');
  sofa(room, [-w / 2 + 0.85, 0, d - 2.3], -90, 2.1, colors.main, [colors.accent, colors.textile]);
  tubChair(room, [w / 2 - 1.1, 0, d - 2], 60, colors.textile);
  table(room, [0.05, 0, d - 2.25], [0.85, 0.36, 0.85], colors.wood, 'drum');
  vessel(room, [0.05, 0.36, d - 2.25], '#d8cbb2', 'vase', 0.24);
  bouquet(room, [0.05, 0.58, d - 2.25], 0.42, '#6f8058', '#e4c9a8');
  potted(stage, [w / 2 - 0.4, 0, d - 0.9], 1.1, colors.accent, '#587a52', 'blades');
}

/** A long sideboard under pictures, the sofa turned sideways to the window. */
export function gallery(room: Room): void {
  const { plan, back, colors, stage } = room;
  const [w, h, d] = plan.size;
  const y = sideboard(room, [-1.3, 0, d - 0.45], 2.6, colors.wood, 0, 0.55, true);
  [
    [0.7, 0.95, 1.0],
    [1.55, 0.6, 0.75],
    [2.3, 0.85, 1.05],
  ].forEach(([a, aw, ah], i) =>
    art(
      room,
      back,
      w / 2 - 1.75 + (a ?? 0) - 0.35,
      1.05 + (i % 2) * 0.15,
      (aw ?? 0.6) * 0.85,
      ah ?? 0.8,
      i + plan.random.int(0, 3),
    ),
  );
  tableLamp(room, [-1, y, d - 0.24], '#7f97a0');
  vessel(room, [0.95, y, d - 0.24], '#e5dac4', 'vase', 0.3);
  bouquet(room, [0.95, y + 0.26, d - 0.24], 0.5, '#7b8660');
  const windowed = plan.from === 'left' ? room.left : room.right;
  const a = plan.from === 'left' ? 4.7 : d - 3.2;
  opening(room, windowed, a, 0.2, 2.5, h - 0.6, { bars: [3, 1] });
  curtains(room, windowed, a, 2.5, h - 0.25, colors.textile, 0.6);
  const side = plan.from === 'left' ? 1 : -1;
  rug(room, -1.7, d - 3.5, 3.4, 2.4, colors.accent, 'berber');
  sofa(room, [side * (w / 2 - 0.75), 0, d - 2.3], side * 90, 2.2, colors.main, [
    colors.accent,
    colors.textile,
  ]);
  armchair(room, [-side * (w / 2 - 1.3), 0, d - 1.75], -side * 48, colors.textile);
  table(room, [side * 0.15, 0, d - 2.35], [1, 0.36, 1], colors.wood, 'round');
  stillLife(room, [side * 0.15, 0.36, d - 2.35], '#cfd6cf');
  potted(stage, [-side * (w / 2 - 0.45), 0, d - 0.6], 1.6, '#d9cdb8', '#4d6d4c', 'leaves');
  pendant(room, [side * 0.15, h - 0.85, d - 2.2], h, '#c9a97c', 'basket', 0.34);
}

/** An open loft: steel windows, brick, a long sofa and a dining corner. */
export function loft(room: Room): void {
  const { plan, back, colors, stage } = room;
  const [w, h, d] = plan.size;
  for (const a of [0.5, w / 2 - 0.95, w - 2.4])
    opening(room, back, a, 0.5, 1.9, h - 1.1, { bars: [3, 4], color: '#2f3031' });
  rug(room, -1.9, d - 3.7, 3.8, 2.5, colors.accent, 'stripes');
  sofa(room, [-0.3, 0, d - 1.15], 0, 2.7, colors.main, [
    colors.accent,
    colors.textile,
    '#d8c5a0',
    tone(colors.main, -0.2),
  ]);
  tubChair(room, [w / 2 - 1.2, 0, d - 2.5], 74, colors.textile);
  tubChair(room, [-w / 2 + 1.1, 0, d - 2.7], -66, tone(colors.accent, 0.1));
  table(room, [-0.1, 0, d - 2.5], [1.3, 0.34, 0.8], '#3d3a38', 'slab');
  stillLife(room, [0.1, 0.34, d - 2.5], '#c9b08a');
  floorLamp(room, [-w / 2 + 0.7, 0, d - 0.8]);
  potted(stage, [w / 2 - 0.6, 0, d - 0.7], 2, '#5a5552', '#4f7050', 'leaves');
  potted(stage, [w / 2 - 1.25, 0, d - 0.5], 0.8, '#b8734f', '#6d8a5c', 'blades');
  for (const x of [-0.9, 0, 0.9]) pendant(room, [x, h - 0.9, d - 2.4], h, '#2f3031', 'dome', 0.2);
  box(stage, [-w / 2, h - 0.32, d - 2.2], [w, 0.22, 0.2], '#4a4644');
}

/** A reading corner: one chair by a tall window, a wall of books. */
export function readingCorner(room: Room): void {
  const { plan, colors, stage } = room;
  const [w, h, d] = plan.size;
  shelves(room, [-w / 2 + 0.3, 0, d - 0.31], w - 0.6, Math.min(h - 0.25, 2.4), 6, colors.wood);
  const windowed = plan.from === 'left' ? room.left : room.right;
  opening(room, windowed, plan.from === 'left' ? 4.9 : d - 3, 0.25, 2.1, h - 0.65, {
    bars: [2, 3],
  });
  const side = plan.from === 'left' ? -1 : 1;
  rug(room, -1.4, d - 3.1, 2.8, 2.2, colors.accent, 'round');
  armchair(room, [side * 0.95, 0, d - 1.85], side * 42, colors.main);
  armchair(room, [-side * 1.0, 0, d - 1.75], -side * 36, colors.textile);
  table(room, [0, 0, d - 1.9], [0.6, 0.46, 0.6], colors.wood, 'round');
  vessel(room, [0, 0.46, d - 1.9], '#e5dac4', 'jug', 0.22);
  bouquet(room, [0, 0.66, d - 1.9], 0.36, '#7b8660', '#d99a7c');
  floorLamp(room, [-side * 1.55, 0, d - 1.3], '#b0894f');
  potted(stage, [side * (w / 2 - 0.5), 0, d - 1.1], 1.3, '#c9b79c', '#56774f', 'bush');
}
