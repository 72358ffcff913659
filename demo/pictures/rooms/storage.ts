import { tone } from '../color.ts';
import type { Ring, Vec3 } from '../geometry.ts';
import { box, on, panel } from '../solids.ts';
import type { Room } from './room.ts';
import { contact } from './room.ts';
import { vessel } from './furniture.ts';

/** A row of books and small things on a shelf board, `y` its top. */
export function books(
  room: Room,
  x: number,
  y: number,
  z: number,
  w: number,
  height: number,
): void {
  const { stage, colors } = room;
  const { random } = stage;
  const spines = [
    '#b8623f',
    '#3f5a50',
    '#d9c7a3',
    '#5d7689',
    '#8a5a44',
    '#e6dcc6',
    '#c99a4b',
    '#4a4745',
    colors.main,
    colors.accent,
  ];
  let at = x + 0.02;
  while (at < x + w - 0.08) {
    const draw = random.next();
    if (draw < 0.13) {
      vessel(
        room,
        [at + 0.08, y, z + 0.1],
        random.pick(spines),
        random.pick(['vase', 'jug', 'bowl'] as const),
        random.range(0.16, 0.24),
      );
      at += 0.22;
    } else if (draw < 0.22) {
      at += random.range(0.08, 0.2);
    } else {
      const bw = random.range(0.022, 0.05);
      box(
        stage,
        [at, y, z + random.range(0, 0.03)],
        [bw, height * random.range(0.6, 0.88), 0.18],
        random.pick(spines),
      );
      at += bw + 0.003;
    }
  }
}

/** Open shelves, filled. Faces the viewer from `at` (left front corner). */
export function shelves(
  room: Room,
  at: Vec3,
  w: number,
  h: number,
  rows: number,
  color: string,
  turn = 0,
): void {
  const { stage } = room;
  stage.at(at, turn, () => {
    contact(room, 0, 0, w, 0.32, 0.3);
    for (const x of [0, w - 0.03]) box(stage, [x, 0, 0], [0.03, h, 0.3], color);
    panel(
      stage,
      { origin: [0, 0, 0.29], u: [1, 0, 0], v: [0, 1, 0], n: [0, 0, -1], width: w, height: h },
      [0, 0, w, h],
      tone(color, -0.22),
    );
    for (let i = 0; i <= rows; i += 1) {
      const y = (i * (h - 0.03)) / rows;
      box(stage, [0.03, y, 0], [w - 0.06, 0.03, 0.29], color);
      if (i < rows) books(room, 0.05, y + 0.03, 0.05, w - 0.1, (h - 0.03) / rows - 0.05);
    }
  });
}

/** A low cupboard with doors on thin legs. Returns the height of its top. */
export function sideboard(
  room: Room,
  at: Vec3,
  w: number,
  color: string,
  turn = 0,
  h = 0.55,
  slats = false,
): number {
  const { stage } = room;
  stage.at(at, turn, () => {
    contact(room, 0, 0, w, 0.42, 0.32);
    for (const x of [0.06, w - 0.1])
      for (const z of [0.04, 0.34]) box(stage, [x, 0, z], [0.04, 0.16, 0.04], tone(color, -0.3));
    const sides = box(stage, [0, 0.16, 0], [w, h, 0.42], color);
    const doors = Math.max(2, Math.round(w / 0.5));
    for (let i = 0; i < doors; i += 1) {
      const dw = (w - 0.04) / doors;
      panel(
        stage,
        sides.front,
        [0.02 + i * dw + 0.008, 0.03, dw - 0.016, h - 0.06],
        tone(color, i % 2 === 0 ? 0.05 : 0.02),
      );
      if (slats && i % 2 === 0) {
        const lines = Array.from({ length: 9 }, (_, k): Ring => [
          on(sides.front, 0.02 + i * dw + (dw * (k + 1)) / 10, 0.05),
          on(sides.front, 0.02 + i * dw + (dw * (k + 1)) / 10, h - 0.05),
        ]);
        stage.face({
          rings: lines,
          normal: sides.front.n,
          color: tone(color, -0.3),
          stroke: 0.012,
          opacity: 0.7,
        });
      } else {
        panel(
          stage,
          sides.front,
          [0.02 + i * dw + (i % 2 === 0 ? dw - 0.07 : 0.05), h * 0.45, 0.02, 0.1],
          '#c9a36a',
        );
      }
    }
  });
  return 0.16 + h;
}
