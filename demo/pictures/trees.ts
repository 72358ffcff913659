import type { Spot } from './camera.ts';
import { mix, tone } from './color.ts';
import type { Ring, Vec3 } from './geometry.ts';
import { add } from './geometry.ts';
import type { Random } from './random.ts';
import type { Stage } from './stage.ts';
import { fill, line, px } from './svg.ts';
import type { Tones } from './crown.ts';
import { crown } from './crown.ts';

export type TreeKind =
  | 'round'
  | 'tall'
  | 'birch'
  | 'pine'
  | 'cypress'
  | 'palm'
  | 'olive'
  | 'blossom'
  | 'bare';

/** The three tones a crown is painted with. */
function tones(stage: Stage, leaf: string, trunk = '#6e5a49'): Tones {
  return {
    dark: stage.tint(tone(leaf, -0.3), 0.05),
    mid: stage.tint(leaf, 0.42),
    light: stage.tint(tone(leaf, 0.16), 1),
    trunk: stage.tint(trunk, 0.35),
  };
}

export function trunk(
  x: number,
  y: number,
  top: number,
  w: number,
  color: string,
  lean = 0,
): string {
  return fill(
    `M${px(x - w / 2)} ${px(y)}Q${px(x - w * 0.32)} ${px((y + top) / 2)} ${px(x + lean - w * 0.26)} ${px(top)}L${px(x + lean + w * 0.26)} ${px(top)}Q${px(x + w * 0.32)} ${px((y + top) / 2)} ${px(x + w / 2)} ${px(y)}Z`,
    color,
  );
}

/** Bare branches, halving towards the tips; in winter a crown is made of nothing else. */
function branches(
  random: Random,
  x: number,
  y: number,
  length: number,
  angle: number,
  width: number,
  depth: number,
  color: string,
): string {
  const ex = x + Math.cos(angle) * length;
  const ey = y + Math.sin(angle) * length;
  const bend = random.range(-0.08, 0.08) * length;
  let out = line(
    `M${px(x)} ${px(y)}Q${px((x + ex) / 2 + bend)} ${px((y + ey) / 2)} ${px(ex)} ${px(ey)}`,
    color,
    width,
  );
  if (depth === 0) return out;
  const arms = depth > 3 ? 3 : random.int(2, 3);
  for (let i = 0; i < arms; i += 1) {
    const spread = ((i - (arms - 1) / 2) * 0.95) / arms + random.range(-0.18, 0.18);
    const turn = angle + spread * 1.35 + (-Math.PI / 2 - angle) * 0.08;
    out += branches(
      random,
      ex,
      ey,
      length * random.range(0.62, 0.8),
      turn,
      width * 0.62,
      depth - 1,
      color,
    );
  }
  return out;
}

function pine(
  random: Random,
  s: Spot,
  h: number,
  w: number,
  t: Tones,
  lean: number,
  snow: string,
): string {
  const height = h * s.scale;
  const half = (w * s.scale) / 2;
  let out = trunk(s.x, s.y, s.y - height * 0.3, half * 0.16, t.trunk);
  const tiers = 7;
  for (let i = 0; i < tiers; i += 1) {
    const low = s.y - height * (0.08 + (i / tiers) * 0.82);
    const high = low - height * (0.34 - i * 0.022);
    const reach = half * (1 - (i / tiers) * 0.86);
    const teeth = 6;
    const edge = (k: number): string => {
      const share = k / teeth;
      const droop = (k % 2 === 0 ? 0.02 : -0.012) * height + random.range(-0.006, 0.006) * height;
      const curve = Math.sin(share * Math.PI) * height * 0.014;
      return `L${px(s.x - reach + share * reach * 2)} ${px(low + droop + curve)}`;
    };
    const row = Array.from({ length: teeth + 1 }, (_, k) => edge(k)).join('');
    out += fill(`M${px(s.x)} ${px(high)}${row}Z`, i % 2 === 0 ? t.dark : mix(t.dark, t.mid, 0.35));
    const near = s.x + lean * reach * 0.9;
    out += fill(
      `M${px(s.x)} ${px(high)}L${px(near)} ${px(low + height * 0.012)}L${px(s.x + lean * reach * 0.42)} ${px(low - height * 0.012)}L${px(s.x + lean * reach * 0.1)} ${px(low + height * 0.006)}Z`,
      snow === '' ? t.light : snow,
      snow === '' ? 0.42 : 0.8,
    );
  }
  return out;
}

function palm(random: Random, s: Spot, h: number, t: Tones, lean: number): string {
  const height = h * s.scale;
  const tilt = random.range(-0.07, 0.07) * height;
  const [tx, ty] = [s.x + tilt, s.y - height];
  let out = trunk(s.x, s.y, ty, height * 0.045, t.trunk, tilt);
  const fronds = 13;
  for (let i = 0; i < fronds; i += 1) {
    const angle = Math.PI * (1.16 - (i / (fronds - 1)) * 1.32) + random.range(-0.08, 0.08);
    const reach = height * random.range(0.3, 0.38);
    const ex = tx + Math.cos(angle) * reach;
    const ey = ty - Math.sin(angle) * reach * 0.55 + reach * 0.34;
    const cx = tx + Math.cos(angle) * reach * 0.5;
    const cy = ty - Math.sin(angle) * reach * 0.62 - reach * 0.16;
    const fat = reach * 0.13;
    const color = Math.cos(angle) * lean > 0.1 ? t.light : i % 2 === 0 ? t.mid : t.dark;
    out += fill(
      `M${px(tx)} ${px(ty)}Q${px(cx)} ${px(cy - fat)} ${px(ex)} ${px(ey)}Q${px(cx)} ${px(cy + fat * 1.1)} ${px(tx)} ${px(ty)}Z`,
      color,
    );
  }
  return out;
}

/** Where a crown sits: its centre and radii as shares of the tree's height and width. */
const SHAPES: Record<TreeKind, { y: number; rx: number; ry: number }> = {
  round: { y: 0.62, rx: 0.5, ry: 0.38 },
  blossom: { y: 0.62, rx: 0.52, ry: 0.36 },
  tall: { y: 0.6, rx: 0.42, ry: 0.42 },
  birch: { y: 0.62, rx: 0.42, ry: 0.38 },
  olive: { y: 0.6, rx: 0.52, ry: 0.34 },
  pine: { y: 0.45, rx: 0.38, ry: 0.45 },
  cypress: { y: 0.5, rx: 0.42, ry: 0.5 },
  palm: { y: 0.9, rx: 0.34, ry: 0.14 },
  bare: { y: 0.62, rx: 0.34, ry: 0.3 },
};

export interface TreeOptions {
  kind: TreeKind;
  height: number;
  width?: number;
  leaf?: string;
  /** Trees behind the house need no shadow. */
  shadow?: boolean;
}

/** Plants a tree: drawn upright at its foot, with a shadow that falls on ground and walls. */
export function tree(stage: Stage, foot: Vec3, options: TreeOptions): void {
  const { height: h } = options;
  const wintry = stage.season === 'winter';
  const leafless = wintry && !['pine', 'cypress', 'palm', 'olive'].includes(options.kind);
  const kind: TreeKind = leafless ? 'bare' : options.kind;
  const width =
    options.width ??
    h * (kind === 'cypress' ? 0.2 : kind === 'pine' ? 0.46 : kind === 'tall' ? 0.5 : 0.8);
  const random = stage.random.fork(`tree${foot.join()}`);
  const greens = stage.growth.leaves.filter((_, i) => i < 3);
  const leaf =
    options.leaf ??
    (kind === 'pine'
      ? '#46604f'
      : kind === 'cypress'
        ? '#4a6247'
        : kind === 'olive'
          ? '#8b9572'
          : kind === 'palm'
            ? '#6d8450'
            : kind === 'blossom' && stage.season === 'spring'
              ? random.pick(['#e8c3be', '#f0dcd5', '#e3b1b0'])
              : random.pick(greens.length > 0 ? greens : ['#6f8d55']));
  const shape = SHAPES[kind];
  const lean = stage.sun[0] >= 0 ? 1 : -1;
  if (options.shadow !== false) {
    // The crown's shadow: an outline that faces the sun.
    const across: Vec3 = [-stage.sun[2], 0, stage.sun[0]];
    const norm = Math.hypot(across[0], across[2]) || 1;
    const ring: Ring = Array.from({ length: 14 }, (_, i) => {
      const angle = (i / 14) * Math.PI * 2;
      const reach = (kind === 'bare' ? 0.5 : 1) * random.range(0.82, 1.1);
      const side = Math.cos(angle) * shape.rx * width * reach;
      return add(foot, [
        (across[0] / norm) * side,
        h * shape.y + Math.sin(angle) * shape.ry * h * reach,
        (across[2] / norm) * side,
      ]);
    });
    stage.caster(ring);
    const stem = width * 0.03;
    stage.caster([
      add(foot, [-stem, 0, 0]),
      add(foot, [stem, 0, 0]),
      add(foot, [stem, h * 0.5, 0]),
      add(foot, [-stem, h * 0.5, 0]),
    ]);
  }
  stage.sprite(
    foot,
    (s) => {
      const t = tones(
        stage,
        leaf,
        kind === 'birch' ? '#dcd6c8' : kind === 'olive' ? '#83766a' : '#6e5a49',
      );
      const H = h * s.scale;
      const W = width * s.scale;
      const cy = s.y - H * shape.y;
      if (kind === 'pine')
        return pine(
          random,
          s,
          h,
          width,
          t,
          lean,
          stage.growth.snow ? stage.tint('#e9edf1', 0.5) : '',
        );
      if (kind === 'palm') return palm(random, s, h, t, lean);
      if (kind === 'cypress') {
        let out = '';
        for (const [k, color, o] of [
          [1, t.dark, 1],
          [0.66, t.mid, 0.8],
          [0.36, t.light, 0.55],
        ] as const) {
          const cx = s.x + lean * (1 - k) * W * 0.24;
          out += fill(
            `M${px(cx)} ${px(s.y - H * (0.5 + k * 0.5))}C${px(cx + W * 0.5 * k)} ${px(s.y - H * 0.62)} ${px(cx + W * 0.62 * k)} ${px(s.y - H * 0.16)} ${px(cx + W * 0.12)} ${px(s.y - H * 0.02)}L${px(cx - W * 0.12)} ${px(s.y - H * 0.02)}C${px(cx - W * 0.62 * k)} ${px(s.y - H * 0.16)} ${px(cx - W * 0.5 * k)} ${px(s.y - H * 0.62)} ${px(cx)} ${px(s.y - H * (0.5 + k * 0.5))}Z`,
            color,
            o,
          );
        }
        return out;
      }
      if (kind === 'bare') {
        const color = stage.tint('#6b5f56', 0.4);
        return (
          trunk(s.x, s.y, s.y - H * 0.28, W * 0.055, color) +
          branches(random, s.x, s.y - H * 0.26, H * 0.24, -Math.PI / 2, W * 0.034, 5, color)
        );
      }
      let out = trunk(s.x, s.y, cy, W * (kind === 'birch' ? 0.045 : 0.075), t.trunk);
      if (kind === 'birch') {
        out += trunk(s.x + W * 0.08, s.y, cy, W * 0.035, t.trunk, W * 0.06);
        for (let i = 0; i < 7; i += 1)
          out += line(
            `M${px(s.x - W * 0.02)} ${px(s.y - H * (0.05 + i * 0.05))}h${px(W * 0.024)}`,
            stage.tint('#5c564e', 0.3),
            W * 0.008,
          );
      } else {
        out += line(
          `M${px(s.x)} ${px(s.y - H * 0.3)}L${px(s.x + W * 0.16)} ${px(cy)}M${px(s.x)} ${px(s.y - H * 0.26)}L${px(s.x - W * 0.18)} ${px(cy)}`,
          t.trunk,
          W * 0.026,
        );
      }
      const sparse = kind === 'birch' || kind === 'olive' ? 1.6 : 1.1;
      return out + crown(random, s.x, cy, W * shape.rx, H * shape.ry, t, lean, sparse);
    },
    { half: width * 0.5, up: h },
  );
}
