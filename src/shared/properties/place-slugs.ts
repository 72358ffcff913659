/** Places in addresses and in labels (docs/product/places.md). */

import { foldPlace, foldState, shortZip, STATES } from './place-names.ts';

/** A name in an address: 'San Antonio' is 'san-antonio'. Equal places have equal slugs. */
export const placeSlug = (name: string) => foldPlace(name).replaceAll(' ', '-');

/** A ZIP Code in an address: one of the United States has five digits. */
export const zipSlug = (zipCode: string) => placeSlug(shortZip(zipCode));

/** A state in an address: 'Texas' and 'TX' are 'tx'. */
export const stateSlug = (state: string) => foldState(state).replaceAll(' ', '-');

/** A state as it is shown: its code where it has one. */
export function stateLabel(state: string): string {
  const code = foldState(state).toUpperCase();
  return code in STATES ? code : state;
}

/** A city with its state, as users write it: 'Austin, TX'. */
export const cityLabel = (city: string, state: string) => `${city}, ${stateLabel(state)}`;
