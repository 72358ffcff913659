import { hash } from 'node:crypto';

/** Keys of this many characters or more are replaced by their hash. */
const LONG_LENGTH = 200;

/**
 * Returns a short key for maps with thousands of entries: the key of a search with areas has up to
 * 45,000 characters, and would take far more memory than its value.
 *
 * @param text text that cannot look like a hash, such as JSON
 */
export const shortKey = (text: string) =>
  text.length < LONG_LENGTH ? text : hash('sha256', text, 'base64url');
