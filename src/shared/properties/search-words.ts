/** The words of a text, split as the database splits them for the column `search` of listings. */

import { foldLetters } from './place-names.ts';

/**
 * What PostgreSQL's parser takes for a number with an exponent, and the rest of the word, which is a word of its own:
 * `4e7c98` is `4e7` and `c98`.
 */
const EXPONENT_AND_REST = /^(\d+e\d+)(\D.*)$/u;

/** Words in lower case and without accents, in their order; a number with an exponent ends where its digits do. */
export function searchWords(text: string): string[] {
  return foldLetters(text)
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => EXPONENT_AND_REST.exec(word)?.slice(1) ?? word)
    .filter((word) => word !== '');
}
