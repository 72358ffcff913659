import { hash } from 'node:crypto';

/** Characters from which on a key is replaced by its hash. */
const LONG_LENGTH = 200;

/**
 * A short key for maps with thousands of entries: the key of a search with areas has up to 45,000 characters, and
 * would take far more memory than its value.
 *
 * @param text not a hash itself: JSON, for example
 */
export const shortKey = (text: string) =>
  text.length < LONG_LENGTH ? text : hash('sha256', text, 'base64url');
