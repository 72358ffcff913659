/** Which of the drawn pictures (`demo/images`) a demo home shows, and in which order. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { DemoHome } from './demo-home.ts';

/** Where the pictures and their manifest lie in the checkout. */
export const DEMO_IMAGES_FOLDER = path.join(import.meta.dirname, '../../../../demo/images');

const manifestSchema = z.object({
  pictures: z.array(
    z.object({
      file: z.string().regex(/^[a-z0-9-]+\.webp$/),
      kind: z.string(),
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
  width: number;
  height: number;
};

/** Reads the manifest that stands beside the pictures. */
export async function readDemoPictures(): Promise<DemoPicture[]> {
  const text = await readFile(path.join(DEMO_IMAGES_FOLDER, 'manifest.json'), 'utf8');
  return manifestSchema
    .parse(JSON.parse(text))
    .pictures.map(({ file, kind, tags, width, height }) => ({
      key: `demo-${path.basename(file, '.webp')}`,
      file: path.join(DEMO_IMAGES_FOLDER, file),
      kind,
      season: tags.season,
      style: tags.style,
      width,
      height,
    }));
}

/** The portraits in their order; one for each agent. */
export function findPortraits(pictures: readonly DemoPicture[]): DemoPicture[] {
  return pictures.filter(({ kind }) => kind === 'portrait');
}

/** Chooses for one home after the other, so that every picture is used about equally often. */
export function createPicturePicker(
  pictures: readonly DemoPicture[],
): (home: DemoHome, options: { index: number; hasSnow: boolean }) => DemoPicture[] {
  const uses = new Map<string, number>();

  return (home, { index, hasSnow }) => {
    const chosen: DemoPicture[] = [];
    const season = () => chosen[0]?.season;

    /** The best that is left: of the wanted style, of the same season as the others, least used so far. */
    function choose(kind: string, style?: string): void {
      const score = (picture: DemoPicture) =>
        (style !== undefined && picture.style !== style ? 1_000 : 0) +
        (picture.season === 'winter' && !hasSnow ? 100 : 0) +
        10 * (uses.get(picture.key) ?? 0) +
        (season() !== undefined && picture.season !== season() ? 9 : 0);
      const [best] = pictures
        .filter((picture) => picture.kind === kind && !chosen.includes(picture))
        .toSorted((a, b) => score(a) - score(b));
      if (!best) return;
      chosen.push(best);
      uses.set(best.key, (uses.get(best.key) ?? 0) + 1);
    }

    choose(`exterior-${home.propertyType.toLowerCase()}`, home.style);
    choose('living', home.style === 'loft' ? 'loft' : undefined);
    // Some agents photograph little.
    const isTerse = index % 9 === 4;
    if (!isTerse) choose('kitchen');
    if (!isTerse && home.bedrooms > 0) choose('bedroom');
    if (home.bedrooms > 2) choose('bedroom');
    if (home.hasStudy) choose('study');
    if (!isTerse && index % 4 !== 1) choose('bathroom');
    choose(home.outside);
    return chosen;
  };
}
