import { mix, tone, under } from './color.ts';
import type { Ring } from './geometry.ts';
import type { Frame } from './solids.ts';
import { on, panel, rect } from './solids.ts';
import type { Stage } from './stage.ts';

export interface WindowStyle {
  trim: string;
  /** Panes across and up. */
  panes?: readonly [number, number];
  shutters?: string;
  sill?: boolean;
  arched?: boolean;
  /** Width of the trim in metres; 0 for none. */
  border?: number;
  /** Forces the lamp on or off. */
  lit?: boolean;
}

/** An arched or plain opening as a ring on the frame. */
function opening(frame: Frame, a: number, b: number, w: number, h: number, arched: boolean): Ring {
  if (!arched) return rect(frame, a, b, w, h);
  const r = w / 2;
  const arc = Array.from({ length: 11 }, (_, i) => {
    const angle = (i / 10) * Math.PI;
    return on(frame, a + r + Math.cos(angle) * r, b + h - r + Math.sin(angle) * r);
  });
  return [on(frame, a, b), on(frame, a + w, b), ...arc];
}

/** What stands behind lit panes: curtains, a lamp, a plant; never people. */
function interior(stage: Stage, frame: Frame, a: number, b: number, w: number, h: number): void {
  const { random } = stage;
  const veil = '#ffe9bd';
  const share = random.range(0.14, 0.26);
  panel(stage, frame, [a, b, w * share, h], veil, { glow: true, opacity: 0.55 });
  panel(stage, frame, [a + w * (1 - share), b, w * share, h], veil, { glow: true, opacity: 0.55 });
  if (w < 0.7 || random.chance(0.4)) return;
  const middle = a + w * random.range(0.35, 0.65);
  const dark = '#a5622f';
  if (random.chance(0.5)) {
    panel(stage, frame, [middle - 0.02, b + h * 0.7, 0.04, h * 0.3], dark, {
      glow: true,
      opacity: 0.5,
    });
    panel(stage, frame, [middle - 0.17, b + h * 0.58, 0.34, h * 0.13], '#fff3cf', { glow: true });
  } else {
    panel(stage, frame, [middle - 0.14, b, 0.28, h * 0.16], dark, { glow: true, opacity: 0.55 });
    const leaves = Array.from({ length: 5 }, (_, i): Ring => {
      const tip = (i - 2) * 0.13;
      return [
        on(frame, middle - 0.04, b + h * 0.16),
        on(frame, middle + tip - 0.05, b + h * (0.42 - Math.abs(i - 2) * 0.05)),
        on(frame, middle + tip + 0.05, b + h * (0.4 - Math.abs(i - 2) * 0.05)),
        on(frame, middle + 0.04, b + h * 0.16),
      ];
    });
    stage.face({ rings: leaves, normal: frame.n, color: '#7d5a2c', glow: true, opacity: 0.6 });
  }
}

/** Panes that mirror the sky by day and shine in the evening. */
export function glass(
  stage: Stage,
  frame: Frame,
  ring: Ring,
  box4: readonly [number, number, number, number],
  lit: boolean,
): void {
  const [a, b, w, h] = box4;
  const { mood, random } = stage;
  if (lit) {
    const warm = random.pick(['#ffd691', '#ffcf85', '#ffdf9f', '#f9c77d']);
    stage.face({
      rings: [ring],
      normal: frame.n,
      color: warm,
      glow: true,
      gradient: {
        from: on(frame, a, b + h),
        to: on(frame, a, b),
        stops: [
          [0, tone(warm, 0.25)],
          [0.55, warm],
          [1, mix(warm, '#cf7d3f', 0.55)],
        ],
      },
    });
    return;
  }
  const sky = mood.sky[1] ?? '#a6c5d1';
  const low = mood.sky[3] ?? '#eeeade';
  const deep = under('#43565e', mood.shade);
  const bright = stage.sun[0] * frame.n[0] + stage.sun[2] * frame.n[2] > 0 ? 0.22 : 0.45;
  stage.face({
    rings: [ring],
    normal: frame.n,
    color: sky,
    glow: true,
    gradient: {
      from: on(frame, a + w * 0.2, b + h),
      to: on(frame, a + w * 0.5, b),
      stops: [
        [0, mix(sky, deep, bright + 0.1)],
        [0.45, mix(low, deep, bright + 0.28)],
        [0.62, mix(deep, sky, 0.12)],
        [1, mix(deep, '#1d2830', 0.25)],
      ],
    },
  });
}

/** A window with trim, sashes, reveal shadow, and what can be seen of the room. */
export function windowIn(
  stage: Stage,
  frame: Frame,
  a: number,
  b: number,
  w: number,
  h: number,
  style: WindowStyle,
): void {
  const { mood, random } = stage;
  const { trim, panes = [2, 2], arched = false, border = 0.1 } = style;
  const lit = style.lit ?? random.chance(mood.lamps);
  if (style.shutters !== undefined) {
    const sw = Math.min(0.42, w * 0.4);
    for (const left of [a - border - sw - 0.03, a + w + border + 0.03]) {
      panel(stage, frame, [left, b - 0.04, sw, h + 0.08], style.shutters);
      const slats = Array.from({ length: Math.floor(h / 0.14) }, (_, i): Ring => {
        const y = b + 0.06 + i * 0.14;
        return [on(frame, left + 0.05, y), on(frame, left + sw - 0.05, y)];
      });
      stage.face({
        rings: slats,
        normal: frame.n,
        color: tone(style.shutters, -0.35),
        stroke: 0.025,
        opacity: 0.7,
      });
    }
  }
  if (border > 0) {
    const around = opening(frame, a - border, b - border, w + border * 2, h + border * 2, arched);
    stage.face({ rings: [around], normal: frame.n, color: trim });
  }
  const hole = opening(frame, a, b, w, h, arched);
  glass(stage, frame, hole, [a, b, w, h], lit);
  if (lit && !arched) interior(stage, frame, a, b, w, h);
  else if (!lit && !arched && random.chance(0.55)) {
    // Pale curtains: an empty pane looks like an empty house.
    const veil = under('#e8e0cf', mood.shade);
    const cw = w * random.range(0.12, 0.24);
    panel(stage, frame, [a, b, cw, h], veil, { glow: true, opacity: 0.6 });
    panel(stage, frame, [a + w - cw, b, cw, h], veil, { glow: true, opacity: 0.6 });
  }
  const shadow = { glow: true, opacity: lit ? 0.16 : 0.34 };
  if (!arched) panel(stage, frame, [a, b + h - 0.09, w, 0.09], mood.shadow, shadow);
  const side = stage.sun[0] * frame.u[0] + stage.sun[2] * frame.u[2] > 0 ? a + w - 0.07 : a;
  panel(stage, frame, [side, b, 0.07, h - (arched ? w / 2 : 0.09)], mood.shadow, shadow);
  const bars: Ring[] = [];
  const bar = border > 0 ? 0.045 : 0.04;
  for (let i = 1; i < panes[0]; i += 1) {
    bars.push(rect(frame, a + (w * i) / panes[0] - bar / 2, b, bar, h));
  }
  for (let i = 1; i < panes[1]; i += 1) {
    bars.push(rect(frame, a, b + (h * i) / panes[1] - bar / 2, w, bar));
  }
  if (bars.length > 0) stage.face({ rings: bars, normal: frame.n, color: trim, opacity: 1 });
  if (style.sill !== false && border > 0) {
    const foot = { ...frame, origin: on(frame, a - border - 0.05, b - border - 0.07) };
    ledge(stage, foot, w + border * 2 + 0.1, 0.07, 0.1, trim);
  }
  if (lit) halo(stage, frame, a + w / 2, b + h / 2, Math.max(w, h) * 1.5);
}

/** A small shelf that stands out of a wall: sills, cornices, lintels. */
export function ledge(
  stage: Stage,
  frame: Frame,
  width: number,
  height: number,
  depth: number,
  color: string,
): void {
  const front: Frame = { ...frame, origin: on(frame, 0, 0, depth), width, height };
  panel(stage, front, [0, 0, width, height], color, { casts: true });
  stage.face({
    rings: [
      [
        on(frame, 0, height),
        on(frame, width, height),
        on(frame, width, height, depth),
        on(frame, 0, height, depth),
      ],
    ],
    normal: [0, 1, 0],
    color,
    casts: true,
  });
  stage.face({
    rings: [
      [on(frame, 0, 0), on(frame, width, 0), on(frame, width, 0, depth), on(frame, 0, 0, depth)],
    ],
    normal: [0, -1, 0],
    color,
  });
  for (const [a, sign] of [
    [0, -1],
    [width, 1],
  ] as const) {
    stage.face({
      rings: [
        [
          on(frame, a, 0),
          on(frame, a, 0, depth),
          on(frame, a, height, depth),
          on(frame, a, height),
        ],
      ],
      normal: [frame.u[0] * sign, frame.u[1] * sign, frame.u[2] * sign],
      color,
      casts: true,
    });
  }
}

/** Warm air around a light, drawn over what lies behind it. */
export function halo(
  stage: Stage,
  frame: Frame,
  a: number,
  b: number,
  radius: number,
  strength = 1,
): void {
  const name = stage.mood.name;
  if (name !== 'dusk' && name !== 'night') return;
  const id = stage.define(
    `<radialGradient id="ID"><stop offset="0" stop-color="#ffcf86" stop-opacity=".34"/><stop offset=".45" stop-color="#ffb765" stop-opacity=".13"/><stop offset="1" stop-color="#ffb060" stop-opacity="0"/></radialGradient>`,
  );
  stage.sprite(on(frame, a, b, 0.25), (spot) => {
    const r = radius * spot.scale;
    return `<circle cx="${spot.x.toFixed(1)}" cy="${spot.y.toFixed(1)}" r="${r.toFixed(1)}" fill="url(#${id})" fill-opacity="${(0.75 * strength).toFixed(2)}"/>`;
  });
}
