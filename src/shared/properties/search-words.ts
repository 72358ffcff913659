/**
 * Splits text into words as the database does with `fold_text` for the listings' `search` column.
 */

import { equivalentsOf, withoutUnitWords } from './address-words.ts';
import { APOSTROPHES, foldLetters } from './place-names.ts';

/**
 * PostgreSQL's parser splits words after a number with an exponent: `4e7c98` becomes `4e7` and `c98`.
 */
const EXPONENT_AND_SUFFIX = /^(\d+e\d+)(\D.*)$/u;

/** Thai, Japanese, and Chinese are written without spaces, so each character is a word. */
const SPACELESS =
  /[\u0e01-\u0e3a\u0e40-\u0e4e\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/gu;

/**
 * Returns the words in order, in lowercase, without accents or apostrophes. Splits words after a number with an
 * exponent.
 */
export function splitWords(text: string): string[] {
  return foldLetters(text)
    .replaceAll(APOSTROPHES, '')
    .replaceAll(SPACELESS, ' $& ')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .flatMap((word) => EXPONENT_AND_SUFFIX.exec(word)?.slice(1) ?? word)
    .filter((word) => word !== '');
}

/** Returns the words of a search as groups of equivalents. A listing must contain a word from each group. */
export const groupSearchWords = (text: string): (readonly string[])[] =>
  withoutUnitWords(splitWords(text)).map(equivalentsOf);
