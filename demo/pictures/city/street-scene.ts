import { tone } from '../color.ts';
import { area4 } from '../exterior.ts';
import { halo } from '../openings.ts';
import { flowers, hedge, shrub } from '../planting.ts';
import type { Frame } from '../solids.ts';
import { box, extrude, lathe, panel, sidesOf } from '../solids.ts';
import type { Stage } from '../stage.ts';
import { tree } from '../trees.ts';
import type { TreeKind } from '../trees.ts';

/** Road and pavement before a building whose front stands at z = 0; the kerb is `depth` metres nearer. */
export function street(stage: Stage, depth: number, wide = 90): void {
  const up = [0, 1, 0] as const;
  const road = stage.shade(stage.growth.snow ? '#a3a4a8' : '#85858a', up);
  const walk = stage.shade(stage.growth.snow ? '#dcdcdc' : '#c9bfb0', up);
  stage.ground(area4(-wide, -90, wide * 2, 90 - depth), road);
  stage.ground(area4(-wide, -depth - 0.25, wide * 2, 0.35), stage.shade('#e2dacb', up));
  stage.ground(area4(-wide, -depth + 0.1, wide * 2, depth), walk);
  for (let x = -wide; x < wide; x += 2.4)
    stage.ground(area4(x, -depth + 0.1, 0.06, depth), stage.shade('#b3a999', up), 0.55);
  stage.ground(area4(-wide, -depth / 2, wide * 2, 0.06), stage.shade('#b3a999', up), 0.5);
  for (let x = -wide; x < wide; x += 5)
    stage.ground(area4(x, -depth - 6, 2.4, 0.16), stage.shade('#ece4d4', up), 0.8);
}

/** A lamp post; its head shines in the evening. */
export function lampPost(stage: Stage, x: number, z: number, height = 4.6): void {
  const dark = '#34383b';
  lathe(
    stage,
    [x, 0, z],
    [
      [0.14, 0],
      [0.12, 0.5],
      [0.05, 0.6],
      [0.04, height],
    ],
    dark,
    { steps: 8, casts: true },
  );
  const lit = stage.mood.lamps > 0.2;
  lathe(
    stage,
    [x, height, z],
    [
      [0.12, 0],
      [0.2, 0.12],
      [0.22, 0.45],
      [0.06, 0.6],
    ],
    lit ? '#ffe8b4' : '#e9e2d2',
    { steps: 10, glow: lit },
  );
  const f: Frame = {
    origin: [x, height, z],
    u: [1, 0, 0],
    v: [0, 1, 0],
    n: [0, 0, -1],
    width: 1,
    height: 1,
  };
  halo(stage, f, 0, 0.25, 2.6, 1.2);
}

/** A bench that faces the street. */
export function bench(stage: Stage, x: number, z: number): void {
  for (let i = 0; i < 3; i += 1)
    box(stage, [x, 0.42, z + i * 0.15], [1.7, 0.05, 0.12], '#a5764c', { casts: true });
  for (let i = 0; i < 2; i += 1)
    box(stage, [x, 0.6 + i * 0.2, z + 0.48], [1.7, 0.14, 0.04], '#a5764c', { casts: true });
  for (const dx of [0.12, 1.5])
    box(stage, [x + dx, 0, z + 0.05], [0.07, 0.45, 0.4], '#34383b', { casts: true });
}

/** A parked car seen from the side: body, cabin, wheels, no make. */
export function car(stage: Stage, x: number, z: number, color: string): void {
  const body = [
    [0, 0.32],
    [0.05, 0.2],
    [4.15, 0.2],
    [4.2, 0.5],
    [4.1, 0.78],
    [3.4, 0.86],
    [0.3, 0.84],
    [0.02, 0.66],
  ] as const;
  extrude(stage, [x, 0.12, z], body, 1.7, 'z', color, { casts: true, bevel: 0.08 });
  const cabin = [
    [0.75, 0.84],
    [3.3, 0.86],
    [2.75, 1.36],
    [2.3, 1.42],
    [1.3, 1.4],
    [1.0, 1.28],
  ] as const;
  extrude(stage, [x, 0.12, z + 0.12], cabin, 1.46, 'z', tone(color, 0.06), {
    casts: true,
    bevel: 0.06,
  });
  const f: Frame = { ...sidesOf([x, 0.12, z + 0.115], 4, 1.5, 1.4).front };
  const glass = stage.mood.lamps > 0.5 ? '#39435c' : '#5d7480';
  stage.face({
    rings: [
      [
        [x + 1.0, 1.0, z + 0.115],
        [x + 1.95, 1.0, z + 0.115],
        [x + 1.95, 1.44, z + 0.115],
        [x + 1.28, 1.43, z + 0.115],
      ],
      [
        [x + 2.05, 1.0, z + 0.115],
        [x + 3.05, 1.0, z + 0.115],
        [x + 2.7, 1.4, z + 0.115],
        [x + 2.05, 1.44, z + 0.115],
      ],
    ],
    normal: f.n,
    color: glass,
  });
  for (const wx of [0.85, 3.3]) {
    const disc = (r: number, out: number): readonly (readonly [number, number, number])[] =>
      Array.from(
        { length: 22 },
        (_, i) =>
          [
            x + wx + Math.cos((i / 22) * Math.PI * 2) * r,
            0.33 + Math.sin((i / 22) * Math.PI * 2) * r,
            z - out,
          ] as const,
      );
    stage.face({ rings: [disc(0.33, 0.012)], normal: f.n, color: '#2b2c30' });
    stage.face({ rings: [disc(0.19, 0.016)], normal: f.n, color: '#b9b5ad' });
  }
  panel(stage, { ...f, origin: [x, 0.55, z - 0.005] }, [3.95, 0.06, 0.22, 0.12], '#f2e3b8');
}

/** Trees in pits along the pavement. */
export function avenue(
  stage: Stage,
  z: number,
  xs: readonly number[],
  height: number,
  kind: TreeKind = 'round',
  width?: number,
): void {
  for (const x of xs) {
    stage.ground(area4(x - 0.7, z - 0.6, 1.4, 1.2), stage.shade('#7d6a54', [0, 1, 0]));
    tree(stage, [x, 0, z], { kind, height, ...(width === undefined ? {} : { width }) });
  }
}

/** A planted strip along a front between two points. */
export function bed(stage: Stage, from: number, to: number, z: number): void {
  hedge(stage, [from, 0, z], [to, 0, z], 0.55, 0.6);
  for (let x = from + 0.4; x < to - 0.4; x += stage.random.range(0.9, 1.6)) {
    if (stage.random.chance(0.6)) flowers(stage, [x, 0, z - 0.35], 1.1, 0.42);
    else shrub(stage, [x, 0, z - 0.3], 0.8, 0.6);
  }
}
