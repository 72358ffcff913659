import { tone } from '../color.ts';
import type { Ring, Vec3 } from '../geometry.ts';
import { add, clipInside, times } from '../geometry.ts';
import type { Light, Season } from '../palette.ts';
import type { Random } from '../random.ts';
import type { Frame } from '../solids.ts';
import { box, on, panel, rect } from '../solids.ts';
import type { Stage } from '../stage.ts';

export interface RoomColors {
  wall: string;
  /** The back wall, when it is painted differently. */
  feature: string;
  floor: string;
  wood: string;
  main: string;
  accent: string;
  textile: string;
}

export interface RoomPlan {
  light: Light;
  season: Season;
  random: Random;
  colors: RoomColors;
  /** Width, height and depth in metres; the back wall stands at z = depth. */
  size: Vec3;
  camera: {
    x?: number;
    y?: number;
    back?: number;
    yaw?: number;
    focal?: number;
    horizon?: number;
    centre?: number;
  };
  /** The window wall: where daylight comes from. */
  from: 'left' | 'right' | 'back';
  view?: 'garden' | 'hills' | 'city' | 'sea';
  floor: 'planks' | 'tiles' | 'stone';
  beams?: boolean;
}

export interface Room {
  stage: Stage;
  colors: RoomColors;
  plan: RoomPlan;
  back: Frame;
  left: Frame;
  right: Frame;
  floor: Frame;
  ceiling: Frame;
  /** Lamps are on in this light. */
  evening: boolean;
}

/** Light that falls through an opening onto the floor and up the opposite wall. */
function sunPatch(room: Room, opening: Ring): void {
  const { stage, floor, plan } = room;
  if (room.evening || plan.light === 'night') return;
  const steep = plan.light === 'day' ? 0.95 : 0.62;
  const side = plan.from === 'left' ? 1 : plan.from === 'right' ? -1 : 0.35;
  const dir: Vec3 = plan.from === 'back' ? [side, -steep * 1.15, -1] : [side, -steep, -0.42];
  const inside: Ring = rect(floor, 0.02, 1.4, floor.width - 0.04, floor.height - 1.42);
  const fallen = opening.map((p) => add(p, times(dir, p[1] / -dir[1])));
  const patch = clipInside(fallen, inside, floor.n);
  const color = plan.light === 'golden' ? '#ffcf8c' : '#fff1d2';
  if (patch.length > 2)
    stage.face({
      rings: [patch],
      normal: floor.n,
      color,
      glow: true,
      opacity: plan.light === 'golden' ? 0.42 : 0.34,
    });
}

/** A window in a wall of the room: view, frame, sill, and the light it lets in. */
export function opening(
  room: Room,
  frame: Frame,
  a: number,
  b: number,
  w: number,
  h: number,
  options: { bars?: readonly [number, number]; color?: string; deep?: boolean } = {},
): void {
  const { stage } = room;
  const { bars = [2, 1], color = '#f6f1e6' } = options;
  panel(stage, frame, [a - 0.1, b - 0.1, w + 0.2, h + 0.2], color);
  const ring = rect(frame, a, b, w, h);
  stage.face({ rings: [ring], normal: frame.n, color: '#bcd', through: 'view' });
  // A breath of the room's air on the glass keeps the view behind the room.
  panel(stage, frame, [a, b, w, h], room.evening ? '#2a2438' : '#fff6e6', {
    glow: true,
    opacity: room.evening ? 0.12 : 0.2,
  });
  const t = 0.05;
  const rings: Ring[] = [];
  for (let i = 0; i <= bars[0]; i += 1)
    rings.push(rect(frame, a + ((w - t) * i) / bars[0], b, t, h));
  for (let i = 0; i <= bars[1]; i += 1)
    rings.push(rect(frame, a, b + ((h - t) * i) / bars[1], w, t));
  stage.face({ rings, normal: frame.n, color, opacity: 1 });
  panel(stage, frame, [a - 0.1, b + h, w + 0.2, 0.02], '#000000', { glow: true, opacity: 0.1 });
  if (b > 0.3) {
    const p = on(frame, a - 0.14, b - 0.14);
    const q = on(frame, a + w + 0.14, b - 0.14, 0.14);
    box(
      stage,
      [Math.min(p[0], q[0]), p[1], Math.min(p[2], q[2])],
      [Math.max(0.01, Math.abs(q[0] - p[0])), 0.05, Math.max(0.01, Math.abs(q[2] - p[2]))],
      color,
    );
  }
  const panes = bars[0];
  for (let i = 0; i < panes; i += 1)
    sunPatch(room, rect(frame, a + (w * i) / panes + 0.04, b + 0.04, w / panes - 0.08, h - 0.08));
}

/** Curtains at both sides of a window, hanging in folds from a rail. */
export function curtains(
  room: Room,
  frame: Frame,
  a: number,
  w: number,
  top: number,
  color: string,
  width = 0.55,
): void {
  const { stage } = room;
  const out = 0.09;
  for (const left of [a - width * 0.75, a + w - width * 0.25]) {
    const folds = 7;
    for (let i = 0; i < folds; i += 1) {
      const shade = [0.06, -0.04, -0.14, 0, 0.1, -0.1, 0.02][i] ?? 0;
      stage.face({
        rings: [
          rect(frame, left + (width * i) / folds, 0.03, width / folds + 0.002, top - 0.03, out),
        ],
        normal: frame.n,
        color: tone(color, shade),
      });
    }
  }
  panel(
    stage,
    { ...frame, origin: on(frame, 0, 0, out + 0.01) },
    [a - width * 0.9, top, w + width * 1.8, 0.035],
    '#4a4038',
  );
}

/** A soft shadow on the floor under a thing. */
export function contact(
  room: Room,
  x: number,
  z: number,
  w: number,
  d: number,
  strength = 0.3,
): void {
  const { stage } = room;
  const shift = room.plan.from === 'left' ? 0.09 : room.plan.from === 'right' ? -0.09 : 0;
  const grow = [0.16, 0.09, 0.03];
  for (const g of grow) {
    const ring: Ring = [
      [x - g + shift * 2 * g * 6, 0.001, z - g * 1.3],
      [x + w + g + shift * 2 * g * 6, 0.001, z - g * 1.3],
      [x + w + g + shift * 2 * g * 6, 0.001, z + d + g],
      [x - g + shift * 2 * g * 6, 0.001, z + d + g],
    ];
    stage.face({
      rings: [ring.map((p): Vec3 => [p[0], 0, p[2]])],
      normal: [0, 1, 0],
      color: '#2c1f26',
      glow: true,
      opacity: strength / 2.4,
    });
  }
}
