import type { Picture } from '../catalogue.ts';
import { meadow, outdoors } from '../exterior.ts';
import { area4 } from '../exterior.ts';
import { door, lantern, ledge, windowIn } from '../openings.ts';
import type { Mood } from '../palette.ts';
import { flowers, grass, potted, shrub } from '../planting.ts';
import { leanTo } from '../roofs.ts';
import { box, lathe, on, sidesOf } from '../solids.ts';
import type { Stage } from '../stage.ts';
import { clad } from '../surfaces.ts';
import { tree } from '../trees.ts';
import { lampPost } from '../city/street-scene.ts';
import { place, rowView } from './streets.ts';

/** The hour when the sky is still gold and the lamps are already on. */
const BLUE_GOLD: Partial<Mood> = { name: 'dusk', sun: [1.0, 0.84, 0.7], shade: [0.56, 0.52, 0.62], elevation: 20, shadowAlpha: 0.26, sky: ['#6f87a0', '#b3aba9', '#e9bf98', '#f7cf9b'], cloud: '#f8d8b2', haze: '#dcb69b', lamps: 0.78 };

/** A bend of grass, drifts and a path in front of a row of homes; the left stays quiet for words. */
function heroRow(stage: Stage): void {
  meadow(stage, -22, 20, 40);
  rowView(stage, ['farmhouse', 'cottage', 'victorian', 'craftsman'], 15.4, -11, 17.5);
  place(stage, 'scandinavian', [-27, 0, 15], 0);
  for (const [x, z, h] of [[-38, 20, 9], [-34, 22, 11], [-20, 24, 9], [-14.5, 26, 8], [-9, 18, 9.5], [2, 13, 11], [10, 14, 12], [24, 13, 12], [33, 14, 11], [47, 12, 12]] as const) tree(stage, [x, 0, z], { kind: stage.random.pick(['round', 'tall', 'pine']), height: h, shadow: false });
  for (const [x, h] of [[-30, 5.2], [-15, 4.4], [1.8, 5.2], [17.4, 5.2], [33, 5.6]] as const) tree(stage, [x, 0, -8.4], { kind: 'round', height: h });
  for (const x of [-21, -5, 8.6, 23.4, 38]) lampPost(stage, x, -8.9, 4.2);
  for (let x = -40; x < 50; x += 2.7) {
    const z = -16.6 + stage.random.range(-0.7, 0.6);
    if (stage.random.chance(0.55)) grass(stage, [x, 0, z], 1.6, stage.random.range(0.5, 1));
    else flowers(stage, [x, 0, z], 1.9, stage.random.range(0.4, 0.7));
  }
}

/** One front door, close: steps, lantern, pots, a mat. */
function doorstep(stage: Stage): void {
  const wall = { finish: 'clapboard', color: '#efe6d6' } as const;
  const s = sidesOf([-6, 0, 0], 12, 9, 5);
  clad(stage, s.front, wall);
  stage.ground(area4(-9, -14, 18, 14), stage.shade('#b5a48b', [0, 1, 0]));
  for (let x = -9; x < 9; x += 0.9) for (let z = -14; z < 0; z += 0.9) stage.ground(area4(x, z, 0.86, 0.86), stage.shade(stage.random.pick(['#c8b89f', '#dccfba', '#cbbda8', '#d6c8b1']), [0, 1, 0]));
  for (let i = 0; i < 4; i += 1) box(stage, [-1.7 + i * 0.04, 0, -1.75 + i * 0.38], [3.4 - i * 0.08, 0.17 * (i + 1), 0.38], '#b9ad9d', { casts: true, receives: true });
  box(stage, [-1.55, 0.62, -0.26], [3.1, 0.07, 0.3], '#b9ad9d', { receives: true });
  door(stage, s.front, 5.4, 0.69, { color: '#1f4a3a', trim: '#f3ead9', width: 1.2, height: 2.5, side: true });
  ledge(stage, { ...s.front, origin: on(s.front, 4.7, 3.92) }, 2.6, 0.12, 0.1, '#f3ead9');
  windowIn(stage, s.front, 4.95, 3.42, 2.1, 0.42, { trim: '#f3ead9', panes: [5, 1], border: 0.1, sill: false, lit: true });
  leanTo(stage, -1.75, -1.05, 3.5, 1.05, 4.1, 4.55, { finish: 'seam', color: '#4a5552' }, '#f3ead9');
  for (const x of [-1.6, 1.46]) box(stage, [x, 4.0, -0.95], [0.14, 0.14, 0.95], '#f3ead9');
  windowIn(stage, s.front, 1.5, 1.35, 1.7, 2.2, { trim: '#f3ead9', panes: [3, 4], shutters: '#3f5a50', lit: true });
  windowIn(stage, s.front, 8.8, 1.35, 1.7, 2.2, { trim: '#f3ead9', panes: [3, 4], shutters: '#3f5a50', lit: true });
  windowIn(stage, s.front, 1.5, 5.1, 1.7, 1.9, { trim: '#f3ead9', panes: [3, 3], shutters: '#3f5a50' });
  windowIn(stage, s.front, 5.2, 5.1, 1.6, 1.9, { trim: '#f3ead9', panes: [3, 3], lit: true });
  windowIn(stage, s.front, 8.8, 5.1, 1.7, 1.9, { trim: '#f3ead9', panes: [3, 3], shutters: '#3f5a50' });
  lantern(stage, s.front, 4.35, 2.3);
  lantern(stage, s.front, 7.65, 2.3);
  // The mat, two pots beside the door, planting along the wall.
  stage.face({ rings: [[[-0.5, 0.695, -0.22], [0.5, 0.695, -0.22], [0.5, 0.695, 0.0], [-0.5, 0.695, 0.0]]], normal: [0, 1, 0], color: '#8a6446' });
  for (const [x, z, size, pot] of [[-1.95, -1.1, 1.55, '#b8623f'], [1.95, -1.1, 1.55, '#b8623f'], [2.6, -1.7, 0.9, '#c9b79c'], [-2.55, -1.8, 0.8, '#5a6a68']] as const) potted(stage, [x, 0, z], size, pot, '#4f7050', 'bush');
  for (const x of [-5.4, -4.3, -3.2, 3.3, 4.4, 5.5]) shrub(stage, [x, 0, -0.6], 1.4, 1, stage.random.chance(0.5) ? '#f0e2cf' : undefined);
  for (const x of [-4.8, -3.6, 3.7, 4.9]) flowers(stage, [x, 0, -1.2], 1.4, 0.6);
  for (const [x, z] of [[-3.6, -3.3], [3.7, -3.2], [-2.7, -4.6], [2.9, -4.6]] as const) {
    flowers(stage, [x, 0, z], 1.5, 0.7, ['#f0dcc9', '#d9a5a0', '#f3e7d0']);
    grass(stage, [x + Math.sign(x) * 0.8, 0, z + 0.2], 1, 0.8);
  }
  lathe(stage, [-1.15, 0.68, -0.2], [[0.1, 0], [0.14, 0.1], [0.12, 0.28]], '#c9b79c', { steps: 12 });
  for (let i = 0; i < 4; i += 1) stage.face({ rings: [[[-1.66 + i * 0.04, 0.17 * (i + 1), -1.752 + i * 0.38], [1.66 - i * 0.04, 0.17 * (i + 1), -1.752 + i * 0.38]]], normal: [0, 0, -1], color: '#efe4d0', stroke: 0.02, opacity: 0.8 });
}

/** Homes along a rise on a clear morning. */
function aboutRow(stage: Stage): void {
  meadow(stage, -20, 24, 40);
  rowView(stage, ['ochre', 'colonial', 'cottage', 'modern', 'victorian'], 16.2, -10.5, 0);
  for (const [x, h] of [[-40, 9], [-24.5, 11], [-8, 10], [8.5, 12], [24.5, 11], [41, 10]] as const) tree(stage, [x, 0, 13], { kind: stage.random.pick(['round', 'tall', 'pine']), height: h, shadow: false });
  for (const [x, h] of [[-41, 6], [-24.3, 5.4], [-7.6, 5.6], [8.2, 5.2], [24.4, 5.6], [41, 6]] as const) tree(stage, [x, 0, -7.9], { kind: 'round', height: h });
  for (let x = -44; x < 46; x += 3) if (stage.random.chance(0.7)) (stage.random.chance(0.5) ? flowers : grass)(stage, [x, 0, -16.2 + stage.random.range(-0.5, 0.5)], 1.9, 0.7);
}

/** Wide pictures for the site's own pages. */
export const scenePictures: readonly Picture[] = [
  {
    name: 'hero',
    kind: 'scene',
    alt: 'Illustration of a row of family homes under an evening sky, their windows and street lamps glowing.',
    tags: { season: 'summer', light: 'golden', style: 'hero' },
    width: 2400,
    height: 1350,
    draw: (random) => outdoors({ seed: 'hero', light: 'golden', season: 'summer', mood: BLUE_GOLD, camera: { position: [5, 4.6, -47], yaw: 1, focal: 0.86, horizon: 0.755, width: 2400, height: 1350 }, azimuth: -58, clouds: 'streaks', random }, heroRow),
  },
  {
    name: 'hero-mobile',
    kind: 'scene',
    alt: 'Illustration of family homes under a tall evening sky, their windows and street lamps glowing.',
    tags: { season: 'summer', light: 'golden', style: 'hero' },
    width: 900,
    height: 1200,
    draw: (random) => outdoors({ seed: 'hero-mobile', light: 'golden', season: 'summer', mood: BLUE_GOLD, camera: { position: [16.5, 4.4, -45], yaw: 0, focal: 1.42, horizon: 0.8, width: 900, height: 1200 }, azimuth: -58, clouds: 'streaks', random }, heroRow),
  },
  {
    name: 'auth',
    kind: 'scene',
    alt: 'Illustration of a green front door with lanterns, steps and potted plants in the evening.',
    tags: { season: 'summer', light: 'golden', style: 'auth' },
    width: 1200,
    height: 1600,
    draw: (random) => outdoors({ seed: 'auth', light: 'golden', season: 'summer', mood: { ...BLUE_GOLD, sun: [1.04, 0.9, 0.76] }, camera: { position: [-0.9, 1.7, -9.2], yaw: 5, focal: 1.36, horizon: 0.66, width: 1200, height: 1600 }, azimuth: -52, behind: 'none', random }, doorstep),
  },
  {
    name: 'about',
    kind: 'scene',
    alt: 'Illustration of five different houses side by side along a quiet road in morning light.',
    tags: { season: 'spring', light: 'morning', style: 'about' },
    width: 2000,
    height: 900,
    draw: (random) => outdoors({ seed: 'about', light: 'morning', season: 'spring', camera: { position: [-2, 4.4, -44], yaw: 3, focal: 0.8, horizon: 0.67, width: 2000, height: 900 }, azimuth: -46, clouds: 'cumulus', random }, aboutRow),
  },
];
