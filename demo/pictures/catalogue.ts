import { cityPictures } from './city/pictures.ts';
import { housePictures } from './houses/pictures.ts';
import type { Light, Season } from './palette.ts';
import { peoplePictures } from './people/pictures.ts';
import { placePictures } from './places/pictures.ts';
import { roomPictures } from './rooms/pictures.ts';
import { scenePictures } from './places/scenes.ts';
import type { Random } from './random.ts';

export type Kind =
  | 'exterior-house'
  | 'exterior-apartment'
  | 'exterior-condo'
  | 'living'
  | 'kitchen'
  | 'bedroom'
  | 'bathroom'
  | 'study'
  | 'garden'
  | 'balcony'
  | 'terrace'
  | 'street'
  | 'portrait'
  | 'scene';

/** One picture: what it is called, what it shows, and how it is drawn. */
export interface Picture {
  /** File name without its ending. */
  name: string;
  kind: Kind;
  /** One sentence that tells truthfully what can be seen. */
  alt: string;
  tags: { season: Season; light: Light; style: string };
  width?: number;
  height?: number;
  /** Markup inside the picture's `<svg>`. */
  draw: (random: Random) => string;
}

/** Every picture of the demo, in the order of the manifest. */
export const CATALOGUE: readonly Picture[] = [
  ...housePictures,
  ...cityPictures,
  ...roomPictures,
  ...placePictures,
  ...peoplePictures,
  ...scenePictures,
];
