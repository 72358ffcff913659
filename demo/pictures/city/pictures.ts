import type { Kind, Picture } from '../picture.ts';
import { outdoors } from '../exterior.ts';
import type { Light, Season } from '../palette.ts';
import type { Stage } from '../stage.ts';
import type { Block, BlockColors } from './block.ts';
import { deco, midRise, walkUp } from './apartments.ts';
import { courtyard, gardenFlats } from './low-rise.ts';
import { terraces, warehouse } from './condos.ts';
import { waterfront } from './waterfront.ts';
import { glassTower, twinTowers } from './towers.ts';

interface Style {
  build: (stage: Stage, c: BlockColors) => Block;
  words: string;
  /** Width and height that must fit, metres. */
  span: number;
  tall: number;
  behind: 'hills' | 'city';
}

const colors = (wall: string, second: string, trim: string, accent: string): BlockColors => ({
  wall,
  second,
  trim,
  accent,
});

const SCHEMES: readonly BlockColors[] = [
  colors('#a9634c', '#3a4a46', '#efe5d3', '#2f5a4c'),
  colors('#d8c8aa', '#8a6a50', '#f4ecdd', '#8f4331'),
  colors('#8c9a9a', '#a8764c', '#ece4d5', '#b8623f'),
  colors('#c28f6a', '#4a4f55', '#f3e9d8', '#34506a'),
  colors('#e6dccb', '#b57a58', '#fbf5ea', '#3f5a50'),
  colors('#7d5a4a', '#394048', '#e6d8c2', '#c08a3c'),
  colors('#b9b2a4', '#6f5744', '#f2ebde', '#5d7689'),
  colors('#e9d3b3', '#ad6147', '#f8f0e2', '#2f6a66'),
];

const APARTMENTS: readonly Style[] = [
  {
    build: walkUp,
    words: 'a brick apartment building with bay windows, a cornice and shops at street level',
    span: 22,
    tall: 17,
    behind: 'city',
  },
  {
    build: midRise,
    words: 'a modern apartment building in brick and timber with balconies',
    span: 27,
    tall: 18,
    behind: 'city',
  },
  {
    build: deco,
    words: 'a stepped apartment building of the thirties with tall piers',
    span: 21,
    tall: 24,
    behind: 'city',
  },
  {
    build: courtyard,
    words: 'a three-winged apartment building around a planted court',
    span: 29,
    tall: 13,
    behind: 'hills',
  },
  {
    build: gardenFlats,
    words: 'a three-storey apartment house with gables and balconies in a garden',
    span: 27,
    tall: 13.5,
    behind: 'hills',
  },
];

const CONDOS: readonly Style[] = [
  {
    build: glassTower,
    words: 'a slender glass condominium tower on a stone base',
    span: 26,
    tall: 49,
    behind: 'city',
  },
  {
    build: terraces,
    words: 'a condominium building that steps back in planted terraces',
    span: 31,
    tall: 22,
    behind: 'hills',
  },
  {
    build: warehouse,
    words: 'a brick warehouse turned into lofts with a glass storey on its roof',
    span: 29,
    tall: 20.5,
    behind: 'city',
  },
  {
    build: waterfront,
    words: 'a waterfront condominium with curved balconies, mirrored in the water',
    span: 26,
    tall: 33,
    behind: 'city',
  },
  {
    build: twinTowers,
    words: 'two condominium towers with glass balconies over a shared garden',
    span: 33,
    tall: 37,
    behind: 'city',
  },
];

type Shot = readonly [style: number, scheme: number, season: Season, light: Light, angle: number];

const APARTMENT_SHOTS: readonly Shot[] = [
  [0, 0, 'autumn', 'golden', 18],
  [1, 1, 'summer', 'day', -20],
  [2, 3, 'spring', 'morning', 16],
  [3, 7, 'summer', 'golden', 0],
  [4, 2, 'autumn', 'day', 14],
  [0, 3, 'spring', 'day', -18],
  [1, 5, 'winter', 'dusk', 18],
  [2, 1, 'summer', 'golden', -18],
  [3, 4, 'spring', 'day', 10],
  [4, 0, 'summer', 'golden', -14],
  [0, 5, 'winter', 'dusk', 16],
  [1, 2, 'autumn', 'golden', 20],
  [2, 6, 'winter', 'night', 16],
  [3, 1, 'summer', 'dusk', -8],
  [4, 4, 'spring', 'morning', 12],
  [0, 6, 'summer', 'morning', 22],
  [1, 4, 'spring', 'day', 16],
  [2, 0, 'autumn', 'dusk', -16],
  [3, 3, 'autumn', 'golden', 8],
  [4, 6, 'winter', 'day', -14],
];

const CONDO_SHOTS: readonly Shot[] = [
  [0, 4, 'summer', 'day', 24],
  [1, 4, 'summer', 'golden', -18],
  [2, 0, 'autumn', 'golden', 18],
  [3, 4, 'summer', 'dusk', 16],
  [4, 1, 'spring', 'morning', 20],
  [0, 6, 'autumn', 'dusk', -24],
  [1, 2, 'spring', 'day', 16],
  [2, 5, 'winter', 'dusk', -16],
  [3, 7, 'spring', 'morning', -16],
  [4, 3, 'autumn', 'golden', -18],
  [0, 1, 'spring', 'golden', 22],
  [1, 1, 'autumn', 'dusk', 18],
  [2, 3, 'summer', 'day', 20],
  [3, 6, 'winter', 'night', 14],
  [4, 4, 'summer', 'day', 22],
  [0, 2, 'winter', 'night', 22],
  [1, 6, 'summer', 'morning', -14],
  [2, 6, 'spring', 'morning', 16],
  [3, 1, 'autumn', 'golden', 18],
  [4, 6, 'winter', 'dusk', 18],
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
  dusk: 'at dusk with lit windows',
  night: 'at night with lit windows',
};

function pictures(
  kind: Kind,
  prefix: string,
  styles: readonly Style[],
  shots: readonly Shot[],
): Picture[] {
  return shots.map(([index, scheme, season, light, angle], i) => {
    const style = styles[index];
    const palette = SCHEMES[scheme];
    if (style === undefined || palette === undefined)
      throw new Error(`${prefix}: no style ${index} or scheme ${scheme}`);
    return {
      name: `home-${prefix}-${String(i + 1).padStart(2, '0')}`,
      kind,
      alt: `Illustration of ${style.words} ${SEASON_WORDS[season]}, ${LIGHT_WORDS[light]}.`,
      tags: { season, light, style: style.build.name },
      draw: (random) => {
        const tallness = style.tall > 30 ? 0.84 : 0.78;
        const horizon = style.build === waterfront ? 0.72 : tallness;
        const distance =
          Math.max(style.span * 1.02 + 6, (style.tall * 1.08) / (horizon * 0.75 * 1.0)) * 1.0;
        const turn = (angle * Math.PI) / 180;
        const aim = 4;
        return outdoors(
          {
            light,
            season,
            camera: {
              position: [
                -Math.sin(turn) * distance,
                style.tall > 30 ? 5 : 2.6,
                aim - Math.cos(turn) * distance,
              ],
              yaw: angle,
              focal: 1.0,
              horizon,
            },
            azimuth: angle >= 0 ? -34 - random.range(0, 22) : 34 + random.range(0, 22),
            clouds: random.pick(['streaks', 'cumulus', 'streaks', 'clear']),
            behind: style.behind,
            random,
          },
          (stage) => {
            style.build(stage, palette);
          },
        );
      },
    };
  });
}

/** Apartment buildings and condominiums. */
export const cityPictures: readonly Picture[] = [
  ...pictures('exterior-apartment', 'apartment', APARTMENTS, APARTMENT_SHOTS),
  ...pictures('exterior-condo', 'condo', CONDOS, CONDO_SHOTS),
];
