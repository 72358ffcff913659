import type { Kind, Picture } from '../picture.ts';
import type { Light, Season } from '../palette.ts';
import { study, smallBath, tubBath, vanityBath } from './bath-study.ts';
import { atticBedroom, calmBedroom, classicBedroom, viewBedroom } from './bedroom.ts';
import { galleyKitchen, islandKitchen, tableKitchen } from './kitchen.ts';
import { gallery, hearth, loft, readingCorner, windowWall } from './living.ts';
import type { Room, RoomColors, RoomPlan } from './room.ts';
import { roomPicture } from './room-picture.ts';

const room = (
  wall: string,
  feature: string,
  floor: string,
  wood: string,
  main: string,
  accent: string,
  textile: string,
): RoomColors => ({ wall, feature, floor, wood, main, accent, textile });

/** Ten schemes; each is a wall, a wood and three textiles that get on. */
const SCHEMES: readonly RoomColors[] = [
  room('#ede4d3', '#e6dac4', '#c39a6b', '#9a6b42', '#5f7768', '#c0704a', '#e9dcc3'),
  room('#dfe0d6', '#8a9a86', '#b98d60', '#7c5638', '#e3d6be', '#c99a4b', '#b5694a'),
  room('#efe6d8', '#c98f6f', '#caa679', '#8a5f3f', '#f0e6d2', '#6f8573', '#d8b48c'),
  room('#e4e2dc', '#5d7689', '#b48a62', '#6f4c35', '#d9cbb2', '#b8623f', '#8fa3ac'),
  room('#f1eadc', '#f1eadc', '#d8b98c', '#b98a58', '#8f9fa5', '#d3a35f', '#efe3cd'),
  room('#d9cfc0', '#3f5a50', '#a87c55', '#6a4630', '#b8734f', '#c99a4b', '#e5d8bf'),
  room('#ebe1d6', '#b9877a', '#c5a074', '#8c6242', '#7d6a72', '#d6a37e', '#efe2d2'),
  room('#e8e4d8', '#d9d0ba', '#9c7452', '#5f4330', '#3f5a66', '#c27a4a', '#d9c7a2'),
  room('#f2ebdf', '#dfe3da', '#cdb08a', '#a97e55', '#a8b09a', '#b5694a', '#e8d9c0'),
  room('#e0d6c8', '#705a52', '#b58d66', '#7a543a', '#c9a27c', '#5f7768', '#eadfca'),
];

interface Setting {
  build: (room: Room) => void;
  /** What can be seen, as "A …". */
  words: string;
  size: RoomPlan['size'];
  camera: RoomPlan['camera'];
  floor: RoomPlan['floor'];
  beams?: boolean;
  /** When the composition puts its window somewhere itself. */
  from?: RoomPlan['from'];
}

const LIVING: readonly Setting[] = [
  {
    build: windowWall,
    words: 'a living room with a sofa before a wall of windows',
    size: [5.4, 2.7, 5.2],
    camera: { back: 1.4 },
    floor: 'planks',
    from: 'back',
  },
  {
    build: hearth,
    words: 'a living room with a fireplace between filled bookshelves',
    size: [5.6, 2.75, 5],
    camera: { back: 1.7 },
    floor: 'planks',
  },
  {
    build: gallery,
    words: 'a living room with framed art over a long sideboard and a sofa by the window',
    size: [5.2, 2.7, 5],
    camera: { back: 1.5 },
    floor: 'planks',
  },
  {
    build: loft,
    words: 'a loft living room with tall steel windows and a long sofa',
    size: [6.4, 3.7, 6],
    camera: { back: 1.6, horizon: 0.56 },
    floor: 'planks',
    from: 'back',
  },
  {
    build: readingCorner,
    words: 'a reading corner with two armchairs before a wall of books',
    size: [4.8, 2.75, 4.4],
    camera: { back: 1.6 },
    floor: 'planks',
  },
];

/** Setting, scheme, season, light, window side, view. */
type Shot = readonly [
  setting: number,
  scheme: number,
  season: Season,
  light: Light,
  from: RoomPlan['from'],
  view: NonNullable<RoomPlan['view']>,
  yaw?: number,
];

const LIVING_SHOTS: readonly Shot[] = [
  [0, 0, 'summer', 'day', 'back', 'garden'],
  [1, 5, 'autumn', 'dusk', 'left', 'garden'],
  [2, 3, 'spring', 'morning', 'left', 'garden'],
  [3, 1, 'autumn', 'golden', 'back', 'city'],
  [4, 2, 'summer', 'golden', 'left', 'garden'],
  [0, 5, 'autumn', 'golden', 'back', 'hills', 10],
  [1, 4, 'winter', 'day', 'right', 'garden'],
  [2, 6, 'summer', 'day', 'right', 'garden'],
  [3, 9, 'winter', 'night', 'back', 'city'],
  [4, 7, 'spring', 'morning', 'right', 'garden', -6],
  [0, 8, 'spring', 'morning', 'back', 'sea', -8],
  [1, 2, 'summer', 'golden', 'left', 'hills', 6],
  [2, 9, 'autumn', 'golden', 'left', 'garden', -8],
  [3, 4, 'summer', 'day', 'back', 'city', 8],
  [4, 5, 'winter', 'dusk', 'left', 'garden'],
  [0, 7, 'winter', 'dusk', 'back', 'city', 6],
  [1, 8, 'spring', 'morning', 'right', 'garden', -6],
  [2, 1, 'summer', 'dusk', 'right', 'city', 6],
  [3, 6, 'spring', 'morning', 'back', 'garden', -8],
  [2, 0, 'winter', 'day', 'left', 'hills'],
];

const KITCHEN: readonly Setting[] = [
  {
    build: islandKitchen,
    words: 'a kitchen with an island, stools and a window over the sink',
    size: [4.8, 2.7, 4.4],
    camera: { back: 1.9, y: 1.5 },
    floor: 'planks',
    from: 'back',
  },
  {
    build: tableKitchen,
    words: 'a kitchen with painted cupboards and a table for four',
    size: [4.6, 2.65, 4.4],
    camera: { back: 1.9, y: 1.5 },
    floor: 'tiles',
  },
  {
    build: galleyKitchen,
    words: 'a narrow kitchen with cupboards on both sides and a tall window at its end',
    size: [3.1, 2.7, 5],
    camera: { back: 0.9, y: 1.5 },
    floor: 'tiles',
    from: 'back',
  },
];

const KITCHEN_SHOTS: readonly Shot[] = [
  [0, 0, 'summer', 'day', 'back', 'garden'],
  [1, 3, 'spring', 'morning', 'left', 'garden'],
  [2, 8, 'summer', 'golden', 'back', 'garden'],
  [0, 5, 'autumn', 'dusk', 'back', 'garden', 7],
  [1, 4, 'autumn', 'golden', 'right', 'hills'],
  [2, 7, 'autumn', 'morning', 'back', 'garden'],
  [0, 2, 'spring', 'morning', 'back', 'garden', -7],
  [1, 9, 'winter', 'dusk', 'left', 'city', -6],
  [0, 7, 'winter', 'day', 'back', 'hills', 6],
  [1, 1, 'summer', 'day', 'right', 'garden', 6],
  [2, 6, 'spring', 'day', 'back', 'city'],
  [0, 4, 'summer', 'golden', 'back', 'sea', -6],
  [1, 0, 'summer', 'morning', 'left', 'garden', 6],
  [2, 3, 'winter', 'dusk', 'back', 'city'],
  [0, 8, 'summer', 'day', 'back', 'city'],
  [1, 6, 'spring', 'golden', 'left', 'garden', -6],
];

const BEDROOM: readonly Setting[] = [
  {
    build: classicBedroom,
    words: 'a bedroom with an upholstered bed, two lamps and framed art',
    size: [4.8, 2.7, 4.6],
    camera: { back: 1.8 },
    floor: 'planks',
  },
  {
    build: viewBedroom,
    words: 'a bedroom with a wide window behind the bed',
    size: [5, 2.75, 4.6],
    camera: { back: 1.8 },
    floor: 'planks',
    from: 'back',
  },
  {
    build: atticBedroom,
    words: 'an attic bedroom under a sloping, beamed ceiling',
    size: [4.6, 2.75, 4.6],
    camera: { back: 1.8 },
    floor: 'planks',
    from: 'back',
  },
  {
    build: calmBedroom,
    words: 'a calm bedroom with a half-painted wall and a tall side window',
    size: [4.6, 2.7, 4.6],
    camera: { back: 1.8 },
    floor: 'planks',
  },
];

const BEDROOM_SHOTS: readonly Shot[] = [
  [0, 3, 'summer', 'morning', 'left', 'garden'],
  [1, 0, 'summer', 'day', 'back', 'garden'],
  [2, 4, 'autumn', 'golden', 'back', 'hills'],
  [3, 2, 'spring', 'morning', 'right', 'garden'],
  [0, 5, 'autumn', 'dusk', 'right', 'garden', -6],
  [1, 7, 'winter', 'night', 'back', 'city', 6],
  [2, 8, 'spring', 'morning', 'back', 'garden'],
  [3, 1, 'summer', 'golden', 'left', 'hills', 6],
  [0, 6, 'spring', 'day', 'left', 'garden', 6],
  [1, 4, 'summer', 'morning', 'back', 'sea', -6],
  [3, 9, 'autumn', 'golden', 'right', 'garden', -5],
  [0, 8, 'winter', 'day', 'right', 'hills'],
  [2, 2, 'winter', 'dusk', 'back', 'hills'],
  [3, 3, 'summer', 'day', 'left', 'city'],
  [1, 6, 'autumn', 'golden', 'back', 'hills', 7],
  [0, 7, 'summer', 'dusk', 'left', 'city', -5],
];

const BATH: readonly Setting[] = [
  {
    build: tubBath,
    words: 'a bathroom with a free-standing bath under the window',
    size: [3.8, 2.65, 3.8],
    camera: { back: 1.9 },
    floor: 'stone',
    from: 'back',
  },
  {
    build: vanityBath,
    words: 'a bathroom with two basins, round mirrors and a glass shower',
    size: [4, 2.6, 3.8],
    camera: { back: 1.9 },
    floor: 'stone',
  },
  {
    build: smallBath,
    words: 'a small tiled bathroom with a bath, a basin and a round mirror',
    size: [3.2, 2.6, 3.4],
    camera: { back: 1.9 },
    floor: 'tiles',
    from: 'back',
  },
];

const BATH_SHOTS: readonly Shot[] = [
  [0, 0, 'summer', 'day', 'back', 'garden'],
  [1, 3, 'spring', 'morning', 'left', 'garden'],
  [2, 8, 'summer', 'morning', 'back', 'garden'],
  [0, 6, 'autumn', 'golden', 'back', 'hills', 7],
  [1, 5, 'winter', 'dusk', 'left', 'city'],
  [2, 2, 'spring', 'day', 'back', 'garden', -6],
  [0, 7, 'summer', 'dusk', 'back', 'sea', -6],
  [1, 1, 'summer', 'golden', 'left', 'garden', 5],
  [2, 3, 'autumn', 'day', 'back', 'city'],
  [0, 4, 'spring', 'morning', 'back', 'garden'],
];

const STUDY: readonly Setting[] = [
  {
    build: study,
    words: 'a study with a desk at the window between bookshelves',
    size: [4.9, 2.7, 4.2],
    camera: { back: 1.8 },
    floor: 'planks',
    from: 'back',
  },
];

const STUDY_SHOTS: readonly Shot[] = [
  [0, 1, 'autumn', 'day', 'back', 'garden'],
  [0, 7, 'winter', 'dusk', 'back', 'city', 6],
  [0, 2, 'summer', 'golden', 'back', 'hills', -6],
  [0, 4, 'spring', 'morning', 'back', 'garden'],
];

const LIGHT_WORDS: Record<Light, string> = {
  morning: 'in soft morning light',
  day: 'in clear daylight',
  golden: 'with low golden sun on the floor',
  dusk: 'at dusk with the lamps on',
  night: 'at night with the lamps on',
};

function pictures(
  kind: Kind,
  prefix: string,
  settings: readonly Setting[],
  shots: readonly Shot[],
): Picture[] {
  return shots.map(([index, scheme, season, light, side, view, yaw = 0], i) => {
    const setting = settings[index];
    const colors = SCHEMES[scheme];
    if (setting === undefined || colors === undefined)
      throw new Error(`${prefix}: no setting ${index} or scheme ${scheme}`);
    return {
      name: `home-${prefix}-${String(i + 1).padStart(2, '0')}`,
      kind,
      alt: `Illustration of ${setting.words}, ${LIGHT_WORDS[light]}.`,
      tags: { season, light, style: setting.build.name },
      draw: (random) => {
        const turn = (yaw * Math.PI) / 180;
        return roomPicture(
          {
            light,
            season,
            random,
            colors,
            size: setting.size,
            camera: {
              ...setting.camera,
              yaw,
              x: (setting.camera.x ?? 0) - Math.tan(turn) * (setting.size[2] * 0.62),
            },
            from: setting.from ?? side,
            view,
            floor: setting.floor,
            ...(setting.beams === undefined ? {} : { beams: setting.beams }),
          },
          setting.build,
        );
      },
    };
  });
}

/** Everything indoors. */
export const roomPictures: readonly Picture[] = [
  ...pictures('living', 'living', LIVING, LIVING_SHOTS),
  ...pictures('kitchen', 'kitchen', KITCHEN, KITCHEN_SHOTS),
  ...pictures('bedroom', 'bedroom', BEDROOM, BEDROOM_SHOTS),
  ...pictures('bathroom', 'bathroom', BATH, BATH_SHOTS),
  ...pictures('study', 'study', STUDY, STUDY_SHOTS),
];
