/** Passes a chosen place suggestion to the surrounding form. */

import type { PlaceSlugs } from '#shared/page-paths.ts';
import { placeSlug, stateSlug, zipSlug } from '#shared/properties/place-slugs.ts';
import type { PlaceSuggestion } from '#shared/schemas/place.ts';

/** A city or a ZIP code by its slugs, or the home at an address. */
export interface ChosenPlace {
  label: string;
  city: string;
  state: string;
  zipCode: string | undefined;
  /** Undefined where an address was chosen. */
  slugs: PlaceSlugs | undefined;
  /** Undefined where a city or a ZIP code was chosen. */
  propertyId: string | undefined;
  /** Undefined where no home there has one. */
  position: { latitude: number; longitude: number } | undefined;
}

/** Reads a suggestion. */
export function toChosenPlace(place: PlaceSuggestion): ChosenPlace {
  const { kind, label, city, state, zipCode, propertyId, latitude, longitude } = place;
  const slugs = { state: stateSlug(state), city: placeSlug(city) };
  return {
    label,
    city,
    state,
    zipCode,
    slugs:
      kind === 'address'
        ? undefined
        : kind === 'zip'
          ? { ...slugs, zip: zipSlug(zipCode ?? '') }
          : slugs,
    propertyId: kind === 'address' ? propertyId : undefined,
    position: latitude === null || longitude === null ? undefined : { latitude, longitude },
  };
}
