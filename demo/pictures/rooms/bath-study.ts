import { tone } from '../color.ts';
import type { Ring } from '../geometry.ts';
import { potted } from '../potted.ts';
import type { Frame } from '../solids.ts';
import { box, extrude, lathe, on, panel, rect, rounded } from '../solids.ts';
import { art, bouquet, stillLife, vessel } from './furniture.ts';
import { shelves } from './storage.ts';
import { floorLamp, glow, pendant, tableLamp } from './lamps.ts';
import type { Room } from './room.ts';
import { contact, curtains, opening } from './room.ts';
import { armchair, chair, rug, stool } from './seating.ts';

/** Wall tiles up to a height: upright or square, some of another tone. */
function tiling(room: Room, frame: Frame, h: number, color: string, tw: number, th: number): void {
  const { stage } = room;
  panel(stage, frame, [0, 0, frame.width, h], color);
  const light: Ring[] = [];
  const dark: Ring[] = [];
  const seams: Ring[] = [];
  for (let a = 0; a < frame.width; a += tw) {
    seams.push([on(frame, a, 0), on(frame, a, h)]);
    for (let b = 0; b < h - 0.01; b += th) {
      const cell = rect(
        frame,
        a + 0.004,
        b + 0.004,
        Math.min(tw, frame.width - a) - 0.008,
        Math.min(th, h - b) - 0.008,
      );
      const draw = stage.random.next();
      if (draw < 0.16) light.push(cell);
      else if (draw < 0.28) dark.push(cell);
    }
  }
  for (let b = th; b < h; b += th) seams.push([on(frame, 0, b), on(frame, frame.width, b)]);
  if (light.length > 0)
    stage.face({ rings: light, normal: frame.n, color: tone(color, 0.2), opacity: 0.7 });
  if (dark.length > 0)
    stage.face({ rings: dark, normal: frame.n, color: tone(color, -0.1), opacity: 0.7 });
  stage.face({
    rings: seams,
    normal: frame.n,
    color: tone(color, 0.4),
    stroke: 0.008,
    opacity: 0.6,
  });
  panel(stage, frame, [0, h, frame.width, 0.05], tone(color, -0.25));
}

function tub(room: Room, x: number, z: number): void {
  const { stage } = room;
  contact(room, x - 0.82, z - 0.38, 1.64, 0.76, 0.36);
  const shape = [
    [0.3, 0],
    [0.36, 0.05],
    [0.43, 0.35],
    [0.46, 0.55],
    [0.48, 0.6],
  ] as const;
  lathe(stage, [x, 0.02, z], shape, '#f7f2e8', {
    steps: 36,
    sx: 1.85,
    sz: 0.88,
    inside: '#e6e0d4',
  });
  const water: Ring = Array.from(
    { length: 30 },
    (_, i) =>
      [
        x + Math.cos((i / 30) * Math.PI * 2) * 0.43 * 1.85,
        0.48,
        z + Math.sin((i / 30) * Math.PI * 2) * 0.43 * 0.88,
      ] as const,
  );
  stage.face({ rings: [water], normal: [0, 1, 0], color: '#cfdedd' });
  const metal = '#b48a4e';
  box(stage, [x + 1.02, 0, z + 0.05], [0.04, 0.95, 0.04], metal);
  box(stage, [x + 0.78, 0.93, z + 0.05], [0.28, 0.035, 0.04], metal);
  // A towel over the rim.
  extrude(
    stage,
    [x - 0.42, 0.24, z - 0.44],
    rounded(0.34, 0.4, 0.03, 2),
    0.06,
    'z',
    room.colors.accent,
  );
}

function basin(room: Room, x: number, w: number): void {
  const { stage, plan, colors, back } = room;
  const z = plan.size[2];
  contact(room, x - w / 2, z - 0.5, w, 0.5, 0.26);
  const s = box(stage, [x - w / 2, 0.28, z - 0.5], [w, 0.5, 0.5], colors.wood);
  for (let i = 0; i < 2; i += 1) {
    panel(
      stage,
      s.front,
      [0.03 + (i * (w - 0.03)) / 2, 0.04, (w - 0.09) / 2, 0.42],
      tone(colors.wood, 0.08),
    );
    panel(
      stage,
      s.front,
      [0.03 + (i * (w - 0.03)) / 2 + (w - 0.09) / 4 - 0.08, 0.38, 0.16, 0.02],
      '#c7a26a',
    );
  }
  box(stage, [x - w / 2 - 0.02, 0.78, z - 0.52], [w + 0.04, 0.04, 0.52], '#efe8db');
  for (const dx of w > 1.3 ? [-w / 4, w / 4] : [0]) {
    lathe(
      stage,
      [x + dx, 0.82, z - 0.26],
      [
        [0.1, 0],
        [0.19, 0.08],
        [0.22, 0.14],
      ],
      '#f7f2e8',
      { steps: 22, inside: '#ddd6c8' },
    );
    box(stage, [x + dx - 0.012, 0.82, z - 0.06], [0.024, 0.26, 0.024], '#b48a4e');
    box(stage, [x + dx - 0.012, 1.06, z - 0.2], [0.024, 0.02, 0.15], '#b48a4e');
    const a = x + dx + plan.size[0] / 2;
    const r = 0.36;
    const disc = (k: number): Ring =>
      Array.from({ length: 36 }, (_, i) =>
        on(
          back,
          a + Math.cos((i / 36) * Math.PI * 2) * r * k,
          1.6 + Math.sin((i / 36) * Math.PI * 2) * r * k,
        ),
      );
    stage.face({ rings: [disc(1.05)], normal: back.n, color: '#a98253', opacity: 1 });
    const bright = room.evening ? '#d9b98e' : '#dfe6e4';
    stage.face({
      rings: [disc(1)],
      normal: back.n,
      color: bright,
      glow: true,
      gradient: {
        from: on(back, a - r, 1.9),
        to: on(back, a + r, 1.3),
        stops: [
          [0, tone(bright, 0.3)],
          [0.5, bright],
          [0.52, tone(bright, -0.06)],
          [1, tone(bright, -0.16)],
        ],
      },
    });
    for (const lx of [-0.52, 0.52]) {
      lathe(
        stage,
        [x + dx + lx, 1.5, z - 0.08],
        [
          [0.05, 0],
          [0.06, 0.1],
          [0.05, 0.22],
        ],
        room.evening ? '#ffe7b8' : '#f5edda',
        { steps: 12, glow: room.evening },
      );
      glow(room, [x + dx + lx, 1.6, z - 0.2], 0.6);
    }
  }
}

/** A free-standing bath under the window. */
export function tubBath(room: Room): void {
  const { plan, back, colors, stage } = room;
  const [w, h, d] = plan.size;
  tiling(room, back, 1.15, colors.main, 0.1, 0.2);
  tiling(room, room.left, 1.15, colors.main, 0.1, 0.2);
  tiling(room, room.right, 1.15, colors.main, 0.1, 0.2);
  opening(room, back, w / 2 - 0.75, 1.25, 1.5, h - 1.6, { bars: [2, 1] });
  rug(room, -0.6, d - 2.15, 1.2, 0.7, colors.textile, 'stripes');
  tub(room, -0.1, d - 0.75);
  stool(room, [-1.35, 0, d - 1.2], 0.45, colors.wood, colors.wood);
  vessel(room, [-1.35, 0.53, d - 1.2], '#e5dac4', 'jug', 0.2);
  potted(stage, [w / 2 - 0.4, 0, d - 0.5], 1.3, '#d9cdb8', '#56774f', 'leaves');
  pendant(room, [-0.1, h - 0.6, d - 0.9], h, '#c9a97c', 'basket', 0.24);
  for (const [i, c] of [colors.accent, '#f2ebdd'].entries())
    extrude(
      stage,
      [-w / 2 + 0.03, 1.2, d - 1.7 + i * 0.45],
      rounded(0.36, 0.62, 0.03, 2),
      0.05,
      'x',
      c,
    );
  box(stage, [-w / 2, 1.8, d - 1.8], [0.08, 0.03, 1], '#b48a4e');
}

/** Two basins, round mirrors, a glass shower at the side. */
export function vanityBath(room: Room): void {
  const { plan, colors, stage, back } = room;
  const [w, h, d] = plan.size;
  tiling(room, back, h, tone(colors.feature, 0.12), 0.3, 0.3);
  basin(room, -0.45, 1.7);
  const x = w / 2 - 1.05;
  box(stage, [x, 0, d - 1.5], [1.05, 0.08, 1.5], '#e9e2d5');
  lathe(
    stage,
    [x + 0.55, h - 0.45, d - 0.55],
    [
      [0.16, 0],
      [0.16, 0.03],
      [0.02, 0.06],
      [0.02, 0.42],
    ],
    '#b48a4e',
    { steps: 18 },
  );
  box(stage, [x + 0.95, 1, d - 0.1], [0.03, 0.25, 0.03], '#b48a4e');
  for (const ring of [
    [
      [x, 0.08, d - 1.5],
      [x, 0.08, d],
      [x, 2.1, d],
      [x, 2.1, d - 1.5],
    ],
  ] as const) {
    stage.face({
      rings: [ring],
      normal: [-1, 0, 0],
      color: '#dfeceb',
      glow: true,
      opacity: 0.28,
      twoSided: true,
    });
    stage.face({
      rings: [
        [ring[0], ring[3]],
        [ring[3], ring[2]],
      ],
      normal: [-1, 0, 0],
      color: '#3b3735',
      stroke: 0.03,
      opacity: 1,
      twoSided: true,
    });
  }
  const windowed = plan.from === 'left' ? room.left : room.right;
  opening(room, windowed, plan.from === 'left' ? 5 : d - 2.6, 0.95, 1.2, h - 1.4, { bars: [1, 2] });
  rug(room, -1.1, d - 1.65, 1.4, 0.8, colors.accent, 'border');
  vessel(room, [-0.45, 0.82, d - 0.25], '#c9a97c', 'vase', 0.24);
  bouquet(room, [-0.45, 1.03, d - 0.25], 0.34, '#7b8660', '#ead1ac');
  potted(stage, [-w / 2 + 0.35, 0, d - 0.45], 1.1, colors.accent, '#56774f', 'blades');
  vessel(room, [-w / 2 + 0.5, 0, d - 1.5], '#b9935f', 'bowl', 0.5);
}

/** A small bathroom: bath along the wall, one basin, chequered floor. */
export function smallBath(room: Room): void {
  const { plan, back, colors, stage } = room;
  const [w, h, d] = plan.size;
  tiling(room, back, 1.3, tone(colors.accent, 0.4), 0.15, 0.15);
  tiling(room, room.left, 1.3, tone(colors.accent, 0.4), 0.15, 0.15);
  tiling(room, room.right, 1.3, tone(colors.accent, 0.4), 0.15, 0.15);
  basin(room, 0.75, 0.95);
  tub(room, -0.85, d - 0.62);
  opening(room, back, w / 2 - 1.4, 1.45, 1, h - 1.85, { bars: [2, 2] });
  rug(room, -0.5, d - 2.1, 1.5, 0.85, colors.textile, 'round');
  stool(room, [0.12, 0, d - 1.2], 0.42, colors.wood, colors.wood);
  art(room, room.right, 1.2, 1.5, 0.5, 0.65, 2);
  potted(stage, [w / 2 - 0.3, 0, d - 1.05], 0.8, '#b8734f', '#56774f', 'bush');
}

/** A desk at the window, shelves, a chair to think in. */
export function study(room: Room): void {
  const { plan, back, colors, stage } = room;
  const [w, h, d] = plan.size;
  opening(room, back, w / 2 - 1.05, 0.95, 2.1, h - 1.35, { bars: [3, 1] });
  curtains(room, back, w / 2 - 1.05, 2.1, h - 0.25, colors.textile, 0.5);
  shelves(room, [-w / 2 + 0.1, 0, d - 0.31], w / 2 - 1.75, 2.3, 6, colors.wood);
  shelves(room, [1.65, 0, d - 0.31], w / 2 - 1.75, 2.3, 6, colors.wood);
  rug(room, -1.5, d - 2.7, 3, 2.1, colors.accent, 'border');
  contact(room, -0.85, d - 1.15, 1.7, 0.75, 0.3);
  for (const x of [-0.8, 0.74])
    for (const z of [d - 1.1, d - 0.5])
      box(stage, [x, 0, z], [0.06, 0.71, 0.06], tone(colors.wood, -0.1));
  const s = box(stage, [-0.85, 0.7, d - 1.15], [1.7, 0.05, 0.75], colors.wood);
  box(stage, [0.2, 0.55, d - 1.1], [0.6, 0.15, 0.6], tone(colors.wood, -0.05));
  tableLamp(room, [-0.6, 0.75, d - 0.7], '#7f97a0');
  stillLife(room, [0.4, 0.75, d - 0.8], '#e9dfc9');
  extrude(stage, [-0.2, 0.75, d - 0.75], rounded(0.44, 0.28, 0.02, 2), 0.02, 'z', '#3a3c40');
  panel(stage, { ...s.top, origin: [-0.2, 0.752, d - 1.02] }, [0, 0, 0.44, 0.24], '#4a4c50');
  chair(room, [0, 0, d - 1.55], 180, tone(colors.wood, -0.2), colors.main);
  armchair(room, [w / 2 - 0.85, 0, d - 2.1], 58, colors.main);
  floorLamp(room, [w / 2 - 0.4, 0, d - 1.1]);
  potted(stage, [-w / 2 + 0.6, 0, d - 1.2], 1.2, '#c9b79c', '#56774f', 'leaves');
}
