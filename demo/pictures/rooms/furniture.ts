import { mix, tone } from '../color.ts';
import type { Ring, Vec3 } from '../geometry.ts';
import type { Frame } from '../solids.ts';
import { box, extrude, lathe, on, panel, rounded } from '../solids.ts';
import { px } from '../svg.ts';
import type { Room } from './room.ts';
import { contact } from './room.ts';
import { glow } from './lamps.ts';

/** A vase, a bowl or a jug. */
export function vessel(
  room: Room,
  at: Vec3,
  color: string,
  kind: 'vase' | 'bowl' | 'jug',
  size = 0.3,
): void {
  const shape = {
    vase: [
      [0.22, 0],
      [0.34, 0.2],
      [0.36, 0.45],
      [0.2, 0.75],
      [0.14, 0.85],
      [0.19, 1],
    ],
    bowl: [
      [0.2, 0],
      [0.5, 0.22],
      [0.62, 0.45],
    ],
    jug: [
      [0.3, 0],
      [0.34, 0.3],
      [0.3, 0.65],
      [0.24, 0.8],
      [0.28, 1],
    ],
  }[kind];
  lathe(
    room.stage,
    at,
    shape.map(([r, y]) => [(r ?? 0) * size, (y ?? 0) * size] as const),
    color,
    { steps: 24, inside: tone(color, -0.3) },
  );
}

/** Branches or stems in a vase. */
export function bouquet(room: Room, at: Vec3, size: number, leaf: string, bloom?: string): void {
  const { stage } = room;
  const random = stage.random.fork(`bouquet${at.join()}`);
  const draw = (s: { x: number; y: number; scale: number }): string => {
    let out = '';
    for (let i = 0; i < 9; i += 1) {
      const a = Math.PI * (0.2 + (i / 8) * 0.6) + random.range(-0.1, 0.1);
      const reach = size * s.scale * random.range(0.65, 1);
      const [tx, ty] = [s.x + Math.cos(a) * reach, s.y - Math.sin(a) * reach];
      out += `<path d="M${px(s.x)} ${px(s.y)}Q${px(s.x + (tx - s.x) * 0.25)} ${px(s.y - reach * 0.6)} ${px(tx)} ${px(ty)}" fill="none" stroke="${stage.tint(tone(leaf, -0.2), 0.4)}" stroke-width="${px(Math.max(1, s.scale * 0.008))}"/>`;
      for (let k = 0; k < 5; k += 1) {
        const t = 0.45 + k * 0.13;
        const [lx, ly] = [
          s.x + (tx - s.x) * t + random.range(-0.06, 0.06) * reach,
          s.y + (ty - s.y) * t + random.range(-0.05, 0.05) * reach,
        ];
        const flower = bloom !== undefined && k > 1;
        const r = s.scale * size * (flower ? 0.05 : 0.045);
        out += `<ellipse cx="${px(lx)}" cy="${px(ly)}" rx="${px(r * (flower ? 1 : 1.7))}" ry="${px(r * (flower ? 0.95 : 0.7))}" transform="rotate(${random.int(-70, 70)} ${px(lx)} ${px(ly)})" fill="${stage.tint(flower ? (bloom ?? leaf) : tone(leaf, random.range(-0.15, 0.2)), random.range(0.4, 1))}"/>`;
      }
    }
    return out;
  };
  stage.sprite(at, draw, { half: size * 0.4, up: size });
}

/** A framed picture: quiet abstract shapes in the room's colours. */
export function art(
  room: Room,
  frame: Frame,
  a: number,
  b: number,
  w: number,
  h: number,
  kind: number,
): void {
  const { stage, colors } = room;
  panel(stage, frame, [a + 0.03, b - 0.05, w, h], '#2c1f26', { glow: true, opacity: 0.16 });
  panel(stage, frame, [a, b, w, h], kind % 2 === 0 ? '#3a332e' : colors.wood);
  panel(stage, frame, [a + 0.03, b + 0.03, w - 0.06, h - 0.06], '#f6f0e4');
  const m = 0.12 * Math.min(w, h) + 0.03;
  const inner: Frame = {
    ...frame,
    origin: on(frame, a + m, b + m),
    width: w - m * 2,
    height: h - m * 2,
  };
  const [iw, ih] = [inner.width, inner.height];
  const shape = (ring: Ring, color: string): void =>
    stage.face({ rings: [ring], normal: frame.n, color, opacity: 1 });
  const disc = (cx: number, cy: number, r: number): Ring =>
    Array.from({ length: 24 }, (_, i) =>
      on(
        inner,
        cx + Math.cos((i / 24) * Math.PI * 2) * r,
        cy + Math.sin((i / 24) * Math.PI * 2) * r,
      ),
    );
  const wave = (base: number, swing: number): Ring => [
    on(inner, 0, 0),
    on(inner, iw, 0),
    ...Array.from({ length: 9 }, (_, i) =>
      on(inner, iw * (1 - i / 8), ih * (base + Math.sin(i * 0.9 + kind) * swing)),
    ),
  ];
  panel(
    stage,
    inner,
    [0, 0, iw, ih],
    ['#eadfc9', '#dfe3da', '#e9d8c6', '#d9dfe2'][kind % 4] ?? '#eadfc9',
  );
  if (kind % 4 === 0) {
    shape(disc(iw * 0.62, ih * 0.68, Math.min(iw, ih) * 0.18), '#c98a4b');
    shape(wave(0.46, 0.07), mix(colors.main, '#8fa09a', 0.4));
    shape(wave(0.28, 0.05), tone(colors.main, -0.15));
  } else if (kind % 4 === 1) {
    shape(disc(iw * 0.42, ih * 0.6, Math.min(iw, ih) * 0.26), colors.accent);
    panel(stage, inner, [iw * 0.5, ih * 0.16, iw * 0.32, ih * 0.5], tone(colors.main, -0.1), {
      opacity: 0.9,
    });
    panel(stage, inner, [iw * 0.16, ih * 0.14, iw * 0.3, ih * 0.1], '#3a332e', { opacity: 0.9 });
  } else if (kind % 4 === 2) {
    for (let i = 0; i < 5; i += 1) {
      const x = iw * (0.2 + i * 0.15);
      shape(
        [
          on(inner, iw * 0.5, ih * 0.06),
          on(inner, x - iw * 0.05, ih * (0.6 + (i % 2) * 0.16)),
          on(inner, x, ih * (0.76 + (i % 2) * 0.14)),
          on(inner, x + iw * 0.05, ih * (0.58 + (i % 2) * 0.16)),
        ],
        i % 2 === 0 ? '#5f7a5a' : '#88996f',
      );
    }
  } else {
    shape(wave(0.55, 0.03), mix(colors.main, '#7f97a6', 0.6));
    shape(wave(0.36, 0.09), tone(colors.accent, 0.15));
    shape(wave(0.16, 0.04), tone(colors.main, -0.2));
  }
}

/** A table with a round or straight-edged top. */
export function table(
  room: Room,
  at: Vec3,
  size: readonly [number, number, number],
  color: string,
  kind: 'round' | 'slab' | 'drum' = 'slab',
  turn = 0,
): void {
  const { stage } = room;
  const [w, h, d] = size;
  stage.at(at, turn, () => {
    contact(room, -w / 2, -d / 2, w, d, 0.28);
    if (kind === 'drum') {
      lathe(
        stage,
        [0, 0, 0],
        [
          [w * 0.4, 0],
          [w * 0.42, h * 0.5],
          [w * 0.5, h - 0.03],
          [w * 0.5, h],
          [0, h],
        ],
        color,
        { steps: 26, sz: d / w },
      );
      return;
    }
    if (kind === 'round') {
      for (let i = 0; i < 3; i += 1) {
        const a = (i / 3) * Math.PI * 2 + 0.5;
        box(
          stage,
          [Math.cos(a) * w * 0.32 - 0.02, 0, Math.sin(a) * d * 0.32 - 0.02],
          [0.04, h, 0.04],
          tone(color, -0.2),
        );
      }
      lathe(
        stage,
        [0, h - 0.04, 0],
        [
          [w * 0.48, 0],
          [w * 0.5, 0.015],
          [w * 0.5, 0.04],
          [0, 0.041],
        ],
        color,
        { steps: 28, sz: d / w },
      );
      return;
    }
    for (const x of [-w / 2 + 0.05, w / 2 - 0.12])
      for (const z of [-d / 2 + 0.05, d / 2 - 0.12])
        box(stage, [x, 0, z], [0.07, h - 0.05, 0.07], tone(color, -0.12));
    extrude(stage, [-w / 2, h - 0.05, -d / 2], rounded(w, d, 0.05, 3), 0.05, 'y', color);
  });
}

/** A few things on a table: books, a bowl, a cup. */
export function stillLife(room: Room, at: Vec3, color: string): void {
  const { stage, colors } = room;
  stage.at(at, 0, () => {
    box(stage, [-0.26, 0, -0.1], [0.26, 0.03, 0.19], '#e3d6bd');
    box(stage, [-0.24, 0.03, -0.09], [0.23, 0.025, 0.17], colors.accent);
    vessel(room, [0.16, 0, 0], color, 'bowl', 0.2);
  });
}

/** A hearth with a chimney breast on the back wall; fire in the evening. */
export function fireplace(room: Room, x: number, color: string, stone: string): void {
  const { stage, plan } = room;
  const z = plan.size[2];
  const breast = box(stage, [x - 0.95, 0, z - 0.4], [1.9, plan.size[1], 0.4], color);
  contact(room, x - 0.95, z - 0.5, 1.9, 0.1, 0.3);
  panel(stage, breast.front, [0.38, 0, 1.14, 1.02], stone);
  panel(stage, breast.front, [0.52, 0.08, 0.86, 0.72], '#2b2526');
  box(stage, [x - 0.85, 1.12, z - 0.58], [1.7, 0.08, 0.2], room.colors.wood);
  box(stage, [x - 0.75, 0, z - 0.8], [1.5, 0.06, 0.42], stone);
  for (const [lx, ly] of [
    [-0.24, 0.12],
    [0.06, 0.12],
    [-0.1, 0.2],
  ] as const)
    box(stage, [x + lx, ly, z - 0.408], [0.26, 0.07, 0.02], '#6b4a36');
  if (room.evening || plan.season === 'winter') {
    for (const [dx, s, c] of [
      [-0.12, 0.3, '#f08a3c'],
      [0.12, 0.26, '#f08a3c'],
      [0, 0.36, '#f9b457'],
      [0, 0.2, '#ffe1a0'],
    ] as const) {
      stage.face({
        rings: [
          [
            [x + dx - s * 0.3, 0.16, z - 0.412],
            [x + dx + s * 0.3, 0.16, z - 0.412],
            [x + dx + s * 0.2, 0.16 + s * 0.6, z - 0.412],
            [x + dx, 0.16 + s * 1.4, z - 0.412],
            [x + dx - s * 0.22, 0.16 + s * 0.7, z - 0.412],
          ],
        ],
        normal: [0, 0, -1],
        color: c,
        glow: true,
      });
    }
    glow({ ...room, evening: true }, [x, 0.3, z - 0.6], 1.3, 0.9);
  }
}
