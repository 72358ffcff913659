/** Which of the drawn pictures (`demo/images`) a demo home shows, and in which order. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { DemoHome } from './demo-home.ts';

/** The pictures and their manifest in the checkout. */
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

/** A drawn picture: what it shows, and its size in pixels. */
export type DemoPicture = {
  key: string;
  file: string;
  kind: string;
  season: string;
  style: string;
  isSouthern: boolean;
  /** Alt text, in words. */
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

/** The portraits in their order; one for each agent. */
export function findPortraits(pictures: readonly DemoPicture[]): DemoPicture[] {
  return pictures.filter(({ kind }) => kind === 'portrait');
}

/** Houses that a glass wall and a deck behind them do not contradict. */
const PLAIN_STYLES = new Set(['modern', 'midcentury', 'ranch', 'scandinavian']);

/** The styles of pictures that show what opens off a home. */
function outsideStyles({ outside, propertyType, style }: DemoHome): string[] {
  const deck = PLAIN_STYLES.has(style) ? ['deck'] : [];
  switch (outside) {
    case 'garden':
      return ['cottage', 'pergola', ...deck];
    case 'terrace':
      return propertyType === 'House' ? ['pergola', ...deck] : ['roof'];
    default:
      return [outside];
  }
}

/** Chooses for one home after the other, so that every picture is used about equally often. */
export function createPicturePicker(
  pictures: readonly DemoPicture[],
): (home: DemoHome, options: { index: number; hasSnow: boolean }) => DemoPicture[] {
  const uses = new Map<string, number>();

  return (home, { index, hasSnow }) => {
    const chosen: DemoPicture[] = [];

    /** The best of the candidates: fit for the climate, of the same season as the others, least used so far. */
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
    // Some agents photograph little.
    const isTerse = index % 9 === 4;

    choose(({ kind, style }) => kind.startsWith('exterior-') && style === home.style);
    choose(({ kind, style }) => kind === 'living' && (isLoft || !isHouse || style !== 'loft'));
    if (!isTerse) choose(({ kind }) => kind === 'kitchen');
    for (const least of isTerse ? [3] : [1, 3]) {
      if (home.bedrooms < least) continue;
      choose(({ kind, style }) => kind === 'bedroom' && (isHouse || style !== 'atticBedroom'));
    }
    if (home.hasStudy) choose(({ kind }) => kind === 'study');
    if (!isTerse && index % 4 !== 1) choose(({ kind }) => kind === 'bathroom');
    const outside = outsideStyles(home);
    choose(({ kind, style }) => outside.includes(style) && !kind.startsWith('exterior-'));
    return chosen;
  };
}
