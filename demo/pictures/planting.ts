import type { Spot } from './camera.ts';
import { tone } from './color.ts';
import type { Vec3 } from './geometry.ts';
import type { Random } from './random.ts';
import type { Stage } from './stage.ts';
import { blob, fill, px } from './svg.ts';

/** A rounded shrub; with flowers when `bloom` is given. */
export function shrub(
  stage: Stage,
  foot: Vec3,
  width: number,
  height: number,
  bloom?: string,
  leaf?: string,
): void {
  const random = stage.random.fork(`shrub${foot.join()}`);
  const color = leaf ?? random.pick(stage.growth.shrubs);
  const lean = stage.sun[0] >= 0 ? 1 : -1;
  const ring = Array.from({ length: 9 }, (_, i): Vec3 => {
    const angle = (i / 8) * Math.PI;
    return [
      foot[0] + Math.cos(angle) * width * 0.48,
      foot[1] + Math.sin(angle) * height * 0.9,
      foot[2],
    ];
  });
  stage.caster(ring);
  stage.sprite(
    foot,
    (s) => {
      const [W, H] = [width * s.scale, height * s.scale];
      const dark = stage.tint(tone(color, -0.28), 0.05);
      const mid = stage.tint(color, 0.4);
      const light = stage.tint(tone(color, 0.14), 1);
      const cy = s.y - H * 0.46;
      let out = '';
      for (const [dx, r] of [
        [-0.28, 0.3],
        [0.28, 0.28],
        [0, 0.4],
      ] as const) {
        out += fill(
          blob(random, s.x + dx * W, cy + H * 0.04, W * r, H * (0.32 + r * 0.5), 0.09, 10),
          dark,
        );
      }
      for (const [dx, r] of [
        [-0.26, 0.24],
        [0.26, 0.22],
        [0, 0.32],
      ] as const) {
        out += fill(
          blob(
            random,
            s.x + (dx + lean * 0.04) * W,
            cy - H * 0.07,
            W * r,
            H * (0.22 + r * 0.5),
            0.12,
            9,
          ),
          mid,
          0.85,
        );
      }
      for (let i = 0; i < 14; i += 1) {
        const angle = random.range(Math.PI, Math.PI * 2);
        const reach = random.range(0.2, 0.92);
        const lx = s.x + (Math.cos(angle) * 0.42 * reach + lean * 0.06) * W;
        const ly = cy + Math.sin(angle) * H * 0.46 * reach;
        const petal = bloom !== undefined && i % 2 === 0;
        const c = petal
          ? stage.tint(bloom, 0.85)
          : stage.growth.snow
            ? stage.tint('#eef1f3', 0.8)
            : light;
        const r = petal ? Math.max(2, 0.055 * s.scale) : W * 0.05;
        out += `<ellipse cx="${px(lx)}" cy="${px(ly)}" rx="${px(r * 1.25)}" ry="${px(r)}" fill="${c}" fill-opacity="${petal ? 0.95 : 0.7}"/>`;
      }
      return out;
    },
    { half: width * 0.5, up: height },
  );
}

/** A clipped hedge from one point to another, a row of soft masses with a lit top. */
export function hedge(
  stage: Stage,
  from: Vec3,
  to: Vec3,
  height: number,
  depth: number,
  color?: string,
): void {
  const leaf = color ?? stage.growth.shrubs[2] ?? '#4f6f4d';
  const length = Math.hypot(to[0] - from[0], to[2] - from[2]);
  const turn = (Math.atan2(-(to[2] - from[2]), to[0] - from[0]) * 180) / Math.PI;
  stage.at(from, turn, () => {
    const v: Vec3 = [0, 1, 0];
    const faces: [Vec3[], Vec3][] = [
      [
        [
          [0, 0, 0],
          [length, 0, 0],
          [length, height, 0],
          [0, height, 0],
        ],
        [0, 0, -1],
      ],
      [
        [
          [0, height, 0],
          [length, height, 0],
          [length, height, depth],
          [0, height, depth],
        ],
        v,
      ],
      [
        [
          [0, 0, 0],
          [0, 0, depth],
          [0, height, depth],
          [0, height, 0],
        ],
        [-1, 0, 0],
      ],
      [
        [
          [length, 0, 0],
          [length, 0, depth],
          [length, height, depth],
          [length, height, 0],
        ],
        [1, 0, 0],
      ],
    ];
    for (const [ring, normal] of faces) {
      const c = normal === v && stage.growth.snow ? '#eceff1' : leaf;
      stage.face({ rings: [ring], normal, color: c, casts: true, receives: true });
    }
    const { random } = stage;
    for (const [share, c] of [
      [0.5, tone(leaf, -0.16)],
      [0.5, tone(leaf, 0.12)],
    ] as const) {
      const dabs = Array.from(
        { length: Math.round(length * 7 * share * Math.max(1, height)) },
        (): Vec3[] => {
          const [a, b, r] = [
            random.range(0.05, length - 0.05),
            random.range(0.05, height - 0.06),
            random.range(0.03, 0.07),
          ];
          return [
            [a - r, b, 0],
            [a, b - r * 0.6, 0],
            [a + r, b, 0],
            [a, b + r * 0.6, 0],
          ];
        },
      );
      stage.face({ rings: dabs, normal: [0, 0, -1], color: c, opacity: 0.7 });
    }
  });
}

function stalks(
  random: Random,
  s: Spot,
  width: number,
  height: number,
  count: number,
  draw: (x: number, y: number, tipX: number, tipY: number) => string,
): string {
  let out = '';
  for (let i = 0; i < count; i += 1) {
    const x = s.x + random.range(-0.5, 0.5) * width * s.scale;
    const tall = height * s.scale * random.range(0.6, 1);
    const tip = x + random.range(-0.22, 0.22) * tall;
    out += draw(x, s.y, tip, s.y - tall);
  }
  return out;
}

/** A clump of grass blades. */
export function grass(
  stage: Stage,
  foot: Vec3,
  width: number,
  height: number,
  color?: string,
): void {
  const random = stage.random.fork(`grass${foot.join()}`);
  const c = color ?? (stage.growth.snow ? '#b9ab8b' : tone(stage.growth.lawn, -0.12));
  stage.sprite(
    foot,
    (s) =>
      stalks(random, s, width, height, Math.round(10 + width * 12), (x, y, tx, ty) =>
        fill(
          `M${px(x - 1.5)} ${px(y)}Q${px(x)} ${px((y + ty) / 2)} ${px(tx)} ${px(ty)}Q${px(x + 3)} ${px((y + ty) / 2)} ${px(x + 2)} ${px(y)}Z`,
          stage.tint(random.pick([c, tone(c, 0.18), tone(c, -0.18)]), random.range(0.2, 0.95)),
        ),
      ),
    { half: width * 0.5, up: height },
  );
}

/** A drift of flowers over leaves. */
export function flowers(
  stage: Stage,
  foot: Vec3,
  width: number,
  height: number,
  colors?: readonly string[],
): void {
  if (stage.growth.snow) {
    grass(stage, foot, width * 0.8, height * 0.8);
    return;
  }
  const random = stage.random.fork(`flowers${foot.join()}`);
  const petals = colors ?? [random.pick(stage.growth.flowers), random.pick(stage.growth.flowers)];
  const leaf = random.pick(stage.growth.shrubs);
  stage.sprite(
    foot,
    (s) => {
      // A loose cushion of leaves, blades that break its edge, then the blooms, far to near.
      const [W, H] = [width * s.scale, height * s.scale];
      let out = '';
      for (let i = 0; i < 9; i += 1) {
        const side = random.range(-0.5, 0.5);
        const tall = H * random.range(0.24, 0.42) * (1.15 - Math.abs(side) * 1.1);
        const tint = stage.tint(tone(leaf, random.range(-0.14, 0.06)), random.range(0, 0.45));
        out += fill(
          blob(random, s.x + side * W * 0.82, s.y - tall * 0.75, W * 0.12, tall, 0.2, 9),
          tint,
        );
      }
      out += stalks(
        random,
        s,
        width * 0.96,
        height * 0.8,
        Math.round(12 + width * 14),
        (x, y, tx, ty) =>
          fill(
            `M${px(x - 1.6)} ${px(y)}Q${px(x)} ${px((y + ty) / 2)} ${px(tx)} ${px(ty)}Q${px(x + 3)} ${px((y + ty) / 2)} ${px(x + 2.4)} ${px(y)}Z`,
            stage.tint(tone(leaf, random.range(-0.1, 0.2)), random.range(0.15, 0.9)),
          ),
      );
      const blooms = Math.round(9 + width * 15);
      for (let i = 0; i < blooms; i += 1) {
        const side = random.range(-0.5, 0.5);
        const x = s.x + side * W;
        const y =
          s.y -
          H *
            (0.32 + (1 - i / blooms) * 0.62 * (1 - side * side * 1.6) + random.range(-0.05, 0.05));
        const r = Math.max(1.4, s.scale * random.range(0.024, 0.05));
        const petal = random.pick(petals);
        out += `<ellipse cx="${px(x)}" cy="${px(y)}" rx="${px(r * 1.2)}" ry="${px(r)}" fill="${stage.tint(petal, random.range(0.4, 0.75))}"/><ellipse cx="${px(x - r * 0.2)}" cy="${px(y - r * 0.3)}" rx="${px(r * 0.75)}" ry="${px(r * 0.55)}" fill="${stage.tint(tone(petal, 0.14), 1)}"/>`;
      }
      return out;
    },
    { half: width * 0.5, up: height },
  );
}

/** Stiff leaves from one point: agave, yucca. */
export function agave(stage: Stage, foot: Vec3, size: number): void {
  const random = stage.random.fork(`agave${foot.join()}`);
  stage.sprite(
    foot,
    (s) => {
      let out = '';
      for (let i = 0; i < 13; i += 1) {
        const angle = Math.PI * (0.06 + (i / 12) * 0.88);
        const reach = size * s.scale * random.range(0.8, 1) * (0.7 + Math.sin(angle) * 0.4);
        const [tx, ty] = [s.x + Math.cos(angle) * reach, s.y - Math.sin(angle) * reach];
        const nx = Math.sin(angle) * reach * 0.09;
        const ny = Math.cos(angle) * reach * 0.09;
        out += fill(
          `M${px(s.x)} ${px(s.y)}Q${px((s.x + tx) / 2 + nx)} ${px((s.y + ty) / 2 + ny)} ${px(tx)} ${px(ty)}Q${px((s.x + tx) / 2 - nx)} ${px((s.y + ty) / 2 - ny)} ${px(s.x)} ${px(s.y)}Z`,
          stage.tint(i % 2 === 0 ? '#7f9a86' : '#95ab93', i % 3 === 0 ? 0.15 : 0.7),
        );
      }
      return out;
    },
    { half: size * 0.6, up: size * 0.8 },
  );
}
