/** The cover of a listing (docs/product/listings.md, Pictures). */

import type { PictureKind } from '../property-choices.ts';

/** Returns the first picture that is not a floor plan, since those come last. */
export function coverOf<P extends { kind: PictureKind }>(pictures: readonly P[]): P | undefined {
  const [first] = pictures;
  return first?.kind === 'photo' ? first : undefined;
}
