import { createCamera } from '../camera.ts';
import type { Rgb } from '../color.ts';
import { mix, mixRgb, tone, under } from '../color.ts';
import type { Ring, Vec3 } from '../geometry.ts';
import type { Mood } from '../palette.ts';
import { GROWTH, MOODS } from '../palette.ts';
import { hills, sky, skyline } from '../sky.ts';
import type { Frame } from '../solids.ts';
import { box, on, panel, rect } from '../solids.ts';
import { createStage } from '../stage.ts';
import { blob, fill } from '../svg.ts';
import type { RoomPlan, Room } from './room.ts';

/** Light indoors: from the window side, bounced warmly; lamplight from above in the evening. */
function indoorLight(mood: Mood, from: RoomPlan['from']): (normal: Vec3) => Rgb {
  const evening = mood.lamps > 0.5;
  const side: Vec3 =
    from === 'left' ? [-1, 0.35, -0.25] : from === 'right' ? [1, 0.35, -0.25] : [0.25, 0.45, 0.7];
  const bright: Rgb = evening ? [1.02, 0.9, 0.75] : mixRgb([1.03, 1.01, 0.98], mood.sun, 0.45);
  const dim: Rgb = evening ? [0.68, 0.57, 0.53] : mixRgb([0.78, 0.77, 0.78], mood.shade, 0.3);
  return (n) => {
    // The floor throws light back at the ceiling.
    const bounce = Math.max(0, -n[1]) * 0.95;
    const facing = evening
      ? n[1] * 0.55 - n[2] * 0.25 + 0.1
      : n[0] * side[0] + n[1] * side[1] + n[2] * side[2] + bounce;
    return mixRgb(dim, bright, Math.min(1, Math.max(0, 0.46 + facing * 0.5)));
  };
}

/** What lies outside the windows, drawn once and shown through each of them. */
function outlook(plan: RoomPlan, horizon: number, width: number, height: number): string {
  const mood = MOODS[plan.light];
  const growth = GROWTH[plan.season];
  const random = plan.random.fork('view');
  const view = {
    width,
    height,
    horizon,
    mood,
    growth,
    random,
    sunX: plan.from === 'left' ? 0.15 : 0.85,
  };
  let out = sky(view, 'streaks');
  const ground = under(growth.lawn, mixRgb(mood.shade, mood.sun, 0.6));
  if (plan.view === 'city')
    return (
      out +
      skyline(view, 1.9) +
      `<rect y="${horizon}" width="${width}" height="${height}" fill="${mix(mood.haze, '#5f6b78', 0.5)}"/>`
    );
  if (plan.view === 'sea') {
    const water = mix(mood.sky[0] ?? '#7fa9c0', '#3f6f80', 0.4);
    return `${out}<rect y="${horizon - 6}" width="${width}" height="${height}" fill="${water}"/><rect y="${horizon - 6}" width="${width}" height="26" fill="${mood.sky[2] ?? '#fff'}" fill-opacity=".5"/><rect y="${horizon + 120}" width="${width}" height="${height}" fill="${ground}"/>`;
  }
  out +=
    hills(view, 3, 1.5) +
    `<rect y="${horizon}" width="${width}" height="${height}" fill="${ground}"/>`;
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
    out += fill(
      blob(random, x - r * 0.25, y - r * 0.35, r * 0.36, r * 0.28, 0.18, 9),
      tone(soft, 0.14),
    );
  }
  for (let x = -40; x < width + 40; x += 70) {
    const r = random.range(35, 60);
    out += fill(
      blob(random, x, horizon + 26, r * 1.3, r, 0.12, 9),
      under(random.pick(growth.shrubs), mixRgb(mood.shade, mood.sun, 0.3)),
    );
  }
  return out;
}

function layFloor(room: Room): void {
  const { stage, plan, colors, floor } = room;
  const [w, , d] = plan.size;
  const { random } = stage;
  const up: Vec3 = [0, 1, 0];
  panel(stage, floor, [0, 0, w, d + 4], colors.floor, {
    gradient: {
      from: [0, 0, d],
      to: [0, 0, -2.5],
      stops: [
        [0, tone(colors.floor, plan.from === 'back' ? 0.12 : -0.04)],
        [0.5, colors.floor],
        [1, tone(colors.floor, -0.16)],
      ],
    },
  });
  const piece = (cells: Ring[], color: string, opacity: number): void => {
    if (cells.length > 0) stage.face({ rings: cells, normal: up, color, opacity });
  };
  if (plan.floor === 'planks') {
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
    const seams = Array.from({ length: Math.floor(w / step) }, (_, i): Ring => [
      on(floor, (i + 1) * step, 1.4),
      on(floor, (i + 1) * step, d + 4),
    ]);
    stage.face({
      rings: seams,
      normal: up,
      color: tone(colors.floor, -0.4),
      stroke: 0.008,
      opacity: 0.4,
    });
    return;
  }
  const step = plan.floor === 'tiles' ? 0.5 : 0.8;
  const cells: Ring[] = [];
  for (let i = 0; i * step < w; i += 1) {
    for (let k = 0; k * step < d + 2.6; k += 1) {
      const odd = (i + k) % 2 === 0;
      if (plan.floor === 'tiles' ? odd : random.chance(0.3))
        cells.push(
          rect(
            floor,
            i * step,
            1.4 + k * step,
            Math.min(step, w - i * step),
            Math.min(step, d + 2.6 - k * step),
          ),
        );
    }
  }
  piece(cells, tone(colors.floor, -0.13), plan.floor === 'tiles' ? 0.5 : 0.35);
  const lines: Ring[] = [];
  for (let i = 1; i * step < w; i += 1)
    lines.push([on(floor, i * step, 1.4), on(floor, i * step, d + 4)]);
  for (let k = 1; k * step < d + 2.6; k += 1)
    lines.push([on(floor, 0, 1.4 + k * step), on(floor, w, 1.4 + k * step)]);
  stage.face({
    rings: lines,
    normal: up,
    color: tone(colors.floor, -0.35),
    stroke: 0.008,
    opacity: 0.4,
  });
}

/** Builds the shell of a room and hands it over to be furnished. */
export function roomPicture(plan: RoomPlan, furnish: (room: Room) => void): string {
  const [w, h, d] = plan.size;
  const mood = MOODS[plan.light];
  const camera = createCamera({
    position: [plan.camera.x ?? 0, plan.camera.y ?? 1.35, -(plan.camera.back ?? 2.2)],
    yaw: plan.camera.yaw ?? 0,
    focal: plan.camera.focal ?? 1.0,
    horizon: plan.camera.horizon ?? 0.44,
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
    shell: [
      { normal: [0, 0, -1], offset: -d },
      { normal: [1, 0, 0], offset: -w / 2 },
      { normal: [-1, 0, 0], offset: -w / 2 },
      { normal: [0, 1, 0], offset: 0 },
      { normal: [0, -1, 0], offset: -h },
    ],
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
    floor: {
      origin: [-w / 2, 0, -4],
      u: [1, 0, 0],
      v: [0, 0, 1],
      n: [0, 1, 0],
      width: w,
      height: d + 4,
    },
    ceiling: {
      origin: [-w / 2, h, d],
      u: [1, 0, 0],
      v: [0, 0, -1],
      n: [0, -1, 0],
      width: w,
      height: d + 4,
    },
  };
  const view = outlook(plan, camera.horizon, camera.width, camera.height);
  layFloor(room);
  const { colors } = plan;
  const wall = (frame: Frame, color: string): void =>
    panel(stage, frame, [0, 0, frame.width, h], color);
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
      gradient: {
        from: on(frame, a, h / 2),
        to: on(frame, to, h / 2),
        stops: [
          [0, '#3a2f35', 0.16],
          [1, '#3a2f35', 0],
        ],
      },
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
      gradient: {
        from: on(frame, frame.width / 2, h),
        to: on(frame, frame.width / 2, h - 0.7),
        stops: [
          [0, '#3a2f35', 0.12],
          [1, '#3a2f35', 0],
        ],
      },
    });
    panel(stage, frame, [0, 0, frame.width, 0.13], '#f5efe4');
    panel(stage, frame, [0, 0.125, frame.width, 0.012], '#000000', { glow: true, opacity: 0.12 });
  }
  if (plan.beams === true) {
    for (let z = 0.4; z < d; z += 1.15)
      box(stage, [-w / 2, h - 0.2, z], [w, 0.2, 0.18], colors.wood);
  }
  // A moulding where walls and ceiling meet.
  for (const frame of [room.back, room.left, room.right]) {
    panel(stage, frame, [0, h - 0.07, frame.width, 0.07], '#f7f1e6');
    panel(stage, frame, [0, h - 0.078, frame.width, 0.01], '#000000', { glow: true, opacity: 0.1 });
  }
  furnish(room);
  const body = stage.render();
  const warmth = evening
    ? `<defs><radialGradient id="warm" cx=".5" cy=".35" r=".75"><stop offset="0" stop-color="#ffc67a" stop-opacity=".16"/><stop offset=".6" stop-color="#6b3f2a" stop-opacity=".04"/><stop offset="1" stop-color="#150f1c" stop-opacity=".3"/></radialGradient></defs><rect width="1600" height="1200" fill="url(#warm)"/>`
    : `<defs><radialGradient id="warm" cx=".5" cy=".45" r=".8"><stop offset=".55" stop-color="#2a2028" stop-opacity="0"/><stop offset="1" stop-color="#2a2028" stop-opacity=".2"/></radialGradient></defs><rect width="1600" height="1200" fill="url(#warm)"/>`;
  return `<defs><g id="view">${view}</g></defs>${body}${warmth}`;
}
