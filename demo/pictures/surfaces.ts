import { mix, tone } from './color.ts';
import type { Ring, Vec3 } from './geometry.ts';
import { clipInside } from './geometry.ts';
import type { Frame } from './solids.ts';
import { on, rect } from './solids.ts';
import type { FaceInput, Stage } from './stage.ts';

export type Finish =
  | 'plain'
  | 'clapboard'
  | 'batten'
  | 'cedar'
  | 'brick'
  | 'stone'
  | 'stucco'
  | 'concrete'
  | 'shingle'
  | 'slate'
  | 'seam'
  | 'tile';

export interface Material {
  finish: Finish;
  color: string;
}

type Cell = readonly [number, number, number, number];

/** Courses of tiles or bricks in which only a few differ: the eye fills in the rest. */
function courses(
  stage: Stage,
  frame: Frame,
  rise: number,
  length: number,
  share: number,
  gap: number,
): Cell[] {
  const cells: Cell[] = [];
  const { random } = stage;
  for (let row = 0; row * rise < frame.height; row += 1) {
    const shift = (row % 2) * length * 0.5;
    for (let a = -shift; a < frame.width; a += length) {
      if (random.chance(share)) {
        cells.push([a + gap / 2, row * rise + gap / 2, length - gap, rise - gap]);
      }
    }
  }
  return cells;
}

/**
 * Covers the area of a convex ring on a frame with a material: its colour, the
 * few lines that tell what it is made of, and here and there a piece of a
 * slightly other tone. Texture is sparse on purpose; full brickwork buzzes.
 */
export function cover(
  stage: Stage,
  frame: Frame,
  ring: Ring,
  material: Material,
  finish: Partial<FaceInput> = {},
): void {
  const { color } = material;
  stage.face({ rings: [ring], normal: frame.n, color, casts: true, receives: true, ...finish });
  const patch = (cells: readonly Cell[], paint: string, opacity?: number): void => {
    const rings = cells
      .map((c) => clipInside(rect(frame, ...c), ring, frame.n))
      .filter((r) => r.length >= 3);
    if (rings.length === 0) return;
    stage.face({
      rings,
      normal: frame.n,
      color: paint,
      ...(opacity === undefined ? { opacity: 1 } : { opacity }),
    });
  };
  const strokes = (lines: readonly Ring[], paint: string, width: number, opacity = 0.5): void => {
    const rings = lines.map((l) => clipInside(l, ring, frame.n)).filter((r) => r.length >= 2);
    const open = rings.map((r) => r.slice(0, 2));
    if (open.length > 0) {
      stage.face({ rings: open, normal: frame.n, color: paint, stroke: width, opacity });
    }
  };
  const across = (step: number): Ring[] =>
    Array.from({ length: Math.floor(frame.height / step) }, (_, i): Ring => {
      const b = (i + 1) * step;
      return [on(frame, 0, b), on(frame, frame.width, b)];
    });
  const upward = (step: number): Ring[] =>
    Array.from({ length: Math.floor(frame.width / step) }, (_, i): Ring => {
      const a = (i + 0.5) * step;
      return [on(frame, a, 0), on(frame, a, frame.height)] as readonly Vec3[];
    });
  const dark = tone(color, -0.2);
  const light = tone(color, 0.14);
  switch (material.finish) {
    case 'clapboard':
      strokes(across(0.2), dark, 0.022, 0.55);
      break;
    case 'batten':
      strokes(upward(0.42), dark, 0.035, 0.5);
      strokes(
        upward(0.42).map((l) => l),
        light,
        0.012,
        0.4,
      );
      break;
    case 'cedar': {
      const boards = Array.from({ length: Math.ceil(frame.width / 0.16) }, (_, i) => i * 0.16);
      const some = (share: number): Cell[] =>
        boards
          .filter(() => stage.random.chance(share))
          .map((a): Cell => [a, 0, 0.16, frame.height]);
      patch(some(0.28), tone(color, -0.12));
      patch(some(0.22), tone(color, 0.1));
      patch(some(0.12), mix(color, '#8f4d2c', 0.25));
      strokes(upward(0.16), dark, 0.012, 0.5);
      break;
    }
    case 'brick':
      strokes(across(0.3), tone(color, 0.22), 0.014, 0.3);
      patch(courses(stage, frame, 0.15, 0.46, 0.07, 0.03), tone(color, -0.13));
      patch(courses(stage, frame, 0.15, 0.46, 0.06, 0.03), tone(color, 0.12));
      patch(courses(stage, frame, 0.15, 0.46, 0.03, 0.03), mix(color, '#7a3f3a', 0.35));
      break;
    case 'stone':
      patch(courses(stage, frame, 0.34, 0.72, 0.3, 0.05), tone(color, -0.1));
      patch(courses(stage, frame, 0.34, 0.58, 0.24, 0.05), tone(color, 0.12));
      patch(courses(stage, frame, 0.34, 0.9, 0.1, 0.05), mix(color, '#7f7a86', 0.35));
      break;
    case 'concrete':
      strokes(across(1.5), dark, 0.018, 0.35);
      strokes(upward(2.4), dark, 0.018, 0.3);
      break;
    case 'shingle':
    case 'slate':
      strokes(across(0.3), dark, 0.025, 0.45);
      patch(courses(stage, frame, 0.3, 0.4, 0.12, 0.02), tone(color, -0.07));
      patch(courses(stage, frame, 0.3, 0.4, 0.1, 0.02), tone(color, 0.05));
      break;
    case 'seam':
      strokes(upward(0.5), dark, 0.03, 0.55);
      break;
    case 'tile':
      strokes(upward(0.3), dark, 0.09, 0.4);
      strokes(across(0.45), dark, 0.02, 0.35);
      patch(courses(stage, frame, 0.45, 0.3, 0.1, 0.02), tone(color, 0.12));
      patch(courses(stage, frame, 0.45, 0.3, 0.07, 0.02), mix(color, '#8c4a30', 0.4));
      break;
    case 'stucco':
    case 'plain':
      break;
  }
}

/** Covers a whole frame. */
export function clad(stage: Stage, frame: Frame, material: Material): void {
  cover(stage, frame, rect(frame, 0, 0, frame.width, frame.height), material);
}
