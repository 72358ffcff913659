/**
 * Splits text into words like the database does for the column `search` of listings (`fold_text`).
 */

import { equivalentsOf, withoutUnitWords } from './address-words.ts';
import { APOSTROPHES, foldLetters } from './place-names.ts';

/**
 * Matches a word that PostgreSQL's parser splits after a number with an exponent: `4e7c98` becomes `4e7` and `c98`.
 */
const EXPONENT_AND_REST = /^(\d+e\d+)(\D.*)$/u;

/** Thai, Japanese, and Chinese are written without spaces: each character is a word. */
const SPACELESS =
  /[\u0e01-\u0e3a\u0e40-\u0e4e\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/gu;

/**
 * Returns the words in order, in lower case, without accents and apostrophes; a number with an exponent ends where its
 * digits do.
 */
export function searchWords(text: string): string[] {
  return foldLetters(text)
    .replaceAll(APOSTROPHES, '')
    .replaceAll(SPACELESS, ' $& ')
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => EXPONENT_AND_REST.exec(word)?.slice(1) ?? word)
    .filter((word) => word !== '');
}

/** Returns the words of a search as groups of equivalents: a listing must have one word of each group. */
export const searchedWords = (text: string): (readonly string[])[] =>
  withoutUnitWords(searchWords(text)).map(equivalentsOf);
