/** Pictures for brochures. Import this module only on demand, because its library is large. */

import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { ImageVariant } from '../../storage/image-keys.ts';
import type { ImageStore } from '../../storage/image-store.ts';

/** Pixels per point: 150 dpi looks sharp on paper. */
const SCALE = 150 / 72;
const QUALITY = 80;

/**
 * Reads a stored picture and crops it to a size, or scales it to fit on white if `fit` is 'contain'.
 *
 * @param pathname the path of the full-size variant
 * @param size in points
 * @returns a JPEG; null if the picture no longer exists
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
    const image = await images.open(key, variant);
    if (image === null) continue;
    return sharp(await buffer(image.stream))
      .resize({ width, height, fit, background: '#ffffff' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: QUALITY })
      .toBuffer();
  }
  return null;
}
