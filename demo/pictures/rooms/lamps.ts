import type { Vec3 } from '../geometry.ts';
import { box, lathe } from '../solids.ts';
import { px } from '../svg.ts';
import type { Room } from './room.ts';
import { contact } from './room.ts';

/** Light around a lamp that is on. */
export function glow(room: Room, at: Vec3, radius: number, strength = 1): void {
  if (!room.evening) return;
  const { stage } = room;
  const id = stage.define(
    `<radialGradient id="ID"><stop offset="0" stop-color="#ffe2ac" stop-opacity=".62"/><stop offset=".35" stop-color="#ffc576" stop-opacity=".24"/><stop offset="1" stop-color="#ffb55e" stop-opacity="0"/></radialGradient>`,
  );
  stage.sprite(
    at,
    (s) =>
      `<circle cx="${px(s.x)}" cy="${px(s.y)}" r="${px(radius * s.scale)}" fill="url(#${id})" fill-opacity="${strength.toFixed(2)}"/>`,
  );
}

function shadeColor(room: Room): { color: string; glow: boolean } {
  return room.evening ? { color: '#ffe3ac', glow: true } : { color: '#f1e7d3', glow: false };
}

/** A lamp on a stalk, standing on the floor. */
export function floorLamp(room: Room, at: Vec3, metal = '#3b3735'): void {
  const { stage } = room;
  const s = shadeColor(room);
  stage.at(at, 0, () => {
    contact(room, -0.15, -0.15, 0.3, 0.3, 0.2);
    lathe(
      stage,
      [0, 0, 0],
      [
        [0.15, 0],
        [0.15, 0.02],
        [0.02, 0.035],
        [0.014, 1.4],
      ],
      metal,
      { steps: 12 },
    );
    lathe(
      stage,
      [0, 1.32, 0],
      [
        [0.24, 0],
        [0.17, 0.34],
      ],
      s.color,
      { steps: 20, glow: s.glow },
    );
    glow(room, [0, 1.5, -0.3], 1.15);
  });
}

/** A table lamp with a ceramic foot. */
export function tableLamp(room: Room, at: Vec3, foot: string): void {
  const { stage } = room;
  const s = shadeColor(room);
  stage.at(at, 0, () => {
    lathe(
      stage,
      [0, 0, 0],
      [
        [0.07, 0],
        [0.1, 0.05],
        [0.1, 0.14],
        [0.04, 0.22],
        [0.015, 0.24],
        [0.015, 0.3],
      ],
      foot,
      { steps: 14 },
    );
    lathe(
      stage,
      [0, 0.27, 0],
      [
        [0.17, 0],
        [0.12, 0.22],
      ],
      s.color,
      { steps: 18, glow: s.glow },
    );
    glow(room, [0, 0.36, -0.2], 0.85);
  });
}

/** A lamp that hangs: a dome, a globe or a woven basket. */
export function pendant(
  room: Room,
  at: Vec3,
  ceiling: number,
  color: string,
  kind: 'dome' | 'globe' | 'basket' = 'dome',
  size = 0.24,
): void {
  const { stage } = room;
  const s = shadeColor(room);
  stage.at(at, 0, () => {
    box(
      stage,
      [-0.006, size * 0.8, -0.006],
      [0.012, ceiling - at[1] - size * 0.8, 0.012],
      '#3b3735',
    );
    const top = ceiling - at[1];
    lathe(
      stage,
      [0, top - 0.05, 0],
      [
        [0.07, 0],
        [0.06, 0.04],
        [0.06, 0.05],
      ],
      '#3b3735',
      { steps: 14 },
    );
    if (kind === 'globe') {
      const profile = Array.from({ length: 9 }, (_, i) => {
        const a = -Math.PI / 2 + (i / 8) * Math.PI;
        return [Math.cos(a) * size, size * 0.8 + Math.sin(a) * size] as const;
      });
      lathe(stage, [0, -0.2, 0], profile, s.color, { steps: 20, glow: s.glow });
    } else {
      const steps =
        kind === 'dome'
          ? [
              [1, 0],
              [0.97, 0.25],
              [0.8, 0.55],
              [0.45, 0.8],
              [0.12, 0.9],
            ]
          : [
              [0.72, 0],
              [1, 0.35],
              [0.96, 0.6],
              [0.5, 0.95],
              [0.14, 1],
            ];
      lathe(
        stage,
        [0, 0, 0],
        steps.map(([r, y]) => [(r ?? 0) * size, (y ?? 0) * size] as const),
        color,
        { steps: 20 },
      );
      const ring = Array.from({ length: 20 }, (_, i): Vec3 => [
        Math.cos((i / 20) * Math.PI * 2) * size * (kind === 'dome' ? 0.97 : 0.7),
        0.004,
        Math.sin((i / 20) * Math.PI * 2) * size * (kind === 'dome' ? 0.97 : 0.7),
      ]);
      stage.face({
        rings: [ring],
        normal: [0, -1, 0],
        color: room.evening ? '#fff1c9' : '#efe5cf',
        glow: true,
      });
    }
    glow(room, [0, 0, -size], 1.1, 0.9);
  });
}
