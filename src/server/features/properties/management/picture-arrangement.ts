/** The order and the texts that a form gives to a listing's pictures (docs/product/listings.md, Pictures). */

import type { PictureKind } from '#shared/property-choices.ts';
import { newFileIndex } from '#shared/schemas/properties/picture-changes.ts';
import { validationFailed } from '../../../errors/app-error.ts';
import { imagePath } from '../../../storage/image-paths.ts';

/** The arrangement in a form: paths and `new:N`, and texts by the same references. */
export type PictureWishes = {
  imageOrder: readonly string[];
  imageTexts: Readonly<Record<string, string>>;
  imageKinds: Readonly<Record<string, PictureKind>>;
};

/** The resolved arrangement: keys in order, null if none was requested; texts (null for none) and kinds by key. */
export type PictureArrangement = {
  order: string[] | null;
  texts: Map<string, string | null>;
  kinds: Map<string, PictureKind>;
};

/**
 * Refuses wishes about new files that the form does not have.
 *
 * @throws AppError VALIDATION_FAILED
 */
export function requireFiles(
  { imageOrder, imageTexts, imageKinds }: PictureWishes,
  fileCount: number,
): void {
  const wishes = {
    imageOrder,
    imageTexts: Object.keys(imageTexts),
    imageKinds: Object.keys(imageKinds),
  };
  for (const [path, references] of Object.entries(wishes)) {
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
 * @param stayed keys of the pictures that the listing had and still has, in their order
 * @param added keys of the new ones, in the order of the request
 */
export function arrangePictures(
  { imageOrder, imageTexts, imageKinds }: PictureWishes,
  stayed: readonly string[],
  added: readonly string[],
): PictureArrangement {
  const byPath = new Map(stayed.map((key) => [imagePath(key), key]));
  // References that are not, or no longer, pictures of this listing are ignored.
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
