import type { Picture } from '../picture.ts';
import { meadow, outdoors } from '../exterior.ts';
import type { Mood } from '../palette.ts';
import { flowers, grass } from '../planting.ts';
import type { Stage } from '../stage.ts';
import { tree } from '../trees.ts';
import { lampPost } from '../city/street-scene.ts';
import { place, rowView } from './streets.ts';
import { doorstep } from './doorstep.ts';

/** The hour when the sky is still gold and the lamps are already on. */
const BLUE_GOLD: Partial<Mood> = {
  name: 'dusk',
  sun: [1.0, 0.84, 0.7],
  shade: [0.56, 0.52, 0.62],
  elevation: 20,
  shadowAlpha: 0.26,
  sky: ['#6f87a0', '#b3aba9', '#e9bf98', '#f7cf9b'],
  cloud: '#f8d8b2',
  haze: '#dcb69b',
  lamps: 0.78,
};

/** A bend of grass, drifts and a path in front of a row of homes; the left stays quiet for words. */
function heroRow(stage: Stage): void {
  meadow(stage, -22, 20, 40);
  rowView(stage, ['farmhouse', 'cottage', 'victorian', 'craftsman'], 15.4, -11, 17.5);
  place(stage, 'scandinavian', [-27, 0, 15], 0);
  for (const [x, z, h] of [
    [-38, 20, 9],
    [-34, 22, 11],
    [-20, 24, 9],
    [-14.5, 26, 8],
    [-9, 18, 9.5],
    [2, 13, 11],
    [10, 14, 12],
    [24, 13, 12],
    [33, 14, 11],
    [47, 12, 12],
  ] as const)
    tree(stage, [x, 0, z], {
      kind: stage.random.pick(['round', 'tall', 'pine']),
      height: h,
      shadow: false,
    });
  for (const [x, h] of [
    [-30, 5.2],
    [-15, 4.4],
    [1.8, 5.2],
    [17.4, 5.2],
    [33, 5.6],
  ] as const)
    tree(stage, [x, 0, -8.4], { kind: 'round', height: h });
  for (const x of [-21, -5, 8.6, 23.4, 38]) lampPost(stage, x, -8.9, 4.2);
  for (let x = -40; x < 50; x += 2.7) {
    const z = -16.6 + stage.random.range(-0.7, 0.6);
    if (Math.abs(x - 4) < 13) continue;
    if (stage.random.chance(0.55)) grass(stage, [x, 0, z], 1.6, stage.random.range(0.5, 1));
    else flowers(stage, [x, 0, z], 1.9, stage.random.range(0.4, 0.7));
  }
}

/** Homes along a rise on a clear morning. */
function aboutRow(stage: Stage): void {
  meadow(stage, -20, 24, 40);
  rowView(stage, ['ochre', 'colonial', 'cottage', 'modern', 'victorian'], 16.2, -10.5, 0);
  for (const [x, h] of [
    [-40, 9],
    [-24.5, 11],
    [-8, 10],
    [8.5, 12],
    [24.5, 11],
    [41, 10],
  ] as const)
    tree(stage, [x, 0, 13], {
      kind: stage.random.pick(['round', 'tall', 'pine']),
      height: h,
      shadow: false,
    });
  for (const [x, h] of [
    [-41, 6],
    [-24.3, 5.4],
    [-7.6, 5.6],
    [8.2, 5.2],
    [24.4, 5.6],
    [41, 6],
  ] as const)
    tree(stage, [x, 0, -7.9], { kind: 'round', height: h });
  for (let x = -44; x < 46; x += 3)
    if (stage.random.chance(0.7))
      (stage.random.chance(0.5) ? flowers : grass)(
        stage,
        [x, 0, -16.2 + stage.random.range(-0.5, 0.5)],
        1.9,
        0.7,
      );
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
    draw: (random) =>
      outdoors(
        {
          light: 'golden',
          season: 'summer',
          mood: BLUE_GOLD,
          camera: {
            position: [5, 4.6, -47],
            yaw: 1,
            focal: 0.86,
            horizon: 0.755,
            width: 2400,
            height: 1350,
          },
          azimuth: -58,
          clouds: 'streaks',
          random,
        },
        heroRow,
      ),
  },
  {
    name: 'hero-mobile',
    kind: 'scene',
    alt: 'Illustration of family homes under a tall evening sky, their windows and street lamps glowing.',
    tags: { season: 'summer', light: 'golden', style: 'hero' },
    width: 900,
    height: 1200,
    draw: (random) =>
      outdoors(
        {
          light: 'golden',
          season: 'summer',
          mood: BLUE_GOLD,
          camera: {
            position: [16.5, 4.4, -45],
            yaw: 0,
            focal: 1.42,
            horizon: 0.8,
            width: 900,
            height: 1200,
          },
          azimuth: -58,
          clouds: 'streaks',
          random,
        },
        heroRow,
      ),
  },
  {
    name: 'auth',
    kind: 'scene',
    alt: 'Illustration of a green front door with lanterns, steps and potted plants in the evening.',
    tags: { season: 'summer', light: 'golden', style: 'auth' },
    width: 1200,
    height: 1600,
    draw: (random) =>
      outdoors(
        {
          light: 'golden',
          season: 'summer',
          mood: { ...BLUE_GOLD, sun: [1.06, 0.93, 0.8] },
          camera: {
            position: [-0.9, 1.7, -9.2],
            yaw: 5,
            focal: 1.36,
            horizon: 0.66,
            width: 1200,
            height: 1600,
          },
          azimuth: -52,
          behind: 'none',
          random,
        },
        doorstep,
      ),
  },
  {
    name: 'about',
    kind: 'scene',
    alt: 'Illustration of five different houses side by side along a quiet road in morning light.',
    tags: { season: 'spring', light: 'morning', style: 'about' },
    width: 2000,
    height: 900,
    draw: (random) =>
      outdoors(
        {
          light: 'morning',
          season: 'spring',
          camera: {
            position: [-2, 4.4, -44],
            yaw: 3,
            focal: 0.8,
            horizon: 0.67,
            width: 2000,
            height: 900,
          },
          azimuth: -46,
          clouds: 'cumulus',
          random,
        },
        aboutRow,
      ),
  },
];
