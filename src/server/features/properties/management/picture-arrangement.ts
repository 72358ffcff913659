/**
 * Order, texts, and kinds of a listing's pictures from a form (docs/product/listings.md, Pictures).
 */

import type { PictureKind } from '#shared/property-choices.ts';
import { newFileIndex } from '#shared/schemas/properties/picture-changes.ts';
import { validationFailed } from '../../../errors/app-error.ts';
import { imagePath } from '../../../storage/image-paths.ts';

/**
 * The arrangement in a form: references are a picture's path or `new:N`; texts and kinds are by
 * reference.
 */
export type RequestedArrangement = {
  imageOrder: readonly string[];
  imageTexts: Readonly<Record<string, string>>;
  imageKinds: Readonly<Record<string, PictureKind>>;
};

/**
 * The resolved arrangement: keys in order, or null if the form has none; texts (null to clear) and
 * kinds by key.
 */
export type PictureArrangement = {
  order: string[] | null;
  texts: Map<string, string | null>;
  kinds: Map<string, PictureKind>;
};

/**
 * Refuses references to new files that the form does not have.
 *
 * @throws AppError VALIDATION_FAILED
 */
export function requireFiles(
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
        const message = `${path} names ${reference.slice(0, 20)}, but ${fileCount} new images were sent.`;
        throw validationFailed([{ path, message }]);
      }
    }
  }
}

/**
 * @param stayed keys of the pictures that remain, in their order
 * @param added keys of the new pictures, in the form's order
 */
export function arrangePictures(
  { imageOrder, imageTexts, imageKinds }: RequestedArrangement,
  stayed: readonly string[],
  added: readonly string[],
): PictureArrangement {
  const byPath = new Map(stayed.map((key) => [imagePath(key), key]));
  // References to deleted or other listings' pictures are ignored.
  const keyOf = (reference: string) => {
    const index = newFileIndex(reference);
    return index === null ? byPath.get(reference) : added[index];
  };
  const named = imageOrder.flatMap((reference) => keyOf(reference) ?? []);
  const others = [...stayed, ...added].filter((key) => !named.includes(key));
  const texts = Object.entries(imageTexts).flatMap(([reference, text]) => {
    const key = keyOf(reference);
    return key === undefined ? [] : [[key, text === '' ? null : text] as const];
  });
  const kinds = Object.entries(imageKinds).flatMap(([reference, kind]) => {
    const key = keyOf(reference);
    return key === undefined ? [] : [[key, kind] as const];
  });
  return {
    order: imageOrder.length === 0 ? null : [...named, ...others],
    texts: new Map(texts),
    kinds: new Map(kinds),
  };
}
