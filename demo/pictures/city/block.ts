import { tone } from '../color.ts';
import { glass } from '../openings.ts';
import type { Frame } from '../solids.ts';
import { on, panel, rect, sidesOf } from '../solids.ts';
import type { Stage } from '../stage.ts';
import type { Material } from '../surfaces.ts';
import { clad } from '../surfaces.ts';
import { neighbour } from './facade.ts';

/** Colours of one block. */
export interface BlockColors {
  wall: string;
  second: string;
  trim: string;
  accent: string;
}

export interface Block {
  width: number;
  tall: number;
}

export function walls(
  stage: Stage,
  x: number,
  y: number,
  z: number,
  w: number,
  h: number,
  d: number,
  m: Material,
): ReturnType<typeof sidesOf> {
  const s = sidesOf([x, y, z], w, h, d);
  for (const f of [s.front, s.left, s.right, s.back]) clad(stage, f, m);
  return s;
}

/** Shop windows and a canopy along the pavement. */
export function shopfront(
  stage: Stage,
  f: Frame,
  a: number,
  w: number,
  color: string,
  awning?: string,
): void {
  panel(stage, f, [a, 0, w, 3.3], color);
  const lit = stage.mood.lamps > 0.2;
  const ring = rect(f, a + 0.25, 0.5, w - 0.5, 2.1);
  glass(stage, f, ring, [a + 0.25, 0.5, w - 0.5, 2.1], lit);
  for (let i = 1; i < Math.round(w / 1.4); i += 1)
    panel(stage, f, [a + (w * i) / Math.round(w / 1.4) - 0.04, 0.5, 0.08, 2.1], color);
  panel(stage, f, [a + 0.25, 2.68, w - 0.5, 0.42], tone(color, -0.2));
  if (awning === undefined) return;
  const stripes = Math.round(w / 0.5);
  for (let i = 0; i < stripes; i += 1) {
    const x0 = a + 0.1 + ((w - 0.2) * i) / stripes;
    const x1 = a + 0.1 + ((w - 0.2) * (i + 1)) / stripes;
    const c = i % 2 === 0 ? awning : '#f4ecdc';
    stage.face({
      rings: [[on(f, x0, 2.45, 1.1), on(f, x1, 2.45, 1.1), on(f, x1, 3, 0.02), on(f, x0, 3, 0.02)]],
      normal: [f.n[0] * 0.5, 0.86, f.n[2] * 0.5],
      color: c,
      casts: true,
      twoSided: true,
    });
    stage.face({
      rings: [
        [on(f, x0, 2.25, 1.1), on(f, x1, 2.25, 1.1), on(f, x1, 2.45, 1.1), on(f, x0, 2.45, 1.1)],
      ],
      normal: f.n,
      color: c,
      twoSided: true,
    });
  }
}

export function flank(stage: Stage, width: number): void {
  const { random } = stage;
  const tones = ['#b9a28a', '#a9785f', '#9aa09a', '#c9bda6', '#8f8a86'];
  neighbour(stage, -width / 2 - 15, 1.5, 14.2, random.range(8, 13), 11, {
    finish: 'brick',
    color: random.pick(tones),
  });
  neighbour(stage, width / 2 + 0.9, 1, 15, random.range(8, 13), 11, {
    finish: 'stucco',
    color: random.pick(tones),
  });
}
