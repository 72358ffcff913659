import type { CameraOptions } from './camera.ts';
import { createCamera } from './camera.ts';
import { mix, tone, under } from './color.ts';
import type { Ring, Vec3 } from './geometry.ts';
import type { Light, Mood, Season } from './palette.ts';
import { MOODS } from './palette.ts';
import type { Random } from './random.ts';
import { hills, rooftops, sky, skyline } from './sky.ts';
import type { Stage } from './stage.ts';
import { createStage } from './stage.ts';
import { blob, fill } from './svg.ts';

/** What an open-air picture is made from. */
export interface Outdoors {
  light: Light;
  season: Season;
  camera: CameraOptions;
  /** Sun's bearing: degrees to the right of straight behind the viewer. */
  azimuth: number;
  clouds?: 'clear' | 'streaks' | 'cumulus';
  behind?: 'hills' | 'city' | 'rooftops' | 'none';
  ground?: string;
  random: Random;
  /** Departures from the light's usual mood. */
  mood?: Partial<Mood>;
}

/** A flat area on the ground from corner to corner. */
export function area4(x: number, z: number, w: number, d: number): Ring {
  return [
    [x, 0, z],
    [x + w, 0, z],
    [x + w, 0, z + d],
    [x, 0, z + d],
  ];
}

/** Composes an open-air picture: sky, distance, ground, then whatever `build` puts on the stage. */
export function outdoors(plan: Outdoors, build: (stage: Stage) => void): string {
  const { random, light, season } = plan;
  const mood: Mood = { ...MOODS[light], ...plan.mood };
  const camera = createCamera(plan.camera);
  const { width, height, horizon } = camera;
  const stage = createStage({
    camera,
    mood,
    season,
    random: random.fork('stage'),
    azimuth: plan.azimuth,
  });
  const view = {
    width,
    height,
    horizon,
    mood,
    growth: stage.growth,
    random: random.fork('sky'),
    sunX: 0.5 + Math.sin((plan.azimuth * Math.PI) / 180) * 0.48,
  };
  let out = sky(view, plan.clouds);
  const behind = plan.behind ?? 'hills';
  if (behind === 'hills') out += hills(view);
  if (behind === 'city') out += skyline(view);
  if (behind === 'rooftops') out += skyline(view) + rooftops(view);
  const lawn = plan.ground ?? stage.growth.lawn;
  const near = stage.shade(lawn, [0, 1, 0]);
  const id = stage.define(
    `<linearGradient id="ID" gradientUnits="userSpaceOnUse" x1="0" y1="${horizon}" x2="0" y2="${height}"><stop offset="0" stop-color="${mix(near, mood.haze, 0.45)}"/><stop offset=".35" stop-color="${near}"/><stop offset="1" stop-color="${under(near, [0.84, 0.86, 0.88])}"/></linearGradient>`,
  );
  if (behind !== 'rooftops') {
    stage.groundArt(
      `<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="url(#${id})"/>`,
    );
  }
  build(stage);
  return out + stage.render();
}

/** Soft patches of lighter and darker lawn; an even green reads as a carpet. */
export function meadow(stage: Stage, from: number, to: number, spread = 14): void {
  const { random } = stage;
  const lawn = stage.growth.lawn;
  for (let i = 0; i < 34; i += 1) {
    const at: Vec3 = [random.range(-spread, spread), 0, random.range(from, to)];
    const spot = stage.camera.see(at);
    if (spot.depth < 1) continue;
    const r = random.range(0.5, 2) * spot.scale;
    const color = stage.shade(tone(lawn, i % 2 === 0 ? -0.09 : 0.1), [0, 1, 0]);
    stage.groundArt(fill(blob(random, spot.x, spot.y, r, r * 0.1, 0.2, 9), color, 0.4));
  }
}

/** A path on the ground between two points, with a lit edge. */
export function path(
  stage: Stage,
  from: readonly [number, number],
  to: readonly [number, number],
  w0: number,
  w1: number,
  color = '#d8cdb9',
): void {
  const lit = stage.shade(color, [0, 1, 0]);
  const ring: Ring = [
    [from[0] - w0 / 2, 0, from[1]],
    [from[0] + w0 / 2, 0, from[1]],
    [to[0] + w1 / 2, 0, to[1]],
    [to[0] - w1 / 2, 0, to[1]],
  ];
  const wide: Ring = ring.map(
    (p, i) => [p[0] + (i === 0 || i === 3 ? -0.1 : 0.1), 0, p[2]] as const,
  );
  stage.ground(wide, under(lit, [0.82, 0.83, 0.86]));
  stage.ground(ring, lit);
  const count = Math.max(2, Math.round(Math.abs(to[1] - from[1]) / 1.1));
  for (let i = 1; i < count; i += 1) {
    const t = i / count;
    const [x, z, w] = [
      from[0] + (to[0] - from[0]) * t,
      from[1] + (to[1] - from[1]) * t,
      w0 + (w1 - w0) * t,
    ];
    stage.ground(area4(x - w / 2, z, w, 0.04), under(lit, [0.86, 0.87, 0.9]));
  }
}
