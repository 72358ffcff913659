import { hash } from 'node:crypto';

/** Keys of at least this many characters are replaced by their hash. */
const MIN_HASHED_LENGTH = 200;

/**
 * Returns a short key for maps with thousands of entries: the key of a search with areas has up to
 * 45,000 characters, and would take far more memory than its value.
 *
 * @param text cannot look like a hash, e.g. JSON
 */
export const shortKey = (text: string) =>
  text.length < MIN_HASHED_LENGTH ? text : hash('sha256', text, 'base64url');
