/** The pictures of the site's settings: stored before a change, and deleted after it when they are unused. */

import type { SitePicture } from '#shared/schemas/site.ts';
import type { Database } from '../../database/database.ts';
import type { PrepareOptions } from '../../storage/image-pipeline.ts';
import { imagePath } from '../../storage/image-paths.ts';
import {
  type IncomingImage,
  storeImages,
  type StoredImage,
  removeUnusedImages,
} from '../../storage/image-service.ts';
import type { ImageStore } from '../../storage/image-store.ts';

/** A picture that came with a change, and the field that it came in. */
export type IncomingPicture = IncomingImage & { field: string };

/** The kind of a picture, by its form field. */
function kindOf(field: string): PrepareOptions['kind'] {
  if (field === 'logo') return 'logo';
  return field === 'heroImage' ? 'picture' : 'avatar';
}

/**
 * Stores pictures: all of them or none.
 *
 * @param options see `storeImages`
 * @returns one for each field
 * @throws AppError UNSUPPORTED_TYPE, TOO_LARGE for the first bad one
 */
export async function storePictures(
  db: Database,
  store: ImageStore,
  incoming: readonly IncomingPicture[],
  options: Pick<PrepareOptions, 'account' | 'signal'>,
): Promise<Map<string, StoredImage>> {
  const stored = new Map<string, StoredImage>();
  try {
    for (const picture of incoming) {
      const [image] = await storeImages(store, [picture], {
        ...options,
        kind: kindOf(picture.field),
      });
      if (image !== undefined) stored.set(picture.field, image);
    }
    return stored;
  } catch (error) {
    await removeUnusedImages(db, store, keysOf(stored.values()));
    throw error;
  }
}

/** The keys of stored pictures. */
export const keysOf = (images: Iterable<StoredImage>) => [...images].map(({ key }) => key);

/** Stored pictures in responses. */
export function toSitePictures(images: readonly StoredImage[]): SitePicture[] {
  return images.map(({ key, width, height, placeholder }) => ({
    path: imagePath(key),
    width,
    height,
    placeholder,
  }));
}
