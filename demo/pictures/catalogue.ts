import { cityPictures } from './city/pictures.ts';
import { housePictures } from './houses/pictures.ts';
import { peoplePictures } from './people/pictures.ts';
import { placePictures } from './places/pictures.ts';
import { roomPictures } from './rooms/pictures.ts';
import { scenePictures } from './places/scenes.ts';
import type { Picture } from './picture.ts';

/** Every picture of the demo, in the order of the manifest. */
export const CATALOGUE: readonly Picture[] = [
  ...housePictures,
  ...cityPictures,
  ...roomPictures,
  ...placePictures,
  ...peoplePictures,
  ...scenePictures,
];
