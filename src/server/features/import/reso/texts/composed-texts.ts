/** Composes missing titles and descriptions from a row's facts. */

import { MAX_LONG_TEXT_LENGTH, MIN_PROPERTY_LENGTH, MAX_TITLE_LENGTH } from '#shared/limits.ts';
import { shortZip } from '#shared/properties/place-names.ts';
import type { BaseFields } from '#shared/properties/property-fields.ts';
import { truncateAtWord } from '../reso-values.ts';

/** The facts that composed titles and descriptions can contain. */
export type TextFacts = Omit<BaseFields, 'title' | 'description'>;

/**
 * Returns the imported title, truncated if necessary. If it is missing or too short, returns the
 * street address, or the type and place if the address is withheld.
 */
export function chooseTitle(
  imported: string | null,
  facts: TextFacts,
  isAddressShown: boolean,
): string {
  const hasTitle = imported !== null && imported.length >= MIN_PROPERTY_LENGTH.title;
  const { propertyType, address, city, state } = facts;
  const composed = isAddressShown ? address : `${propertyType} in ${city}, ${state}`;
  return truncateAtWord(hasTitle ? imported : composed, MAX_TITLE_LENGTH);
}

/**
 * Returns the imported remarks, truncated if necessary. If they are missing or too short, appends the
 * facts.
 */
export function chooseDescription(imported: string | null, facts: TextFacts): string {
  if (imported !== null && imported.length >= MIN_PROPERTY_LENGTH.description) {
    return truncateAtWord(imported, MAX_LONG_TEXT_LENGTH);
  }
  return [imported, composeDescription(facts)].filter((part) => part !== null).join('\n\n');
}

/**
 * Returns `House for sale in Sacramento, CA 95838: 2 bedrooms, 1 bathroom, 836 square feet.` Omits the
 * street address and the last digits of a ZIP+4 code, which can be withheld.
 */
function composeDescription(facts: TextFacts): string {
  const { propertyType, status, city, state, zipCode, bedrooms, bathrooms, sqft } = facts;
  const rooms = [
    bedrooms === 0 ? 'studio' : countNoun(bedrooms, 'bedroom'),
    countNoun(bathrooms, 'bathroom'),
    `${sqft.toLocaleString('en-US')} square feet`,
  ];
  return `${propertyType} ${status.toLowerCase()} in ${city}, ${state} ${shortZip(zipCode)}: ${rooms.join(', ')}.`;
}

function countNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
