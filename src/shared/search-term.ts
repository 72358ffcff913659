/** Normalizes search terms for the server. */

import { MAX_SEARCH_TERM_LENGTH } from './limits.ts';

/**
 * Truncates text to a maximum number of UTF-16 code units without splitting a surrogate pair, because
 * the server would reject half of a pair.
 */
export function truncateText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * Normalizes a search term from a URL or form: trimmed, at most MAX_SEARCH_TERM_LENGTH long, and without characters
 * that the database cannot store.
 */
export function toSearchTerm(text: string): string {
  const storable = text.replace(/[\0\p{Surrogate}]/gu, '').trim();
  return truncateText(storable, MAX_SEARCH_TERM_LENGTH).trim();
}
