import { createCamera } from '../camera.ts';
import type { Rgb } from '../color.ts';
import { mix, mixRgb, tone, under } from '../color.ts';
import type { Ring, Vec3 } from '../geometry.ts';
import { add, clipInside, times } from '../geometry.ts';
import type { Light, Mood, Season } from '../palette.ts';
import { GROWTH, MOODS } from '../palette.ts';
import type { Random } from '../random.ts';
import { hills, sky, skyline } from '../sky.ts';
import type { Frame } from '../solids.ts';
import { box, on, panel, rect } from '../solids.ts';
import type { Stage } from '../stage.ts';
import { createStage } from '../stage.ts';
import { blob, fill } from '../svg.ts';

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
  camera: { x?: number; y?: number; back?: number; yaw?: number; focal?: number; horizon?: number; centre?: number };
  /** The window wall: where daylight comes from. */
  from: 'left' | 'right' | 'back';
  view?: 'garden' | 'hills' | 'city' | 'sea';
  floor: 'planks' | 'herringbone' | 'tiles' | 'stone';
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

/** Light indoors: from the window side, bounced warmly; lamplight from above in the evening. */
function indoorLight(mood: Mood, from: RoomPlan['from']): (normal: Vec3) => Rgb {
  const evening = mood.lamps > 0.5;
  const side: Vec3 = from === 'left' ? [-1, 0.35, -0.25] : from === 'right' ? [1, 0.35, -0.25] : [0.25, 0.45, 0.7];
  const bright: Rgb = evening ? [1, 0.87, 0.7] : mixRgb([1.03, 1.01, 0.98], mood.sun, 0.45);
  const dim: Rgb = evening ? [0.62, 0.5, 0.46] : mixRgb([0.78, 0.77, 0.78], mood.shade, 0.3);
  return (n) => {
    const facing = evening ? n[1] * 0.55 - n[2] * 0.25 + 0.1 : n[0] * side[0] + n[1] * side[1] + n[2] * side[2];
    return mixRgb(dim, bright, Math.min(1, Math.max(0, 0.46 + facing * 0.5)));
  };
}

/** What lies outside the windows, drawn once and shown through each of them. */
function outlook(plan: RoomPlan, horizon: number, width: number, height: number): string {
  const mood = MOODS[plan.light];
  const growth = GROWTH[plan.season];
  const random = plan.random.fork('view');
  const view = { width, height, horizon, mood, growth, random, sunX: plan.from === 'left' ? 0.15 : 0.85 };
  let out = sky(view, 'streaks');
  const ground = under(growth.lawn, mixRgb(mood.shade, mood.sun, 0.6));
  if (plan.view === 'city') return out + skyline(view, 1.9) + `<rect y="${horizon}" width="${width}" height="${height}" fill="${mix(mood.haze, '#5f6b78', 0.5)}"/>`;
  if (plan.view === 'sea') {
    const water = mix(mood.sky[0] ?? '#7fa9c0', '#3f6f80', 0.4);
    return `${out}<rect y="${horizon - 6}" width="${width}" height="${height}" fill="${water}"/><rect y="${horizon - 6}" width="${width}" height="26" fill="${mood.sky[2] ?? '#fff'}" fill-opacity=".5"/><rect y="${horizon + 120}" width="${width}" height="${height}" fill="${ground}"/>`;
  }
  out += hills(view, 3, 1.5) + `<rect y="${horizon}" width="${width}" height="${height}" fill="${ground}"/>`;
  if (plan.view === 'hills') return out;
  // A garden: trees near enough to have leaves.
  for (let i = 0; i < 16; i += 1) {
    const x = random.range(-60, width + 60);
    const y = horizon - random.range(20, 190);
    const r = random.range(60, 150);
    const leaf = under(random.pick(growth.leaves), mixRgb(mood.shade, mood.sun, 0.35));
    const soft = mix(leaf, mood.haze, 0.22);
    out += fill(blob(random, x, y, r, r * 0.9, 0.12, 12), tone(soft, -0.12));
    out += fill(blob(random, x - r * 0.15, y - r * 0.2, r * 0.7, r * 0.6, 0.15, 11), soft);
    out += fill(blob(random, x - r * 0.25, y - r * 0.35, r * 0.36, r * 0.28, 0.18, 9), tone(soft, 0.14));
  }
  for (let x = -40; x < width + 40; x += 70) {
    const r = random.range(35, 60);
    out += fill(blob(random, x, horizon + 26, r * 1.3, r, 0.12, 9), under(random.pick(growth.shrubs), mixRgb(mood.shade, mood.sun, 0.3)));
  }
  return out;
}

function layFloor(room: Room): void {
  const { stage, plan, colors, floor } = room;
  const [w, , d] = plan.size;
  const { random } = stage;
  const up: Vec3 = [0, 1, 0];
  panel(stage, floor, [0, 0, w, d + 4], colors.floor, {
    gradient: { from: [0, 0, d], to: [0, 0, -2.5], stops: [[0, tone(colors.floor, plan.from === 'back' ? 0.12 : -0.04)], [0.5, colors.floor], [1, tone(colors.floor, -0.16)]] },
  });
  const piece = (cells: Ring[], color: string, opacity: number): void => {
    if (cells.length > 0) stage.face({ rings: cells, normal: up, color, opacity });
  };
  if (plan.floor === 'planks' || plan.floor === 'herringbone') {
    const step = 0.17;
    const tones: Ring[][] = [[], [], []];
    for (let i = 0; i * step < w; i += 1) {
      let z = random.range(-2.6, -1.2);
      while (z < d) {
        const long = random.range(1.1, 2.2);
        const t = tones[random.int(0, 5)];
        if (t !== undefined) t.push(rect(floor, i * step, z + 4, step, Math.min(long, d - z)));
        z += long;
      }
    }
    piece(tones[0] ?? [], tone(colors.floor, -0.12), 0.4);
    piece(tones[1] ?? [], tone(colors.floor, 0.14), 0.38);
    piece(tones[2] ?? [], mix(colors.floor, '#7a4c2c', 0.3), 0.28);
    const seams = Array.from({ length: Math.floor(w / step) }, (_, i): Ring => [on(floor, (i + 1) * step, 1.4), on(floor, (i + 1) * step, d + 4)]);
    stage.face({ rings: seams, normal: up, color: tone(colors.floor, -0.4), stroke: 0.008, opacity: 0.4 });
    return;
  }
  const step = plan.floor === 'tiles' ? 0.5 : 0.8;
  const cells: Ring[] = [];
  for (let i = 0; i * step < w; i += 1) {
    for (let k = 0; k * step < d + 2.6; k += 1) {
      const odd = (i + k) % 2 === 0;
      if (plan.floor === 'tiles' ? odd : random.chance(0.3)) cells.push(rect(floor, i * step, 1.4 + k * step, Math.min(step, w - i * step), Math.min(step, d + 2.6 - k * step)));
    }
  }
  piece(cells, tone(colors.floor, -0.13), plan.floor === 'tiles' ? 0.5 : 0.35);
  const lines: Ring[] = [];
  for (let i = 1; i * step < w; i += 1) lines.push([on(floor, i * step, 1.4), on(floor, i * step, d + 4)]);
  for (let k = 1; k * step < d + 2.6; k += 1) lines.push([on(floor, 0, 1.4 + k * step), on(floor, w, 1.4 + k * step)]);
  stage.face({ rings: lines, normal: up, color: tone(colors.floor, -0.35), stroke: 0.008, opacity: 0.4 });
}

/** Builds the shell of a room and hands it over to be furnished. */
export function roomPicture(plan: RoomPlan, furnish: (room: Room) => void): string {
  const [w, h, d] = plan.size;
  const mood = MOODS[plan.light];
  const camera = createCamera({
    position: [plan.camera.x ?? 0, plan.camera.y ?? 1.35, -(plan.camera.back ?? 2.2)],
    yaw: plan.camera.yaw ?? 0,
    focal: plan.camera.focal ?? 0.98,
    horizon: plan.camera.horizon ?? 0.47,
    centre: plan.camera.centre ?? 0.5,
  });
  const evening = mood.lamps > 0.5;
  const stage = createStage({
    camera,
    mood,
    season: plan.season,
    random: plan.random.fork('stage'),
    azimuth: plan.from === 'left' ? -118 : plan.from === 'right' ? 118 : 160,
    light: indoorLight(mood, plan.from),
    sunless: true,
  });
  const v: Vec3 = [0, 1, 0];
  const room: Room = {
    stage,
    plan,
    colors: plan.colors,
    evening,
    back: { origin: [-w / 2, 0, d], u: [1, 0, 0], v, n: [0, 0, -1], width: w, height: h },
    left: { origin: [-w / 2, 0, -4], u: [0, 0, 1], v, n: [1, 0, 0], width: d + 4, height: h },
    right: { origin: [w / 2, 0, d], u: [0, 0, -1], v, n: [-1, 0, 0], width: d + 4, height: h },
    floor: { origin: [-w / 2, 0, -4], u: [1, 0, 0], v: [0, 0, 1], n: [0, 1, 0], width: w, height: d + 4 },
    ceiling: { origin: [-w / 2, h, d], u: [1, 0, 0], v: [0, 0, -1], n: [0, -1, 0], width: w, height: d + 4 },
  };
  const view = outlook(plan, camera.horizon, camera.width, camera.height);
  layFloor(room);
  const { colors } = plan;
  const wall = (frame: Frame, color: string): void => panel(stage, frame, [0, 0, frame.width, h], color);
  wall(room.back, colors.feature);
  wall(room.left, colors.wall);
  wall(room.right, colors.wall);
  panel(stage, room.ceiling, [0, 0, w, d + 4], evening ? tone('#f3ecdf', -0.1) : '#f4efe5');
  // Corners gather shade.
  const soft = (frame: Frame, a: number, to: number): void => {
    stage.face({
      rings: [rect(frame, Math.min(a, to), 0, Math.abs(to - a), h)],
      normal: frame.n,
      color: '#000000',
      glow: true,
      gradient: { from: on(frame, a, h / 2), to: on(frame, to, h / 2), stops: [[0, '#3a2f35', 0.16], [1, '#3a2f35', 0]] },
    });
  };
  soft(room.back, 0, 1.4);
  soft(room.back, w, w - 1.4);
  soft(room.left, d + 4, d + 2.4);
  soft(room.right, 0, 1.6);
  for (const frame of [room.back, room.left, room.right]) {
    stage.face({
      rings: [rect(frame, 0, h - 0.7, frame.width, 0.7)],
      normal: frame.n,
      color: '#000000',
      glow: true,
      gradient: { from: on(frame, frame.width / 2, h), to: on(frame, frame.width / 2, h - 0.7), stops: [[0, '#3a2f35', 0.12], [1, '#3a2f35', 0]] },
    });
    panel(stage, frame, [0, 0, frame.width, 0.13], '#f5efe4');
    panel(stage, frame, [0, 0.125, frame.width, 0.012], '#000000', { glow: true, opacity: 0.12 });
  }
  if (plan.beams === true) {
    for (let z = 0.4; z < d; z += 1.15) box(stage, [-w / 2, h - 0.2, z], [w, 0.2, 0.18], colors.wood);
  }
  furnish(room);
  const body = stage.render();
  const warmth = evening
    ? `<defs><radialGradient id="warm" cx=".5" cy=".35" r=".75"><stop offset="0" stop-color="#ffc67a" stop-opacity=".16"/><stop offset=".6" stop-color="#6b3f2a" stop-opacity=".06"/><stop offset="1" stop-color="#150f1c" stop-opacity=".42"/></radialGradient></defs><rect width="1600" height="1200" fill="url(#warm)"/>`
    : `<defs><radialGradient id="warm" cx=".5" cy=".45" r=".8"><stop offset=".55" stop-color="#2a2028" stop-opacity="0"/><stop offset="1" stop-color="#2a2028" stop-opacity=".2"/></radialGradient></defs><rect width="1600" height="1200" fill="url(#warm)"/>`;
  return `<defs><g id="view">${view}</g><filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="9"/></filter></defs>${body}${warmth}`;
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
  if (patch.length > 2) stage.face({ rings: [patch], normal: floor.n, color, glow: true, opacity: plan.light === 'golden' ? 0.42 : 0.34 });
}

/** A window in a wall of the room: view, frame, sill, and the light it lets in. */
export function opening(room: Room, frame: Frame, a: number, b: number, w: number, h: number, options: { bars?: readonly [number, number]; color?: string; deep?: boolean } = {}): void {
  const { stage } = room;
  const { bars = [2, 1], color = '#f6f1e6' } = options;
  panel(stage, frame, [a - 0.1, b - 0.1, w + 0.2, h + 0.2], color);
  const ring = rect(frame, a, b, w, h);
  stage.face({ rings: [ring], normal: frame.n, color: '#bcd', through: 'view' });
  // A breath of the room's air on the glass keeps the view behind the room.
  panel(stage, frame, [a, b, w, h], room.evening ? '#2a2438' : '#fff6e6', { glow: true, opacity: room.evening ? 0.12 : 0.2 });
  const t = 0.05;
  const rings: Ring[] = [];
  for (let i = 0; i <= bars[0]; i += 1) rings.push(rect(frame, a + ((w - t) * i) / bars[0], b, t, h));
  for (let i = 0; i <= bars[1]; i += 1) rings.push(rect(frame, a, b + ((h - t) * i) / bars[1], w, t));
  stage.face({ rings, normal: frame.n, color, opacity: 1 });
  panel(stage, frame, [a - 0.1, b + h, w + 0.2, 0.02], '#000000', { glow: true, opacity: 0.1 });
  if (b > 0.3) {
    const p = on(frame, a - 0.14, b - 0.14);
    const q = on(frame, a + w + 0.14, b - 0.14, 0.14);
    box(stage, [Math.min(p[0], q[0]), p[1], Math.min(p[2], q[2])], [Math.max(0.01, Math.abs(q[0] - p[0])), 0.05, Math.max(0.01, Math.abs(q[2] - p[2]))], color);
  }
  const panes = bars[0];
  for (let i = 0; i < panes; i += 1) sunPatch(room, rect(frame, a + (w * i) / panes + 0.04, b + 0.04, w / panes - 0.08, h - 0.08));
}

/** Curtains at both sides of a window, hanging in folds from a rail. */
export function curtains(room: Room, frame: Frame, a: number, w: number, top: number, color: string, width = 0.55): void {
  const { stage } = room;
  const out = 0.09;
  for (const left of [a - width * 0.75, a + w - width * 0.25]) {
    const folds = 7;
    for (let i = 0; i < folds; i += 1) {
      const shade = [0.06, -0.04, -0.14, 0, 0.1, -0.1, 0.02][i] ?? 0;
      stage.face({ rings: [rect(frame, left + (width * i) / folds, 0.03, width / folds + 0.002, top - 0.03, out)], normal: frame.n, color: tone(color, shade) });
    }
  }
  panel(stage, { ...frame, origin: on(frame, 0, 0, out + 0.01) }, [a - width * 0.9, top, w + width * 1.8, 0.035], '#4a4038');
}

/** A soft shadow on the floor under a thing. */
export function contact(room: Room, x: number, z: number, w: number, d: number, strength = 0.3): void {
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
    stage.face({ rings: [ring.map((p): Vec3 => [p[0], 0, p[2]])], normal: [0, 1, 0], color: '#2c1f26', glow: true, opacity: strength / 2.4 });
  }
}
