import type { Picture } from '../picture.ts';
import { meadow, outdoors } from '../exterior.ts';
import type { Light, Season } from '../palette.ts';
import type { Stage } from '../stage.ts';
import type { HouseColors, Lot } from './lot.ts';
import { border, foundation, grove } from './lot.ts';
import { tree } from '../trees.ts';
import { midcentury, modern } from './modern.ts';
import { aFrame, scandinavian, spanish } from './gabled.ts';
import { townhouses, victorian } from './town.ts';
import { colonial, craftsman } from './traditional.ts';
import { cottage, farmhouse, ranch } from './country.ts';

interface Style {
  build: (stage: Stage, c: HouseColors) => Lot;
  /** "A … house": the noun phrase of the picture's description. */
  words: string;
  /** Width of the house, to choose the distance. */
  span: number;
  tall: number;
  colors: readonly HouseColors[];
}

const house = (
  wall: string,
  second: string,
  trim: string,
  roof: string,
  door: string,
): HouseColors => ({ wall, second, trim, roof, door });

const STYLES = {
  craftsman: {
    build: craftsman,
    words: 'a craftsman bungalow with a deep porch on stone piers',
    span: 13,
    tall: 6.4,
    colors: [
      house('#6f8378', '#8d847b', '#ece4d2', '#5f5850', '#8f4331'),
      house('#b98f64', '#8d847b', '#f0e6d3', '#544d49', '#2c4a41'),
      house('#53697a', '#8d847b', '#efe8da', '#4f4b4c', '#c08a3c'),
    ],
  },
  modern: {
    build: modern,
    words: 'a modern house of stacked plaster and cedar boxes with a wall of glass',
    span: 13.6,
    tall: 6.6,
    colors: [
      house('#ebe5d8', '#a8764c', '#3b3c3e', '#2f3234', '#2c4a41'),
      house('#d9d2c4', '#8a6a4e', '#f1ece1', '#34383b', '#b8623f'),
      house('#5b5f62', '#b58555', '#2e3134', '#24282b', '#c99a4b'),
    ],
  },
  colonial: {
    build: colonial,
    words: 'a two-storey colonial house with shutters and a small portico',
    span: 12.5,
    tall: 9.5,
    colors: [
      house('#efe9db', '#2f4b45', '#fbf7ee', '#5a5b60', '#8f3a30'),
      house('#a9664f', '#2f3a45', '#f5eee1', '#55565b', '#23332f'),
      house('#c9cfca', '#394d60', '#faf6ec', '#4d5157', '#b3833f'),
    ],
  },
  ranch: {
    build: ranch,
    words: 'a long single-storey ranch house with a garage',
    span: 16.5,
    tall: 5.2,
    colors: [
      house('#d8cbb0', '#a8674e', '#f5eee0', '#6a5d54', '#3a5a50'),
      house('#8a9a92', '#9c8a78', '#f1ebdd', '#585552', '#a34f36'),
      house('#e9e1d0', '#8c6a58', '#fdf8ec', '#6d645c', '#34506a'),
    ],
  },
  farmhouse: {
    build: farmhouse,
    words: 'a farmhouse of upright boards with a metal roof and a long porch',
    span: 14,
    tall: 8,
    colors: [
      house('#f3eee2', '#2f3335', '#fbf8f0', '#3f4447', '#2f4b45'),
      house('#eae3d4', '#3a3531', '#f7f1e6', '#6d4f44', '#8f4331'),
      house('#5a6a60', '#22282a', '#efe8da', '#383c3f', '#c99a4b'),
    ],
  },
  spanish: {
    build: spanish,
    words: 'a Spanish-style house with plastered walls, arches and a clay-tile roof',
    span: 13.2,
    tall: 7.2,
    colors: [
      house('#f4ead8', '#6f4a35', '#e9d9bd', '#b8694a', '#3f6a66'),
      house('#ecd3b4', '#5d4434', '#f2e3cb', '#a95f45', '#6f3f2e'),
      house('#f7f0e4', '#4a3d36', '#efe2cc', '#b5714e', '#34506a'),
    ],
  },
  aframe: {
    build: aFrame,
    words: 'an A-frame cabin with a glazed gable and a wooden deck among pines',
    span: 11,
    tall: 8.8,
    colors: [
      house('#a9764d', '#7d5c42', '#3a342f', '#3f4a4a', '#2c4a41'),
      house('#8a5f41', '#7d5c42', '#efe4d0', '#55443c', '#b8623f'),
      house('#6b5648', '#7d5c42', '#2c2b2b', '#6e3d31', '#c99a4b'),
    ],
  },
  townhouse: {
    build: townhouses,
    words: 'a row of town houses with stoops, bay windows and cornices',
    span: 15,
    tall: 11,
    colors: [
      house('#a9604a', '#4d4a48', '#efe6d6', '#57524f', '#2e4a44'),
      house('#d7c6a8', '#5a4a40', '#f7efe0', '#57524f', '#34465c'),
      house('#8fa09a', '#3f4a4a', '#f3ecdf', '#57524f', '#7c3b32'),
    ],
  },
  midcentury: {
    build: midcentury,
    words: 'a mid-century house with a long low roof and clerestory windows',
    span: 16,
    tall: 5,
    colors: [
      house('#7d8a83', '#a5674b', '#efe6d4', '#6d6760', '#d18f3c'),
      house('#c9a77c', '#8c6a58', '#4a3d35', '#5d5750', '#2f6a66'),
      house('#e8e0cf', '#9c6a50', '#3c3a38', '#75695d', '#b5533d'),
    ],
  },
  cottage: {
    build: cottage,
    words: 'a stone-and-plaster cottage with steep slate roofs',
    span: 10.4,
    tall: 8.4,
    colors: [
      house('#efe4cf', '#6b4f3c', '#7a6653', '#6c625c', '#3f5f58'),
      house('#e9dcc4', '#4f4038', '#5b4a3e', '#7d6351', '#34506a'),
      house('#dfd8ca', '#5b5148', '#6a5d52', '#5d6266', '#8f4331'),
    ],
  },
  victorian: {
    build: victorian,
    words: 'a Victorian house with a turret and a small porch',
    span: 11.5,
    tall: 12,
    colors: [
      house('#8fa39b', '#b58f7a', '#f6eedf', '#5a5560', '#7c3b32'),
      house('#d9b9a0', '#8f6f6a', '#f8f1e4', '#5d5357', '#2e4a44'),
      house('#70809a', '#b9a58c', '#f5ede0', '#4c4a55', '#c08a3c'),
    ],
  },
  scandinavian: {
    build: scandinavian,
    words: 'a plain gabled house of boards and brick',
    span: 12,
    tall: 8,
    colors: [
      house('#3d4345', '#b39a85', '#23282a', '#33383a', '#b8623f'),
      house('#8c4a3a', '#c2ad97', '#f1e9dc', '#4a4543', '#2f3b3a'),
      house('#d6d2c6', '#a3795f', '#3a3f41', '#54585a', '#2c4a41'),
    ],
  },
} satisfies Record<string, Style>;

export type HouseStyle = keyof typeof STYLES;

const SEASON_WORDS: Record<Season, string> = {
  spring: 'in spring',
  summer: 'in summer',
  autumn: 'among autumn trees',
  winter: 'in the snow',
};
const LIGHT_WORDS: Record<Light, string> = {
  morning: 'in soft morning light',
  day: 'on a clear day',
  golden: 'in golden evening light',
  dusk: 'at dusk with its windows lit',
  night: 'at night with its windows lit',
};

/** What differs from picture to picture. Angle: degrees the viewer stands to the left. */
type Shot = readonly [
  style: HouseStyle,
  colors: number,
  season: Season,
  light: Light,
  angle: number,
];

const SHOTS: readonly Shot[] = [
  ['craftsman', 0, 'autumn', 'golden', 18],
  ['modern', 0, 'summer', 'dusk', -16],
  ['colonial', 0, 'autumn', 'day', 0],
  ['ranch', 0, 'summer', 'morning', 10],
  ['farmhouse', 0, 'summer', 'golden', -14],
  ['spanish', 0, 'summer', 'golden', 14],
  ['aframe', 0, 'winter', 'dusk', -16],
  ['townhouse', 0, 'spring', 'day', 20],
  ['midcentury', 0, 'summer', 'golden', 12],
  ['cottage', 0, 'spring', 'morning', -16],
  ['victorian', 0, 'spring', 'day', 12],
  ['scandinavian', 0, 'autumn', 'day', 24],
  ['craftsman', 1, 'spring', 'morning', -14],
  ['modern', 1, 'autumn', 'day', 20],
  ['colonial', 1, 'summer', 'golden', 16],
  ['ranch', 1, 'autumn', 'golden', -8],
  ['farmhouse', 1, 'autumn', 'morning', 10],
  ['spanish', 1, 'spring', 'day', -14],
  ['aframe', 1, 'autumn', 'golden', 14],
  ['townhouse', 1, 'autumn', 'golden', -22],
  ['midcentury', 1, 'spring', 'day', -10],
  ['cottage', 1, 'summer', 'golden', 16],
  ['victorian', 1, 'autumn', 'golden', -16],
  ['scandinavian', 1, 'winter', 'day', 14],
  ['craftsman', 2, 'winter', 'dusk', 12],
  ['modern', 2, 'winter', 'night', 14],
  ['colonial', 2, 'winter', 'dusk', -12],
  ['ranch', 2, 'spring', 'day', 0],
  ['farmhouse', 2, 'spring', 'dusk', 16],
  ['spanish', 2, 'summer', 'dusk', -18],
  ['aframe', 2, 'summer', 'morning', 0],
  ['townhouse', 2, 'winter', 'dusk', 16],
  ['midcentury', 2, 'summer', 'dusk', 10],
  ['cottage', 2, 'winter', 'morning', 12],
  ['victorian', 2, 'summer', 'dusk', 14],
  ['scandinavian', 2, 'summer', 'golden', -20],
];

/** The thirty-six houses. */
export const housePictures: readonly Picture[] = SHOTS.map(
  ([name, variant, season, light, angle], i) => {
    const style: Style = STYLES[name];
    const colors = style.colors[variant];
    if (colors === undefined) throw new Error(`no colours ${variant} for ${name}`);
    return {
      name: `home-house-${String(i + 1).padStart(2, '0')}`,
      kind: 'exterior-house',
      alt: `Illustration of ${style.words} ${SEASON_WORDS[season]}, ${LIGHT_WORDS[light]}.`,
      tags: { season, light, style: name },
      draw: (random) => {
        const row = name === 'townhouse';
        const distance = Math.max(style.span * 1.12 + 5.2, (style.tall - 1.5) * 2.25 + 3.5);
        const turn = (angle * Math.PI) / 180;
        const aim = row ? 2 : 3;
        return outdoors(
          {
            light,
            season,
            camera: {
              position: [
                -Math.sin(turn) * distance,
                random.range(1.6, 1.9),
                aim - Math.cos(turn) * distance,
              ],
              yaw: angle,
              focal: 1.08,
              horizon: row ? 0.8 : style.tall < 6 ? 0.66 : 0.7,
            },
            azimuth:
              angle === 0 ? -48 : angle > 0 ? -38 - random.range(0, 20) : 38 + random.range(0, 20),
            clouds: random.pick(['streaks', 'streaks', 'cumulus', 'clear']),
            behind: row ? 'none' : 'hills',
            random,
          },
          (stage) => {
            if (!row) meadow(stage, -14, 14);
            const lot = style.build(stage, colors);
            if (row) {
              for (const x of [-10, -2.6, 7.2])
                tree(stage, [x, 0, -4.3], { kind: 'tall', height: 5.6, width: 2.5 });
              return;
            }
            foundation(stage, lot, name === 'aframe' ? -3.5 : -0.9);
            grove(stage, lot, angle > 0 ? 'right' : angle < 0 ? 'left' : 'none');
            border(
              stage,
              lot,
              -distance * 0.42,
              random.chance(0.3) && name !== 'aframe' ? 'hedge' : 'drifts',
            );
          },
        );
      },
    };
  },
);
