/** Checks changes to a listing's pictures. */

import { MAX_IMAGES_PER_PROPERTY } from '#shared/limits.ts';
import { AppError, validationFailed } from '../../../errors/app-error.ts';

/** @throws AppError TOO_LARGE if a listing would have too many pictures */
export function checkPictureCount(count: number): void {
  if (count > MAX_IMAGES_PER_PROPERTY) {
    throw new AppError(
      'TOO_LARGE',
      `A listing can have at most ${MAX_IMAGES_PER_PROPERTY} pictures.`,
    );
  }
}

/**
 * @param known the paths of the listing's pictures
 * @throws AppError VALIDATION_FAILED if a path to delete is not one of them
 */
export function checkPicturesToDelete(
  pathsToDelete: ReadonlySet<string>,
  known: ReadonlySet<string>,
): void {
  for (const path of pathsToDelete) {
    if (!known.has(path)) {
      throw validationFailed([
        { path: 'imagesToDelete', message: 'Only pictures of this listing can be deleted.' },
      ]);
    }
  }
}
