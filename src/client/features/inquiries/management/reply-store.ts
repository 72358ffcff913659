/** Returns the storage key. Includes the user so that users of one device have separate replies. */
const keyOf = (userId: string) => `saved-replies ${userId}`;

/** The default saved replies. */
const DEFAULT_REPLIES = [
  'Thank you for your interest. Yes, it is still available. When would you like to see it?',
  'Thank you for your question. I’ll find out and get back to you today.',
];

/** Returns the saved replies of a user on this device; the defaults until the user changes them. */
export function readReplies(userId: string): string[] {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    if (Array.isArray(parsed)) return parsed.filter((reply) => typeof reply === 'string');
  } catch {
    // Storage is disabled or corrupt, so use the defaults.
  }
  return DEFAULT_REPLIES;
}

export function writeReplies(userId: string, replies: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(replies));
  } catch {
    // Storage is disabled or full, so the replies last only for this page.
  }
}
