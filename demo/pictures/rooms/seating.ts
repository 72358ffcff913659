import { mix, tone } from '../color.ts';
import type { Ring, Vec3 } from '../geometry.ts';
import { box, extrude, lathe, rounded } from '../solids.ts';
import type { Room } from './room.ts';
import { contact } from './room.ts';

/** A cushion that leans back: a rounded slab. */
export function cushion(
  room: Room,
  x: number,
  y: number,
  z: number,
  size: number,
  color: string,
  turn = 0,
  motif: 'plain' | 'stripes' | 'cross' = 'plain',
): void {
  const { stage } = room;
  stage.at([x, y, z], turn, () => {
    extrude(stage, [-size / 2, 0, 0], rounded(size, size, size * 0.22), 0.16, 'z', color, {
      bevel: 0.05,
    });
    const lines: Ring[] = [];
    const z0 = -0.002;
    if (motif === 'stripes')
      for (let i = 1; i < 5; i += 1)
        lines.push([
          [-size * 0.4, (size * i) / 5, z0],
          [size * 0.4, (size * i) / 5, z0],
        ]);
    if (motif === 'cross') {
      lines.push([
        [-size * 0.32, size * 0.18, z0],
        [size * 0.32, size * 0.82, z0],
      ]);
      lines.push([
        [size * 0.32, size * 0.18, z0],
        [-size * 0.32, size * 0.82, z0],
      ]);
    }
    if (lines.length > 0)
      stage.face({
        rings: lines,
        normal: [0, 0, -1],
        color: tone(color, 0.3),
        stroke: 0.014,
        opacity: 0.7,
      });
  });
}

/** A sofa with its back away from the viewer, centred on its place. */
export function sofa(
  room: Room,
  at: Vec3,
  turn: number,
  width: number,
  color: string,
  cushions: readonly string[],
): void {
  const { stage, colors } = room;
  stage.at(at, turn, () => {
    const half = width / 2;
    contact(room, -half, -0.45, width, 0.9, 0.34);
    for (const x of [-half + 0.1, half - 0.16])
      for (const z of [-0.38, 0.34]) box(stage, [x, 0, z], [0.06, 0.14, 0.06], colors.wood);
    extrude(
      stage,
      [-half + 0.05, 0.13, -0.42],
      rounded(width - 0.1, 0.22, 0.05),
      0.86,
      'z',
      tone(color, -0.08),
    );
    extrude(stage, [-half + 0.16, 0.32, 0.2], rounded(width - 0.32, 0.52, 0.12), 0.24, 'z', color, {
      bevel: 0.05,
    });
    const seats = width > 1.9 ? 3 : width > 1.2 ? 2 : 1;
    const sw = (width - 0.4) / seats;
    for (let i = 0; i < seats; i += 1) {
      extrude(
        stage,
        [-half + 0.2 + i * sw + 0.008, 0.33, -0.44],
        rounded(sw - 0.016, 0.17, 0.07),
        0.68,
        'z',
        tone(color, 0.04),
        { bevel: 0.04 },
      );
    }
    for (const x of [-half, half - 0.2])
      extrude(stage, [x, 0.13, -0.43], rounded(0.2, 0.52, 0.09), 0.86, 'z', tone(color, -0.03), {
        bevel: 0.03,
      });
    cushions.forEach((c, i) => {
      const side = i % 2 === 0 ? -1 : 1;
      const inset = 0.46 + Math.floor(i / 2) * 0.34;
      cushion(
        room,
        side * (half - inset),
        0.49,
        0.02 - Math.floor(i / 2) * 0.1,
        0.44 - Math.floor(i / 2) * 0.06,
        c,
        side * 8,
        i % 3 === 1 ? 'stripes' : i % 3 === 2 ? 'cross' : 'plain',
      );
    });
  });
}

/** An armchair with a wooden frame and two cushions. */
export function armchair(room: Room, at: Vec3, turn: number, color: string): void {
  const { stage, colors } = room;
  stage.at(at, turn, () => {
    contact(room, -0.38, -0.38, 0.76, 0.76, 0.34);
    for (const x of [-0.38, 0.33]) {
      box(stage, [x, 0, -0.36], [0.05, 0.56, 0.05], colors.wood);
      box(stage, [x, 0, 0.3], [0.05, 0.62, 0.05], colors.wood);
      extrude(
        stage,
        [x - 0.015, 0.55, -0.4],
        rounded(0.08, 0.04, 0.02, 2),
        0.78,
        'z',
        tone(colors.wood, 0.06),
      );
      box(stage, [x, 0.24, -0.33], [0.05, 0.06, 0.66], colors.wood);
    }
    extrude(stage, [-0.32, 0.28, -0.4], rounded(0.64, 0.18, 0.08), 0.68, 'z', tone(color, 0.03), {
      bevel: 0.05,
    });
    extrude(stage, [-0.32, 0.42, 0.16], rounded(0.64, 0.56, 0.14), 0.18, 'z', color, {
      bevel: 0.06,
    });
  });
}

/** A round upholstered tub chair. */
export function tubChair(room: Room, at: Vec3, turn: number, color: string): void {
  const { stage, colors } = room;
  stage.at(at, turn, () => {
    contact(room, -0.36, -0.36, 0.72, 0.72, 0.34);
    for (const [x, z] of [
      [-0.24, -0.24],
      [0.2, -0.24],
      [-0.24, 0.2],
      [0.2, 0.2],
    ] as const)
      box(stage, [x, 0, z], [0.04, 0.2, 0.04], colors.wood);
    lathe(
      stage,
      [0, 0.18, 0],
      [
        [0.34, 0],
        [0.38, 0.06],
        [0.38, 0.2],
        [0.34, 0.26],
        [0, 0.27],
      ],
      tone(color, 0.04),
      { steps: 20 },
    );
    const steps = 14;
    for (let i = 0; i < steps; i += 1) {
      const a0 = Math.PI * (-0.12 + (i / steps) * 1.24);
      const a1 = Math.PI * (-0.12 + ((i + 1) / steps) * 1.24);
      const p = (a: number, r: number, y: number): Vec3 => [Math.cos(a) * r, y, Math.sin(a) * r];
      const mid = (a0 + a1) / 2;
      const n: Vec3 = [Math.cos(mid), 0, Math.sin(mid)];
      stage.face({
        rings: [[p(a0, 0.42, 0.2), p(a1, 0.42, 0.2), p(a1, 0.42, 0.78), p(a0, 0.42, 0.78)]],
        normal: n,
        color,
      });
      stage.face({
        rings: [[p(a0, 0.32, 0.3), p(a1, 0.32, 0.3), p(a1, 0.32, 0.78), p(a0, 0.32, 0.78)]],
        normal: [-n[0], 0, -n[2]],
        color,
      });
      stage.face({
        rings: [[p(a0, 0.32, 0.78), p(a1, 0.32, 0.78), p(a1, 0.42, 0.78), p(a0, 0.42, 0.78)]],
        normal: [0, 1, 0],
        color: tone(color, 0.05),
      });
    }
  });
}

/** A dining or desk chair with a curved back. */
export function chair(room: Room, at: Vec3, turn: number, color: string, seat?: string): void {
  const { stage } = room;
  stage.at(at, turn, () => {
    contact(room, -0.22, -0.22, 0.44, 0.44, 0.22);
    for (const [x, z, h] of [
      [-0.21, -0.21, 0.44],
      [0.17, -0.21, 0.44],
      [-0.21, 0.18, 0.82],
      [0.17, 0.18, 0.82],
    ] as const)
      box(stage, [x, 0, z], [0.04, h, 0.04], color);
    extrude(
      stage,
      [-0.23, 0.43, -0.24],
      rounded(0.46, 0.06, 0.03, 2),
      0.47,
      'z',
      seat ?? tone(color, 0.06),
    );
    extrude(stage, [-0.23, 0.66, 0.17], rounded(0.46, 0.19, 0.07, 3), 0.05, 'z', color);
  });
}

/** A stool on four splayed legs. */
export function stool(room: Room, at: Vec3, height: number, color: string, seat: string): void {
  const { stage } = room;
  stage.at(at, 0, () => {
    contact(room, -0.18, -0.18, 0.36, 0.36, 0.22);
    for (const [x, z] of [
      [-0.16, -0.16],
      [0.125, -0.16],
      [-0.16, 0.125],
      [0.125, 0.125],
    ] as const)
      box(stage, [x, 0, z], [0.035, height, 0.035], color);
    box(stage, [-0.15, height * 0.3, -0.15], [0.3, 0.025, 0.025], color);
    box(stage, [-0.15, height * 0.3, 0.13], [0.3, 0.025, 0.025], color);
    lathe(
      stage,
      [0, height, 0],
      [
        [0.18, 0],
        [0.2, 0.03],
        [0.19, 0.07],
        [0, 0.075],
      ],
      seat,
      { steps: 16 },
    );
  });
}

/** A woven rug: border, field, a pattern of its own, fringes at the ends. */
export function rug(
  room: Room,
  x: number,
  z: number,
  w: number,
  d: number,
  color: string,
  kind: 'border' | 'diamonds' | 'stripes' | 'round' | 'berber',
): void {
  const { stage } = room;
  const up: Vec3 = [0, 1, 0];
  const quad = (a: number, b: number, c: number, e: number): Ring => [
    [a, 0, b],
    [a + c, 0, b],
    [a + c, 0, b + e],
    [a, 0, b + e],
  ];
  const put = (rings: Ring[], c: string, opacity = 1): void =>
    stage.face({ rings, normal: up, color: c, opacity });
  const pale = tone(color, 0.32);
  const deep = tone(color, -0.2);
  if (kind === 'round') {
    const ring = (r: number): Ring =>
      Array.from({ length: 40 }, (_, i): Vec3 => [
        x + w / 2 + (Math.cos((i / 40) * Math.PI * 2) * r * w) / 2,
        0,
        z + d / 2 + (Math.sin((i / 40) * Math.PI * 2) * r * d) / 2,
      ]);
    put([ring(1.03)], '#2c1f26', 0.18);
    [1, 0.86, 0.82, 0.5, 0.46].forEach((r, i) => put([ring(r)], i % 2 === 0 ? color : pale));
    return;
  }
  put([quad(x - 0.05, z - 0.05, w + 0.1, d + 0.1)], '#2c1f26', 0.14);
  const fringe: Ring[] = [];
  for (let k = 0; k < d; k += 0.09)
    fringe.push(
      [
        [x - 0.09, 0, z + k],
        [x, 0, z + k],
      ],
      [
        [x + w, 0, z + k],
        [x + w + 0.09, 0, z + k],
      ],
    );
  stage.face({ rings: fringe, normal: up, color: tone(color, 0.5), stroke: 0.02, opacity: 0.8 });
  put([quad(x, z, w, d)], color);
  if (kind === 'stripes') {
    for (let i = 0.18; i < w; i += 0.36)
      put([quad(x + i, z, 0.12, d)], i % 0.72 < 0.36 ? pale : deep, 0.75);
    return;
  }
  if (kind === 'berber') {
    const lines: Ring[] = [];
    for (let i = -d; i < w; i += 0.62) {
      lines.push([
        [x + Math.max(0, i), 0, z + Math.max(0, -i)],
        [x + Math.min(w, i + d), 0, z + Math.min(d, w - i)],
      ]);
      lines.push([
        [x + Math.max(0, i), 0, z + d - Math.max(0, -i)],
        [x + Math.min(w, i + d), 0, z + d - Math.min(d, w - i)],
      ]);
    }
    stage.face({
      rings: lines,
      normal: up,
      color: mix(deep, '#4a3a34', 0.4),
      stroke: 0.025,
      opacity: 0.75,
    });
    return;
  }
  put([quad(x + 0.14, z + 0.14, w - 0.28, d - 0.28)], pale);
  put([quad(x + 0.2, z + 0.2, w - 0.4, d - 0.4)], color);
  if (kind === 'diamonds') {
    const count = Math.max(3, Math.round(w / 0.65));
    const cells: Ring[] = [];
    const small: Ring[] = [];
    for (let i = 0; i < count; i += 1) {
      const cx = x + 0.2 + ((w - 0.4) * (i + 0.5)) / count;
      const r = ((w - 0.4) / count) * 0.46;
      const cz = z + d / 2;
      const k = Math.min(r * 1.7, d * 0.36);
      cells.push([
        [cx - r, 0, cz],
        [cx, 0, cz - k],
        [cx + r, 0, cz],
        [cx, 0, cz + k],
      ]);
      small.push([
        [cx - r * 0.5, 0, cz],
        [cx, 0, cz - k * 0.5],
        [cx + r * 0.5, 0, cz],
        [cx, 0, cz + k * 0.5],
      ]);
    }
    put(cells, pale);
    put(small, deep);
  }
}
