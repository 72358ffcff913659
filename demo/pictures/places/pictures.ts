import type { CameraOptions } from '../camera.ts';
import type { Kind, Picture } from '../picture.ts';
import { meadow, outdoors } from '../exterior.ts';
import type { Light, Season } from '../palette.ts';
import type { Stage } from '../stage.ts';
import { tree } from '../trees.ts';
import { car, lampPost } from '../city/street-scene.ts';
import { cottageGarden, pergolaGarden, pool } from './garden.ts';
import { glassBalcony, parkBalcony } from './balconies.ts';
import { cityBalcony, deckGarden, roofTerrace } from './terraces.ts';
import { avenueView, rowView } from './streets.ts';

interface Place {
  kind: Kind;
  words: string;
  build: (stage: Stage) => void;
  camera: CameraOptions;
  behind: 'hills' | 'city' | 'none' | 'rooftops';
  azimuth: number;
  /** What homes ask for, where several places answer; its own name if absent. */
  style?: string;
  /** A lawn to give patches to. */
  lawn?: boolean;
}

const GARDENS = {
  pergola: {
    kind: 'garden',
    words: 'a garden terrace under a pergola with a table for four',
    build: pergolaGarden,
    camera: { position: [-1.3, 1.75, -7], yaw: 8, focal: 0.95, horizon: 0.5 },
    behind: 'hills',
    azimuth: -46,
    lawn: true,
  },
  pool: {
    kind: 'garden',
    words: 'a pool with two loungers and a parasol before a clipped hedge',
    build: pool,
    camera: { position: [-2.5, 2.3, -8], yaw: 12, focal: 0.95, horizon: 0.45 },
    behind: 'hills',
    azimuth: -52,
    lawn: true,
  },
  cottage: {
    kind: 'garden',
    words: 'a cottage garden with stepping stones between deep flower beds',
    build: cottageGarden,
    camera: { position: [-0.4, 1.7, -8], yaw: 2, focal: 1, horizon: 0.44 },
    behind: 'hills',
    azimuth: 48,
    lawn: true,
  },
  balcony: {
    kind: 'balcony',
    words: 'a balcony with two chairs, flower boxes and a view over the city',
    build: cityBalcony,
    camera: { position: [0.6, 1.5, -4.2], yaw: -3, focal: 0.92, horizon: 0.5 },
    behind: 'rooftops',
    azimuth: 62,
  },
  park: {
    kind: 'balcony',
    style: 'balcony',
    words: 'a balcony with a bench and a low table, level with the trees of a park',
    build: parkBalcony,
    camera: { position: [-0.5, 1.55, -4.4], yaw: 2, focal: 0.94, horizon: 0.46 },
    behind: 'hills',
    azimuth: -58,
  },
  glass: {
    kind: 'balcony',
    style: 'balcony',
    words: 'a wide balcony behind glass with a table under a parasol above the town',
    build: glassBalcony,
    camera: { position: [-0.7, 1.6, -4.6], yaw: 3, focal: 0.92, horizon: 0.48 },
    behind: 'rooftops',
    azimuth: -44,
  },
  roof: {
    kind: 'terrace',
    words: 'a roof terrace with sofas, planters and the skyline behind',
    build: roofTerrace,
    camera: { position: [0.8, 1.75, -5], yaw: -3, focal: 0.95, horizon: 0.46 },
    behind: 'rooftops',
    azimuth: -55,
  },
  deck: {
    kind: 'terrace',
    words: 'a wooden deck behind a house with a laid table and a parasol',
    build: deckGarden,
    camera: { position: [1.6, 1.8, -8.6], yaw: -9, focal: 0.98, horizon: 0.5 },
    behind: 'hills',
    azimuth: 40,
    lawn: true,
  },
} satisfies Record<string, Place>;

const GARDEN_SHOTS: readonly (readonly [keyof typeof GARDENS, Season, Light])[] = [
  ['pergola', 'summer', 'golden'],
  ['balcony', 'spring', 'morning'],
  ['pool', 'summer', 'day'],
  ['roof', 'summer', 'dusk'],
  ['cottage', 'spring', 'day'],
  ['deck', 'summer', 'day'],
  ['pergola', 'spring', 'dusk'],
  ['balcony', 'summer', 'dusk'],
  ['cottage', 'autumn', 'golden'],
  ['roof', 'autumn', 'golden'],
  ['deck', 'spring', 'morning'],
  ['pool', 'summer', 'golden'],
  ['park', 'spring', 'day'],
  ['glass', 'summer', 'golden'],
  ['park', 'autumn', 'golden'],
  ['glass', 'autumn', 'morning'],
];

interface Street {
  words: string;
  season: Season;
  light: Light;
  camera: CameraOptions;
  azimuth: number;
  build: (stage: Stage) => void;
}

const down: CameraOptions = { position: [-2.6, 2.2, -7.5], yaw: 5, focal: 0.8, horizon: 0.6 };

const STREETS: readonly Street[] = [
  {
    words: 'a residential street lined with autumn trees and houses on both sides',
    season: 'autumn',
    light: 'golden',
    camera: down,
    azimuth: -58,
    build: (stage) =>
      avenueView(
        stage,
        ['craftsman', 'colonial', 'cottage', 'craftsman'],
        ['rose', 'farmhouse', 'ochre', 'colonial'],
        'round',
        16.5,
      ),
  },
  {
    words: 'a street of blossoming trees in front of family houses',
    season: 'spring',
    light: 'morning',
    camera: { ...down, position: [2.4, 2.2, -7.5], yaw: -6 },
    azimuth: 52,
    build: (stage) =>
      avenueView(
        stage,
        ['colonial', 'victorian', 'craftsman', 'cottage'],
        ['cottage', 'colonial', 'ochre', 'farmhouse'],
        'blossom',
        16.5,
      ),
  },
  {
    words: 'a row of different houses seen from across a quiet road',
    season: 'summer',
    light: 'day',
    camera: { position: [-4, 2.2, -25], yaw: 6, focal: 1, horizon: 0.66 },
    azimuth: -40,
    build: (stage) => {
      rowView(stage, ['ochre', 'cottage', 'victorian', 'colonial'], 15, -9.5, 2);
      for (const x of [-22, -9.5, 9.4, 23]) tree(stage, [x, 0, -7.6], { kind: 'round', height: 6 });
      for (const x of [-18, -2, 15, 28])
        tree(stage, [x, 0, 13], { kind: 'tall', height: 11, shadow: false });
      car(stage, -7.5, -12.4, '#5f7768');
    },
  },
  {
    words: 'a snowy street of houses with lit windows',
    season: 'winter',
    light: 'dusk',
    camera: down,
    azimuth: -50,
    build: (stage) =>
      avenueView(
        stage,
        ['cottage', 'craftsman', 'colonial', 'ochre'],
        ['colonial', 'victorian', 'cottage', 'craftsman'],
        'round',
        16.5,
      ),
  },
  {
    words: 'a sunny street of low southern houses with palms',
    season: 'summer',
    light: 'golden',
    camera: { ...down, position: [-2.2, 2.2, -8] },
    azimuth: -54,
    build: (stage) =>
      avenueView(
        stage,
        ['spanish', 'midcentury', 'spanish', 'ranch'],
        ['midcentury', 'spanish', 'ranch', 'spanish'],
        'palm',
        18,
      ),
  },
  {
    words: 'a row of houses at dusk, each window and street lamp glowing',
    season: 'summer',
    light: 'dusk',
    camera: { position: [5, 2.2, -25], yaw: -8, focal: 1, horizon: 0.66 },
    azimuth: 44,
    build: (stage) => {
      rowView(stage, ['farmhouse', 'rose', 'craftsman', 'scandinavian'], 15.5, -9.5, -1);
      for (const x of [-24, -8.2, 7.4, 22])
        tree(stage, [x, 0, -7.6], { kind: 'tall', height: 6.4 });
      for (const x of [-14, 0.5, 14.5]) lampPost(stage, x, -8.9);
      for (const x of [-20, -3, 12, 27])
        tree(stage, [x, 0, 13], { kind: 'round', height: 11, shadow: false });
    },
  },
];

const SEASON_WORDS: Record<Season, string> = {
  spring: 'in spring',
  summer: 'in summer',
  autumn: 'in autumn',
  winter: 'in winter',
};
const LIGHT_WORDS: Record<Light, string> = {
  morning: 'in soft morning light',
  day: 'on a clear day',
  golden: 'in golden evening light',
  dusk: 'at dusk',
  night: 'at night',
};

/** Gardens, balconies, terraces and streets. */
export const placePictures: readonly Picture[] = [
  ...GARDEN_SHOTS.map(([name, season, light], i): Picture => {
    const spot: Place = GARDENS[name];
    return {
      name: `home-garden-${String(i + 1).padStart(2, '0')}`,
      kind: spot.kind,
      alt: `Illustration of ${spot.words}, ${SEASON_WORDS[season]}, ${LIGHT_WORDS[light]}.`,
      tags: { season, light, style: spot.style ?? name },
      draw: (random) =>
        outdoors(
          {
            light,
            season,
            camera: spot.camera,
            azimuth: spot.azimuth * (i > 5 ? -1 : 1),
            behind: spot.behind,
            clouds: random.pick(['streaks', 'cumulus', 'streaks']),
            random,
          },
          (stage) => {
            if (spot.lawn === true) meadow(stage, -6, 12);
            spot.build(stage);
          },
        ),
    };
  }),
  ...STREETS.map((street, i): Picture => ({
    name: `home-street-${String(i + 1).padStart(2, '0')}`,
    kind: 'street',
    alt: `Illustration of ${street.words}, ${SEASON_WORDS[street.season]}, ${LIGHT_WORDS[street.light]}.`,
    tags: { season: street.season, light: street.light, style: 'street' },
    draw: (random) =>
      outdoors(
        {
          light: street.light,
          season: street.season,
          camera: street.camera,
          azimuth: street.azimuth,
          clouds: 'streaks',
          random,
        },
        street.build,
      ),
  })),
];
