import { mix, tone } from './color.ts';
import type { Ring } from './geometry.ts';
import type { Frame } from './solids.ts';
import { on, panel, rect } from './solids.ts';
import type { Stage } from './stage.ts';
import { glass, ledge, halo } from './openings.ts';

/** A front door with panels, a light above and a step before it. */
export function door(
  stage: Stage,
  frame: Frame,
  a: number,
  b: number,
  style: {
    color: string;
    trim: string;
    width?: number;
    height?: number;
    glazed?: boolean;
    side?: boolean;
  },
): void {
  const { width = 1, height = 2.15 } = style;
  const { mood } = stage;
  const lit = mood.lamps > 0.2;
  const edge = 0.12;
  const side = style.side === true ? 0.36 : 0;
  panel(stage, frame, [a - edge - side, b, width + edge * 2 + side * 2, height + edge], style.trim);
  if (side > 0) {
    for (const left of [a - side - 0.02, a + width + 0.06]) {
      const ring = rect(frame, left, b + 0.15, side - 0.08, height - 0.2);
      glass(stage, frame, ring, [left, b + 0.15, side - 0.08, height - 0.2], lit);
    }
  }
  panel(stage, frame, [a, b, width, height], style.color);
  if (style.glazed === true) {
    const ring = rect(frame, a + width * 0.16, b + height * 0.2, width * 0.68, height * 0.68);
    glass(stage, frame, ring, [a, b + height * 0.2, width, height * 0.68], lit);
  } else {
    const deep = tone(style.color, -0.22);
    const cells = [0.1, 0.54].flatMap((x) =>
      [
        [0.07, 0.34],
        [0.48, 0.42],
      ].map(([y, h]) =>
        rect(frame, a + width * x, b + height * (y ?? 0), width * 0.36, height * (h ?? 0)),
      ),
    );
    stage.face({ rings: cells, normal: frame.n, color: deep, opacity: 0.75 });
  }
  panel(stage, frame, [a + width * 0.86, b + height * 0.46, 0.05, 0.14], '#d8b36a');
  panel(stage, frame, [a, b + height - 0.08, width, 0.08], mood.shadow, {
    glow: true,
    opacity: 0.35,
  });
}

/** A wall lantern; it shines when the lamps are on. */
export function lantern(stage: Stage, frame: Frame, a: number, b: number): void {
  const lit = stage.mood.lamps > 0.2;
  const foot = { ...frame, origin: on(frame, a - 0.09, b) };
  ledge(stage, foot, 0.18, 0.3, 0.14, lit ? '#f2c77f' : '#3a3a3c');
  if (lit) {
    const front = { ...frame, origin: on(frame, a - 0.06, b + 0.04, 0.145) };
    panel(stage, front, [0, 0, 0.12, 0.22], '#fff0c4', { glow: true });
    halo(stage, frame, a, b + 0.15, 1.1, 1.3);
  }
}

/** A sectional garage door. */
export function garageDoor(
  stage: Stage,
  frame: Frame,
  a: number,
  w: number,
  h: number,
  color: string,
  trim: string,
): void {
  panel(stage, frame, [a - 0.12, 0, w + 0.24, h + 0.12], trim);
  panel(stage, frame, [a, 0, w, h], color);
  const lines = [1, 2, 3].map((i): Ring => [
    on(frame, a, (h * i) / 4),
    on(frame, a + w, (h * i) / 4),
  ]);
  stage.face({
    rings: lines,
    normal: frame.n,
    color: tone(color, -0.3),
    stroke: 0.03,
    opacity: 0.7,
  });
  const count = Math.round(w / 0.75);
  for (let i = 0; i < count; i += 1) {
    const left = a + (w * (i + 0.18)) / count;
    const cell: [number, number, number, number] = [left, h * 0.79, (w / count) * 0.64, h * 0.15];
    glass(stage, frame, rect(frame, ...cell), cell, stage.mood.lamps > 0.6 && i % 2 === 0);
  }
  panel(stage, frame, [a, h - 0.12, w, 0.12], stage.mood.shadow, { glow: true, opacity: 0.32 });
}

/** Posts and a rail along the front of a frame, for porches and balconies. */
export function railing(
  stage: Stage,
  frame: Frame,
  height: number,
  color: string,
  kind: 'bars' | 'glass' | 'solid' = 'bars',
): void {
  if (kind === 'glass') {
    panel(
      stage,
      frame,
      [0, 0.06, frame.width, height - 0.06],
      mix(stage.mood.sky[1] ?? '#bcd', '#8fa9ac', 0.4),
      { glow: true, opacity: 0.38, twoSided: true },
    );
    panel(stage, frame, [0, height - 0.04, frame.width, 0.05], color, { twoSided: true });
    return;
  }
  if (kind === 'solid') {
    panel(stage, frame, [0, 0, frame.width, height], color, {
      casts: true,
      twoSided: true,
      receives: true,
    });
    return;
  }
  const count = Math.max(2, Math.round(frame.width / 0.16));
  const bars = Array.from({ length: count + 1 }, (_, i) =>
    rect(frame, (frame.width * i) / count - 0.018, 0.08, 0.036, height - 0.1),
  );
  stage.face({ rings: bars, normal: frame.n, color, twoSided: true, opacity: 1 });
  panel(stage, frame, [0, height - 0.06, frame.width, 0.07], color, {
    twoSided: true,
    casts: true,
  });
  panel(stage, frame, [0, 0.06, frame.width, 0.05], color, { twoSided: true });
}
