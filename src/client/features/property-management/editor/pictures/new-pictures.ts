/** The pictures that were chosen for a listing and are not sent yet (docs/product/dashboard.md, Listing form). */

import { IMAGES_PER_PROPERTY_MAX } from '#shared/limits.ts';
import { pictureProblem } from '../../../../forms/accepted-pictures.ts';

/** The outcome of choosing or dropping files. */
export interface Selection<F> {
  /** To be added at the end, in the order in which they came. */
  accepted: F[];
  /** A sentence about each file that was left out. */
  remarks: string[];
}

/**
 * Sorts chosen files: duplicates by name and files that the server would refuse are omitted.
 *
 * @param present names of the files chosen before
 * @param room how many more pictures the listing can have
 */
export function selectPictures<F extends Pick<File, 'name' | 'type' | 'size'>>(
  chosen: readonly F[],
  present: readonly string[],
  room: number,
): Selection<F> {
  const names = new Set(present);
  const accepted: F[] = [];
  const remarks: string[] = [];
  for (const file of chosen) {
    const problem = names.has(file.name)
      ? `${file.name} was left out: a file of that name is chosen already.`
      : pictureProblem(file);
    if (problem !== null) {
      remarks.push(problem);
    } else if (accepted.length === room) {
      remarks.push(
        `${file.name} was left out: a listing can have at most ${IMAGES_PER_PROPERTY_MAX} pictures.`,
      );
    } else {
      names.add(file.name);
      accepted.push(file);
    }
  }
  return { accepted, remarks };
}
