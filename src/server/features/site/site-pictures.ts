/** Pictures in settings, which are stored before a change and deleted after it if unused. */

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

/** An uploaded picture with its form field. */
export type IncomingPicture = IncomingImage & { field: string };

/** Returns the picture kind for a form field. */
function kindOf(field: string): PrepareOptions['kind'] {
  if (field === 'logo') return 'logo';
  return field === 'heroImage' ? 'picture' : 'avatar';
}

/**
 * Stores all pictures or none.
 *
 * @param options see `storeImages`
 * @returns the stored pictures by field
 * @throws AppError UNSUPPORTED_TYPE, TOO_LARGE for the first invalid one
 */
export async function storePictures(
  db: Database,
  store: ImageStore,
  incoming: readonly IncomingPicture[],
  options: Pick<PrepareOptions, 'uploader' | 'signal'>,
): Promise<Map<string, StoredImage>> {
  const storedImages = new Map<string, StoredImage>();
  try {
    for (const picture of incoming) {
      const [image] = await storeImages(store, [picture], {
        ...options,
        kind: kindOf(picture.field),
      });
      if (image !== undefined) storedImages.set(picture.field, image);
    }
    return storedImages;
  } catch (error) {
    await removeUnusedImages(db, store, keysOf(storedImages.values()));
    throw error;
  }
}

export const keysOf = (images: Iterable<StoredImage>) => [...images].map(({ key }) => key);

/** Converts stored pictures for responses. */
export function toSitePictures(images: readonly StoredImage[]): SitePicture[] {
  return images.map(({ key, width, height, placeholder }) => ({
    path: imagePath(key),
    width,
    height,
    placeholder,
  }));
}
