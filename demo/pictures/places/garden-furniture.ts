import { tone } from '../color.ts';
import { area4 } from '../exterior.ts';
import type { Ring, Vec3 } from '../geometry.ts';
import { halo } from '../openings.ts';
import type { Frame } from '../solids.ts';
import { box, extrude, lathe, rounded, sidesOf } from '../solids.ts';
import type { Stage } from '../stage.ts';
import { clad } from '../surfaces.ts';
import { tree } from '../trees.ts';

const WOOD = '#a5764c';

/** A table with a top on two trestles, outdoors. */
export function gardenTable(stage: Stage, at: Vec3, w: number, d: number, color = WOOD): void {
  stage.at(at, 0, () => {
    for (const x of [-w / 2 + 0.2, w / 2 - 0.28])
      for (const z of [-d / 2 + 0.1, d / 2 - 0.18])
        box(stage, [x, 0, z], [0.08, 0.7, 0.08], tone(color, -0.15), { casts: true });
    for (let i = 0; i < 6; i += 1)
      box(
        stage,
        [-w / 2, 0.7, -d / 2 + (i * d) / 6],
        [w, 0.05, d / 6 - 0.015],
        tone(color, i % 2 === 0 ? 0.04 : 0),
        { casts: true, receives: true },
      );
  });
}

/** A slatted chair. */
export function gardenChair(
  stage: Stage,
  at: Vec3,
  turn: number,
  color = '#efe6d4',
  cushion?: string,
): void {
  stage.at(at, turn, () => {
    for (const x of [-0.25, 0.2]) {
      box(stage, [x, 0, -0.25], [0.05, 0.62, 0.05], color, { casts: true });
      box(stage, [x, 0, 0.22], [0.05, 0.92, 0.05], color, { casts: true });
      box(stage, [x - 0.01, 0.6, -0.26], [0.07, 0.04, 0.52], color, { casts: true });
    }
    for (let i = 0; i < 4; i += 1)
      box(stage, [-0.25, 0.4, -0.26 + i * 0.125], [0.5, 0.04, 0.1], color, { casts: true });
    for (let i = 0; i < 3; i += 1)
      box(stage, [-0.25, 0.54 + i * 0.14, 0.23], [0.5, 0.09, 0.03], color, { casts: true });
    if (cushion !== undefined)
      extrude(stage, [-0.23, 0.44, -0.24], rounded(0.46, 0.08, 0.04, 2), 0.46, 'z', cushion);
  });
}

/** A long chair to lie on. */
export function lounger(stage: Stage, at: Vec3, turn: number, color: string): void {
  stage.at(at, turn, () => {
    for (const x of [-0.3, 0.24])
      for (const z of [-0.8, 0.7]) box(stage, [x, 0, z], [0.06, 0.28, 0.06], WOOD, { casts: true });
    box(stage, [-0.32, 0.26, -0.9], [0.64, 0.05, 1.8], WOOD, { casts: true });
    extrude(stage, [-0.3, 0.31, -0.88], rounded(0.6, 0.1, 0.04, 2), 1.1, 'z', color, {
      bevel: 0.02,
    });
    const back: Ring = [
      [-0.3, 0.38, 0.22],
      [0.3, 0.38, 0.22],
      [0.3, 0.95, 0.72],
      [-0.3, 0.95, 0.72],
    ];
    stage.face({ rings: [back], normal: [0, 0.66, -0.75], color, casts: true, twoSided: true });
  });
}

/** A parasol, open. */
export function parasol(stage: Stage, at: Vec3, color: string, size = 1.5): void {
  stage.at(at, 0, () => {
    lathe(
      stage,
      [0, 0, 0],
      [
        [0.25, 0],
        [0.25, 0.08],
        [0.03, 0.1],
        [0.03, 2.4],
      ],
      '#8a6a50',
      { steps: 8, casts: true },
    );
    const n = 10;
    for (let i = 0; i < n; i += 1) {
      const p = (k: number, r: number, y: number): Vec3 => [
        Math.cos((k / n) * Math.PI * 2) * r,
        y,
        Math.sin((k / n) * Math.PI * 2) * r,
      ];
      const a = ((i + 0.5) / n) * Math.PI * 2;
      const c = i % 2 === 0 ? color : tone(color, 0.3);
      stage.face({
        rings: [[p(i, size, 2.05), p(i + 1, size, 2.05), [0, 2.6, 0]]],
        normal: [Math.cos(a) * 0.35, 0.93, Math.sin(a) * 0.35],
        color: c,
        casts: true,
      });
      stage.face({
        rings: [[p(i, size, 2.05), p(i + 1, size, 2.05), [0, 2.6, 0]]],
        normal: [-Math.cos(a) * 0.35, -0.93, -Math.sin(a) * 0.35],
        color: c,
      });
      stage.face({
        rings: [[p(i, size, 1.9), p(i + 1, size, 1.9), p(i + 1, size, 2.05), p(i, size, 2.05)]],
        normal: [Math.cos(a), 0, Math.sin(a)],
        color: c,
        twoSided: true,
      });
    }
  });
}

/** Posts and rafters with a little shade; lights hang between them in the evening. */
export function pergola(
  stage: Stage,
  x: number,
  z: number,
  w: number,
  d: number,
  color: string,
): void {
  for (const px of [x, x + w - 0.16])
    for (const pz of [z, z + d - 0.16])
      box(stage, [px, 0, pz], [0.16, 2.5, 0.16], color, { casts: true });
  for (const pz of [z, z + d - 0.12])
    box(stage, [x - 0.3, 2.5, pz], [w + 0.6, 0.2, 0.12], color, { casts: true });
  for (let i = 0; i <= 9; i += 1)
    box(stage, [x + ((w - 0.08) * i) / 9, 2.7, z - 0.35], [0.08, 0.14, d + 0.7], color, {
      casts: true,
    });
  if (stage.mood.lamps > 0.2) {
    const f: Frame = {
      origin: [x, 2.2, z],
      u: [1, 0, 0],
      v: [0, 1, 0],
      n: [0, 0, -1],
      width: w,
      height: 1,
    };
    for (let i = 1; i < 8; i += 1) {
      const a = (w * i) / 8;
      const y = -Math.sin((i / 8) * Math.PI) * 0.3;
      lathe(
        stage,
        [x + a, 2.35 + y, z + 0.05],
        [
          [0.02, 0],
          [0.055, 0.05],
          [0.02, 0.11],
        ],
        '#ffe9b8',
        { steps: 8, glow: true },
      );
      halo(stage, f, a, 0.2 + y, 0.5, 1.1);
    }
  }
}

export function fence(
  stage: Stage,
  z: number,
  from: number,
  to: number,
  height: number,
  color: string,
): void {
  const f = sidesOf([from, 0, z], to - from, height, 0.08);
  clad(stage, f.front, { finish: 'cedar', color });
  box(stage, [from, height, z - 0.03], [to - from, 0.06, 0.14], tone(color, -0.1), { casts: true });
}

export function paving(
  stage: Stage,
  x: number,
  z: number,
  w: number,
  d: number,
  color: string,
  size = 0.9,
): void {
  stage.ground(area4(x, z, w, d), stage.shade(color, [0, 1, 0]));
  for (let i = 0; i * size < w; i += 1) {
    for (let k = 0; k * size < d; k += 1) {
      if (stage.random.chance(0.34))
        stage.ground(
          area4(
            x + i * size,
            z + k * size,
            Math.min(size, w - i * size),
            Math.min(size, d - k * size),
          ),
          stage.shade(tone(color, stage.random.range(-0.08, 0.08)), [0, 1, 0]),
        );
    }
  }
  for (let i = 1; i * size < w; i += 1)
    stage.ground(area4(x + i * size, z, 0.025, d), stage.shade(tone(color, -0.25), [0, 1, 0]), 0.6);
  for (let k = 1; k * size < d; k += 1)
    stage.ground(area4(x, z + k * size, w, 0.025), stage.shade(tone(color, -0.25), [0, 1, 0]), 0.6);
}

export function backTrees(stage: Stage, z: number, spread: number): void {
  for (let i = 0; i < 9; i += 1)
    tree(
      stage,
      [
        -spread + (i * spread * 2) / 8 + stage.random.range(-0.8, 0.8),
        0,
        z + stage.random.range(0, 4),
      ],
      {
        kind: stage.random.pick(['round', 'tall', 'birch', 'pine']),
        height: stage.random.range(5.5, 9),
        shadow: false,
      },
    );
}

export function boards(
  stage: Stage,
  x: number,
  z: number,
  w: number,
  d: number,
  y: number,
  color: string,
): void {
  box(stage, [x, y - 0.2, z], [w, 0.2, d], color, { receives: true });
  const lines: Ring[] = [];
  for (let a = 0.14; a < w; a += 0.14)
    lines.push([
      [x + a, y, z],
      [x + a, y, z + d],
    ]);
  stage.face({
    rings: lines,
    normal: [0, 1, 0],
    color: tone(color, -0.35),
    stroke: 0.012,
    opacity: 0.5,
  });
}
