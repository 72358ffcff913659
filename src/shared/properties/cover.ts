/** Chooses a listing's cover (docs/product/listings.md, Pictures). */

import type { PictureKind } from '../property-choices.ts';

/** Returns the first picture unless it is a floor plan. Floor plans are sorted last. */
export function coverOf<P extends { kind: PictureKind }>(pictures: readonly P[]): P | undefined {
  const [first] = pictures;
  return first?.kind === 'photo' ? first : undefined;
}
