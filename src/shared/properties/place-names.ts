/** Normalizes place names for comparison, on server and client (docs/product/listings.md, Places). */

import { withoutExcessMarks } from '../format/combining-marks.ts';

/** The states and territories of the United States and the District of Columbia, by code. */
export const STATES: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'U.S. Virgin Islands',
};

/** Base letters of letters that Unicode does not decompose, as in PostgreSQL's unaccent; `ς` is the final sigma. */
const BASE_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
};

/** Characters removed from names: `O’Fallon` becomes `ofallon`, and `ʻEwa` becomes `ewa`. */
export const APOSTROPHES = /['‘’ʻʼ`´]/g;

/** Letters with marks that can be left out: `é`, `ά`, and `ё`, but not `й`, which is a letter of its own. */
const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}Ёё]/gu;

/** Accents without a letter to combine with, tone and vowel signs of Thai, and voicing marks of Japanese. */
const OTHER_MARKS = /[\u0300-\u036f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u3099\u309a]/gu;

const KANA = /[\u3040-\u30ff]/gu;

/** Converts text to lowercase without accents. */
export function foldLetters(text: string): string {
  return withoutExcessMarks(text)
    .normalize('NFC')
    .replaceAll(ACCENTED, (letter) => letter.normalize('NFKD').replaceAll(/\p{M}/gu, ''))
    .replaceAll(KANA, (letter) => letter.normalize('NFD'))
    .replaceAll(OTHER_MARKS, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłıς]/g, (letter) => BASE_LETTERS[letter] ?? letter);
}

/**
 * Normalizes a place name: lowercase, without accents, apostrophes, or periods. Other punctuation becomes a space.
 * `Coeur d’Alene` and `coeur dalene` become the same. The database has the same rule (`fold_place`, migration 0009).
 */
export function foldPlace(text: string): string {
  return foldLetters(text)
    .replaceAll(APOSTROPHES, '')
    .replaceAll('.', '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const US_ZIP = /^ *([0-9]{5})(?:[ -]?[0-9]{4})? *$/;

/** Shortens a US ZIP code to five digits: `78704-1234` becomes `78704`. Does not change other codes. */
export const shortZip = (zipCode: string): string => US_ZIP.exec(zipCode)?.[1] ?? zipCode;

/** Normalizes a ZIP code. The database has the same rule (`fold_zip`, migration 0141). */
export const foldZip = (zipCode: string): string => foldPlace(shortZip(zipCode));

const CODES_BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(STATES).map(([code, name]) => [foldPlace(name), code.toLowerCase()]),
);

/** Normalizes a state: a known name becomes its lowercase code. */
export function foldState(text: string): string {
  const folded = foldPlace(text);
  return CODES_BY_NAME.get(folded) ?? folded;
}
