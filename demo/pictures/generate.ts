/**
 * Draws the demo pictures into `demo/images` and writes their manifest.
 * Run by hand: `node demo/pictures/generate.ts [name-prefix …]`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Picture } from './picture.ts';
import { CATALOGUE } from './catalogue.ts';
import { createRandom } from './random.ts';

export const IMAGES_FOLDER = join(import.meta.dirname, '..', 'images');
const WEBP_QUALITY = 80;

/** The whole SVG text of a picture; the same for the same picture, always. */
export function svgOf(picture: Picture): string {
  const { width = 1600, height = 1200 } = picture;
  const inner = picture.draw(createRandom(picture.name));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inner}</svg>`;
}

/** One line of `manifest.json`. */
export interface ManifestEntry {
  file: string;
  kind: Picture['kind'];
  alt: string;
  tags: Picture['tags'];
  width: number;
  height: number;
}

export function manifestOf(pictures: readonly Picture[]): { pictures: ManifestEntry[] } {
  return {
    pictures: pictures.map((p) => ({
      file: `${p.name}.webp`,
      kind: p.kind,
      alt: p.alt,
      tags: p.tags,
      width: p.width ?? 1600,
      height: p.height ?? 1200,
    })),
  };
}

async function main(prefixes: readonly string[]): Promise<void> {
  await mkdir(IMAGES_FOLDER, { recursive: true });
  const wanted = CATALOGUE.filter(
    (p) => prefixes.length === 0 || prefixes.some((x) => p.name.startsWith(x)),
  );
  let bytes = 0;
  for (const picture of wanted) {
    const file = await sharp(Buffer.from(svgOf(picture)))
      .webp({ quality: WEBP_QUALITY, effort: 5 })
      .toBuffer();
    bytes += file.length;
    await writeFile(join(IMAGES_FOLDER, `${picture.name}.webp`), file);
  }
  await writeFile(
    join(IMAGES_FOLDER, 'manifest.json'),
    `${JSON.stringify(manifestOf(CATALOGUE), null, 2)}\n`,
  );
  process.stdout.write(`${wanted.length} pictures, ${Math.round(bytes / 1024)} kB\n`);
}

if (import.meta.main) await main(process.argv.slice(2));
