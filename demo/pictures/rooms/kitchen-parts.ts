import { tone } from '../color.ts';
import type { Ring, Vec3 } from '../geometry.ts';
import type { Frame } from '../solids.ts';
import { box, extrude, lathe, on, panel, rect, rounded } from '../solids.ts';
import { vessel } from './furniture.ts';
import type { Room } from './room.ts';
import { contact } from './room.ts';

/** A run of base cupboards with doors, drawers and a worktop; faces the viewer from its left front corner. */
export function cupboards(
  room: Room,
  at: Vec3,
  w: number,
  color: string,
  top: string,
  turn = 0,
): void {
  const { stage } = room;
  stage.at(at, turn, () => {
    contact(room, 0, 0, w, 0.6, 0.3);
    box(stage, [0, 0, 0.06], [w, 0.1, 0.54], tone(color, -0.5));
    const s = box(stage, [0, 0.1, 0], [w, 0.78, 0.6], color);
    const doors = Math.max(1, Math.round(w / 0.6));
    for (let i = 0; i < doors; i += 1) {
      const dw = w / doors;
      const a = i * dw + 0.012;
      const drawers = i % 3 === 1;
      const cells: [number, number][] = drawers
        ? [
            [0.02, 0.24],
            [0.28, 0.24],
            [0.54, 0.22],
          ]
        : [[0.02, 0.74]];
      for (const [b, h] of cells) {
        panel(stage, s.front, [a, b, dw - 0.024, h], tone(color, 0.05));
        if (!drawers)
          panel(stage, s.front, [a + 0.06, b + 0.06, dw - 0.144, h - 0.12], tone(color, -0.04));
        const handle: [number, number, number, number] = drawers
          ? [a + dw * 0.3, b + h - 0.06, dw * 0.36, 0.02]
          : [i % 2 === 0 ? a + dw - 0.07 : a + 0.03, b + h * 0.58, 0.018, 0.16];
        panel(stage, s.front, handle, '#c7a26a');
      }
    }
    box(stage, [-0.02, 0.88, -0.03], [w + 0.04, 0.045, 0.64], top);
  });
}

/** Tiles behind the worktop: laid in courses, a few of another tone. */
export function splash(
  room: Room,
  frame: Frame,
  a: number,
  b: number,
  w: number,
  h: number,
  color: string,
): void {
  const { stage } = room;
  panel(stage, frame, [a, b, w, h], color);
  const light: Ring[] = [];
  const dark: Ring[] = [];
  const seams: Ring[] = [];
  for (let row = 0; row * 0.1 < h - 0.001; row += 1) {
    const y = b + row * 0.1;
    seams.push([on(frame, a, y), on(frame, a + w, y)]);
    for (let k = row % 2 === 0 ? 0 : -0.1; k < w; k += 0.2) {
      const left = Math.max(a, a + k);
      const width = Math.min(0.19, a + w - left, a + k + 0.19 - left);
      if (width <= 0.02) continue;
      const draw = stage.random.next();
      if (draw < 0.18)
        light.push(rect(frame, left, y + 0.005, width, Math.min(0.09, h - row * 0.1)));
      else if (draw < 0.3)
        dark.push(rect(frame, left, y + 0.005, width, Math.min(0.09, h - row * 0.1)));
    }
  }
  if (light.length > 0)
    stage.face({ rings: light, normal: frame.n, color: tone(color, 0.22), opacity: 0.8 });
  if (dark.length > 0)
    stage.face({ rings: dark, normal: frame.n, color: tone(color, -0.09), opacity: 0.8 });
  stage.face({
    rings: seams,
    normal: frame.n,
    color: tone(color, -0.25),
    stroke: 0.006,
    opacity: 0.5,
  });
}

/** Wall cupboards with a shadow line under them. */
export function wallUnits(room: Room, x: number, w: number, color: string): void {
  const { stage, plan } = room;
  const z = plan.size[2];
  const s = box(stage, [x, 1.5, z - 0.36], [w, 0.78, 0.36], color);
  const doors = Math.max(1, Math.round(w / 0.5));
  for (let i = 0; i < doors; i += 1) {
    const dw = w / doors;
    panel(stage, s.front, [i * dw + 0.012, 0.012, dw - 0.024, 0.756], tone(color, 0.05));
    panel(stage, s.front, [i * dw + 0.07, 0.07, dw - 0.14, 0.64], tone(color, -0.04));
  }
  panel(stage, room.back, [x + plan.size[0] / 2, 1.36, w, 0.14], '#2c1f26', {
    glow: true,
    opacity: 0.16,
  });
}

/** A wooden shelf with plates, cups and a plant. */
export function openShelf(room: Room, x: number, y: number, w: number): void {
  const { stage, plan, colors } = room;
  const z = plan.size[2];
  box(stage, [x, y, z - 0.24], [w, 0.035, 0.24], colors.wood);
  const palette = ['#efe6d3', '#d9c7a3', '#7f97a0', colors.accent, '#e3d6bd', '#8fa08a'];
  let at = x + 0.1;
  while (at < x + w - 0.1) {
    const kind = stage.random.pick(['bowl', 'jug', 'vase', 'stack'] as const);
    if (kind === 'stack') {
      for (let i = 0; i < 4; i += 1)
        lathe(
          stage,
          [at, y + 0.035 + i * 0.022, z - 0.12],
          [
            [0.07, 0],
            [0.1, 0.02],
            [0, 0.021],
          ],
          i % 2 === 0 ? '#efe6d3' : '#e0d3ba',
          { steps: 14 },
        );
    } else
      vessel(
        room,
        [at, y + 0.035, z - 0.12],
        stage.random.pick(palette),
        kind,
        stage.random.range(0.15, 0.22),
      );
    at += stage.random.range(0.22, 0.32);
  }
}

export function sinkAndHob(room: Room, sinkX: number, hobX: number): void {
  const { stage, plan } = room;
  const z = plan.size[2];
  const metal = '#b9b3a6';
  box(stage, [sinkX, 0.925, z - 0.14], [0.03, 0.32, 0.03], metal);
  box(stage, [sinkX, 1.22, z - 0.36], [0.03, 0.03, 0.24], metal);
  panel(
    stage,
    {
      origin: [sinkX - 0.28, 0.926, z - 0.5],
      u: [1, 0, 0],
      v: [0, 0, 1],
      n: [0, 1, 0],
      width: 0.6,
      height: 0.34,
    },
    [0, 0, 0.6, 0.34],
    '#8d8a83',
  );
  panel(
    stage,
    {
      origin: [hobX - 0.3, 0.926, z - 0.54],
      u: [1, 0, 0],
      v: [0, 0, 1],
      n: [0, 1, 0],
      width: 0.6,
      height: 0.46,
    },
    [0, 0, 0.6, 0.46],
    '#2c2d30',
  );
  lathe(
    stage,
    [hobX - 0.12, 0.93, z - 0.3],
    [
      [0.11, 0],
      [0.12, 0.12],
      [0.1, 0.14],
      [0, 0.15],
    ],
    '#a0522f',
    { steps: 16 },
  );
  const front: Frame = {
    origin: [hobX - 0.29, 0.14, z - 0.602],
    u: [1, 0, 0],
    v: [0, 1, 0],
    n: [0, 0, -1],
    width: 0.58,
    height: 0.7,
  };
  panel(stage, front, [0, 0, 0.58, 0.7], '#3a3b3e');
  panel(stage, front, [0.06, 0.1, 0.46, 0.36], '#22242a');
  panel(stage, front, [0.08, 0.52, 0.42, 0.025], '#c7c2b6');
}

export function hood(room: Room, x: number, color: string): void {
  const { stage, plan } = room;
  const z = plan.size[2];
  box(stage, [x - 0.2, 1.95, z - 0.34], [0.4, plan.size[1] - 1.95, 0.34], color);
  stage.at([x, 1.55, z], 0, () => {
    const f: Vec3[] = [
      [-0.42, 0, -0.46],
      [0.42, 0, -0.46],
      [0.2, 0.4, -0.34],
      [-0.2, 0.4, -0.34],
    ];
    stage.face({ rings: [f], normal: [0, 0.3, -0.95], color });
    stage.face({
      rings: [
        [
          [-0.42, 0, 0],
          [-0.42, 0, -0.46],
          [-0.2, 0.4, -0.34],
          [-0.2, 0.4, 0],
        ],
      ],
      normal: [-0.88, 0.47, 0],
      color,
    });
    stage.face({
      rings: [
        [
          [0.42, 0, -0.46],
          [0.42, 0, 0],
          [0.2, 0.4, 0],
          [0.2, 0.4, -0.34],
        ],
      ],
      normal: [0.88, 0.47, 0],
      color,
    });
    box(stage, [-0.43, -0.05, -0.47], [0.86, 0.05, 0.47], room.colors.wood);
  });
}

export function island(
  room: Room,
  x: number,
  z: number,
  w: number,
  color: string,
  top: string,
): void {
  const { stage } = room;
  contact(room, x, z, w, 0.9, 0.34);
  const s = box(stage, [x, 0, z], [w, 0.88, 0.9], color);
  for (let i = 0; i < 3; i += 1)
    panel(
      stage,
      s.front,
      [0.06 + (i * (w - 0.06)) / 3, 0.14, (w - 0.06) / 3 - 0.06, 0.66],
      tone(color, 0.05),
    );
  extrude(stage, [x - 0.08, 0.88, z - 0.16], rounded(w + 0.16, 1.14, 0.04, 2), 0.05, 'y', top);
}
