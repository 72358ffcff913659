/** The text that users search for, as the server takes it. */

import { SEARCH_TERM_MAX_LENGTH } from './limits.ts';

/**
 * Cuts a text to at most so many UTF-16 units. A letter of two units that the cut would divide goes as a whole: its
 * first half alone is no text, and the server refuses it.
 */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * A search term out of a URL or a form, trimmed and at most SEARCH_TERM_MAX_LENGTH long; characters that no database
 * stores are dropped.
 */
export function toSearchTerm(text: string): string {
  const storable = text.replace(/[\0\p{Surrogate}]/gu, '').trim();
  return cutText(storable, SEARCH_TERM_MAX_LENGTH).trim();
}
