/** Filters the files that a user adds to a listing (docs/product/dashboard.md, Listing form). */

import { MAX_IMAGES_PER_PROPERTY } from '#shared/limits.ts';
import { validatePicture } from '../../../../forms/accepted-pictures.ts';

/** The outcome of choosing or dropping files. */
export interface Selection<F> {
  /** To append, in their original order. */
  accepted: F[];
  /** A sentence about each omitted file. */
  warnings: string[];
}

/**
 * Filters chosen files: omits duplicate names and files that the server would reject.
 *
 * @param existingNames names of the files chosen earlier
 * @param remaining how many more pictures the listing can have
 */
export function selectPictures<F extends Pick<File, 'name' | 'type' | 'size'>>(
  chosen: readonly F[],
  existingNames: readonly string[],
  remaining: number,
): Selection<F> {
  const names = new Set(existingNames);
  const accepted: F[] = [];
  const warnings: string[] = [];
  for (const file of chosen) {
    const problem = names.has(file.name)
      ? `${file.name} was not added: a file with that name is already selected.`
      : validatePicture(file);
    if (problem !== null) {
      warnings.push(problem);
    } else if (accepted.length === remaining) {
      warnings.push(
        `${file.name} was not added: a listing can have at most ${MAX_IMAGES_PER_PROPERTY} pictures.`,
      );
    } else {
      names.add(file.name);
      accepted.push(file);
    }
  }
  return { accepted, warnings };
}
