/** Reads the place at the end of a one-line address, such as `7 Elm Street, Austin, TX 78704`. */

import { STATES } from '#shared/properties/place-names.ts';

const COUNTRY = /[,\s]+(?:USA?|U\.S\.(?:A\.)?|United States(?: of America)?)$/i;
const STATE = `(?:${Object.entries(STATES).flat().join('|')})`;
const PLACE = new RegExp(
  String.raw`(?:^|,)\s*(?<city>[^,\d]+?)[,\s]\s*(?<state>${STATE})(?:[,\s]+\d{5}(?:-\d{4})?)?$`,
  'i',
);
// Other digits at the end can be a street's number: `County Road 12345`.
const ZIP_CODE = new RegExp(String.raw`(?:,|\b${STATE})\s*(?<zipCode>\d{5})(?:-\d{4})?$`, 'i');

/** @returns the city and state, and the ZIP code, if present */
export function parseOneLineAddress(address: string): {
  city?: string;
  state?: string;
  zipCode?: string;
} {
  const line = address.trim().replace(COUNTRY, '');
  return { ...PLACE.exec(line)?.groups, ...ZIP_CODE.exec(line)?.groups };
}
