/**
 * Resolves the order, alternative texts, and kinds of pictures in a form (docs/product/listings.md,
 * Pictures).
 */

import { countOf } from '#shared/format/numbers.ts';
import type { PictureKind } from '#shared/property-choices.ts';
import { newFileIndex } from '#shared/schemas/properties/picture-changes.ts';
import { validationFailed } from '../../../errors/app-error.ts';
import { imagePath } from '../../../storage/image-paths.ts';

/**
 * The arrangement in a form. A reference is a picture's path or `new:N`. Alternative texts and
 * kinds are keyed by reference.
 */
export type RequestedArrangement = {
  imageOrder: readonly string[];
  imageTexts: Readonly<Record<string, string>>;
  imageKinds: Readonly<Record<string, PictureKind>>;
};

/**
 * The resolved arrangement. `order` contains all keys in order, or is null if the form specifies no
 * order. Alternative texts (null to clear) and kinds are keyed by picture key.
 */
export type PictureArrangement = {
  order: string[] | null;
  texts: Map<string, string | null>;
  kinds: Map<string, PictureKind>;
};

/**
 * Rejects references to files that the form does not contain.
 *
 * @throws AppError VALIDATION_FAILED
 */
export function checkFileReferences(
  { imageOrder, imageTexts, imageKinds }: RequestedArrangement,
  fileCount: number,
): void {
  const referencesByField = {
    imageOrder,
    imageTexts: Object.keys(imageTexts),
    imageKinds: Object.keys(imageKinds),
  };
  for (const [path, references] of Object.entries(referencesByField)) {
    for (const reference of references) {
      const isMissing =
        reference.startsWith('new:') && (newFileIndex(reference) ?? fileCount) >= fileCount;
      if (isMissing) {
        const message = `${path} refers to ${reference.slice(0, 20)}, but the form has ${countOf(fileCount, 'new picture')}.`;
        throw validationFailed([{ path, message }]);
      }
    }
  }
}

/**
 * Resolves a requested arrangement.
 *
 * @param remaining keys of the stored pictures that are not deleted, in their current order
 * @param added keys of the new pictures in the form's order
 */
export function arrangePictures(
  { imageOrder, imageTexts, imageKinds }: RequestedArrangement,
  remaining: readonly string[],
  added: readonly string[],
): PictureArrangement {
  const byPath = new Map(remaining.map((key) => [imagePath(key), key]));
  // Ignores references to deleted pictures and pictures of other listings.
  const keyOf = (reference: string) => {
    const index = newFileIndex(reference);
    return index === null ? byPath.get(reference) : added[index];
  };
  const ordered = imageOrder.flatMap((reference) => keyOf(reference) ?? []);
  const others = [...remaining, ...added].filter((key) => !ordered.includes(key));
  const texts = Object.entries(imageTexts).flatMap(([reference, text]) => {
    const key = keyOf(reference);
    return key === undefined ? [] : [[key, text === '' ? null : text] as const];
  });
  const kinds = Object.entries(imageKinds).flatMap(([reference, kind]) => {
    const key = keyOf(reference);
    return key === undefined ? [] : [[key, kind] as const];
  });
  return {
    order: imageOrder.length === 0 ? null : [...ordered, ...others],
    texts: new Map(texts),
    kinds: new Map(kinds),
  };
}
