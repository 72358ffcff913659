/** Selects and orders the pictures (`demo/images`) of each demo home. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { DemoHome } from './demo-home.ts';

/** The folder with the pictures and their manifest. */
const IMAGES_FOLDER = path.join(import.meta.dirname, '../../../../demo/images');

const manifestSchema = z.object({
  pictures: z.array(
    z.object({
      file: z.string().regex(/^[a-z0-9-]+\.webp$/),
      kind: z.string(),
      alt: z.string(),
      tags: z.object({ season: z.string(), style: z.string() }),
      width: z.number(),
      height: z.number(),
    }),
  ),
});

/** A generated picture with its subject and its size in pixels. */
export type DemoPicture = {
  key: string;
  file: string;
  kind: string;
  season: string;
  style: string;
  isSouthern: boolean;
  /** Alt text. */
  text: string;
  width: number;
  height: number;
};

/** Reads the pictures' manifest. */
export async function readDemoPictures(): Promise<DemoPicture[]> {
  const text = await readFile(path.join(IMAGES_FOLDER, 'manifest.json'), 'utf8');
  return manifestSchema
    .parse(JSON.parse(text))
    .pictures.map(({ file, kind, alt, tags, width, height }) => ({
      key: `demo-${path.basename(file, '.webp')}`,
      file: path.join(IMAGES_FOLDER, file),
      kind,
      season: tags.season,
      style: tags.style,
      isSouthern: alt.includes('palm'),
      text: alt,
      width,
      height,
    }));
}

/** Finds the portraits, in order; one for each agent. */
export function findPortraits(pictures: readonly DemoPicture[]): DemoPicture[] {
  return pictures.filter(({ kind }) => kind === 'portrait');
}

/** Styles of houses that can have a glass wall and a deck in the back. */
const DECK_STYLES = new Set(['modern', 'midcentury', 'ranch', 'scandinavian']);

/** Returns the styles of pictures that can show a home's outdoor space. */
function outsideStyles({ outside, propertyType, style }: DemoHome): string[] {
  const deck = DECK_STYLES.has(style) ? ['deck'] : [];
  switch (outside) {
    case 'garden':
      return ['cottage', 'pergola', ...deck];
    case 'terrace':
      return propertyType === 'House' ? ['pergola', ...deck] : ['roof'];
    default:
      return [outside];
  }
}

/** Creates a function that picks each home's pictures and uses all pictures about equally often. */
export function createPicturePicker(
  pictures: readonly DemoPicture[],
): (home: DemoHome, options: { index: number; hasSnow: boolean }) => DemoPicture[] {
  const uses = new Map<string, number>();

  return (home, { index, hasSnow }) => {
    const chosen: DemoPicture[] = [];

    /**
     * Adds the best candidate: it fits the climate, matches the season of the other pictures, and
     * has been used least.
     */
    function choose(isCandidate: (picture: DemoPicture) => boolean): void {
      const score = (picture: DemoPicture) =>
        (picture.season === 'winter' && !hasSnow ? 100 : 0) +
        (picture.isSouthern && hasSnow ? 100 : 0) +
        10 * (uses.get(picture.key) ?? 0) +
        (chosen[0] !== undefined && picture.season !== chosen[0].season ? 9 : 0);
      const [best] = pictures
        .filter((picture) => isCandidate(picture) && !chosen.includes(picture))
        .toSorted((a, b) => score(a) - score(b));
      if (!best) return;
      chosen.push(best);
      uses.set(best.key, (uses.get(best.key) ?? 0) + 1);
    }
    const isHouse = home.propertyType === 'House';
    const isLoft = home.style === 'warehouse';
    // Some agents upload few photos.
    const hasFewPhotos = index % 9 === 4;

    choose(({ kind, style }) => kind.startsWith('exterior-') && style === home.style);
    choose(({ kind, style }) => kind === 'living' && (isLoft || !isHouse || style !== 'loft'));
    if (!hasFewPhotos) choose(({ kind }) => kind === 'kitchen');
    for (const minBedrooms of hasFewPhotos ? [3] : [1, 3]) {
      if (home.bedrooms < minBedrooms) continue;
      choose(({ kind, style }) => kind === 'bedroom' && (isHouse || style !== 'atticBedroom'));
    }
    if (home.hasStudy) choose(({ kind }) => kind === 'study');
    if (!hasFewPhotos && index % 4 !== 1) choose(({ kind }) => kind === 'bathroom');
    const outside = outsideStyles(home);
    choose(({ kind, style }) => outside.includes(style) && !kind.startsWith('exterior-'));
    return chosen;
  };
}
