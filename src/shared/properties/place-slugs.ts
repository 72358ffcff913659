/** Places in labels (docs/product/places.md). */

import { foldState, STATES } from './place-names.ts';

/** A state as it is shown: its code where it has one. */
export function stateLabel(state: string): string {
  const code = foldState(state).toUpperCase();
  return code in STATES ? code : state;
}

/** A city with its state, as users write it: 'Austin, TX'. */
export const cityLabel = (city: string, state: string) => `${city}, ${stateLabel(state)}`;
