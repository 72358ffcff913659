import { hash } from 'node:crypto';

/** Characters from which on a key is replaced by its hash. */
const LONG_LENGTH = 200;

/**
 * A key for maps that hold thousands: that of a search with areas, of up to 45,000 characters, would take far more
 * memory than what it stands for.
 *
 * @param text no hash itself: JSON, for example
 */
export const shortKey = (text: string) =>
  text.length < LONG_LENGTH ? text : hash('sha256', text, 'base64url');
