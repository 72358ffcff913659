/** A chosen place, passed from the place field to its form. */

import type { PlaceSlugs } from '#shared/page-paths.ts';
import { placeSlug, stateSlug, zipSlug } from '#shared/properties/place-slugs.ts';
import type { PlaceSuggestion } from '#shared/schemas/place.ts';

/** A city or ZIP code with its slugs, or the home at an address. */
export interface ChosenPlace {
  label: string;
  city: string;
  state: string;
  zipCode: string | undefined;
  /** Undefined for an address. */
  slugs: PlaceSlugs | undefined;
  /** Undefined for a city or a ZIP code. */
  propertyId: string | undefined;
  /** Undefined if no home there has coordinates. */
  position: { latitude: number; longitude: number } | undefined;
}

/** Converts a suggestion to a chosen place. */
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
