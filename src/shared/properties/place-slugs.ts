/** Builds slugs and labels of places (docs/product/places.md). */

import { foldPlace, foldState, shortZip, STATES } from './place-names.ts';

/**
 * Returns the slug of a name: 'san-antonio' for 'San Antonio'. Different spellings of the same place
 * have the same slug.
 */
export const placeSlug = (name: string) => foldPlace(name).replaceAll(' ', '-');

/** Returns the slug of a ZIP code, with five digits for the United States. */
export const zipSlug = (zipCode: string) => placeSlug(shortZip(zipCode));

/** Returns the slug of a state: 'tx' for 'Texas' and 'TX'. */
export const stateSlug = (state: string) => foldState(state).replaceAll(' ', '-');

/** Returns the label of a state: its code if it has one. */
export function stateLabel(state: string): string {
  const code = foldState(state).toUpperCase();
  return code in STATES ? code : state;
}

/** Returns the label of a city with its state: 'Austin, TX'. */
export const cityLabel = (city: string, state: string) => `${city}, ${stateLabel(state)}`;
