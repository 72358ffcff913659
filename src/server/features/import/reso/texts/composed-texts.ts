/** Composes missing texts of listings, only from the row's facts. */

import { LONG_TEXT_MAX_LENGTH, PROPERTY_MIN_LENGTH, TITLE_MAX_LENGTH } from '#shared/limits.ts';
import type { BaseFields } from '#shared/properties/property-fields.ts';
import { cutAtWord } from '../reso-values.ts';

/** The facts for composed texts. */
export type TextFacts = Omit<BaseFields, 'title' | 'description'>;

/**
 * Returns the given title, truncated if necessary. If it is missing or too short, returns the
 * street address, or the type and place if the address is withheld.
 */
export function chooseTitle(
  given: string | null,
  facts: TextFacts,
  isAddressShown: boolean,
): string {
  const hasTitle = given !== null && given.length >= PROPERTY_MIN_LENGTH.title;
  const { propertyType, address, city, state } = facts;
  const composed = isAddressShown ? address : `${propertyType} in ${city}, ${state}`;
  return cutAtWord(hasTitle ? given : composed, TITLE_MAX_LENGTH);
}

/**
 * Returns the given remarks, truncated if necessary; adds the facts if they are missing or too
 * short.
 */
export function chooseDescription(given: string | null, facts: TextFacts): string {
  if (given !== null && given.length >= PROPERTY_MIN_LENGTH.description) {
    return cutAtWord(given, LONG_TEXT_MAX_LENGTH);
  }
  return [given, composeDescription(facts)].filter((part) => part !== null).join('\n\n');
}

/**
 * Returns `House for sale in Sacramento, CA 95838: 2 bedrooms, 1 bathroom, 836 square feet.` Leaves
 * out the street address, which can be withheld.
 */
function composeDescription(facts: TextFacts): string {
  const { propertyType, status, city, state, zipCode, bedrooms, bathrooms, sqft } = facts;
  const rooms = [
    bedrooms === 0 ? 'studio' : counted(bedrooms, 'bedroom'),
    counted(bathrooms, 'bathroom'),
    `${sqft.toLocaleString('en-US')} square feet`,
  ];
  return `${propertyType} ${status.toLowerCase()} in ${city}, ${state} ${zipCode}: ${rooms.join(', ')}.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
