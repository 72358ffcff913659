/** Pictures of brochures. Their library is large: import this module only on demand. */

import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { ImageVariant } from '../../storage/image-keys.ts';
import type { ImageStore } from '../../storage/image-store.ts';

/** Pixels for each point: 150 to an inch look sharp on paper. */
const SCALE = 150 / 72;
const QUALITY = 80;

/**
 * A stored picture, cut to a form or, such as a floor plan, whole in it.
 *
 * @param pathname of its full size
 * @param size in points
 * @returns JPEG; null if it is no longer there
 */
export async function readJpeg(
  images: ImageStore,
  pathname: string,
  size: { width: number; height: number },
  fit: 'cover' | 'contain' = 'cover',
): Promise<Buffer | null> {
  const key = pathname.split('/')[2] ?? '';
  const width = Math.round(size.width * SCALE);
  const height = Math.round(size.height * SCALE);
  const variants: ImageVariant[] = width > 640 ? ['1280', 'full'] : ['640', 'full'];
  for (const variant of variants) {
    const found = await images.open(key, variant);
    if (found === null) continue;
    return sharp(await buffer(found.stream))
      .resize({ width, height, fit, background: '#ffffff' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: QUALITY })
      .toBuffer();
  }
  return null;
}
