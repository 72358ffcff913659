/** By user: the next one at this device has replies of their own. */
const keyOf = (userId: string) => `saved-replies ${userId}`;

/** The default saved replies. */
const FIRST_REPLIES = [
  'Thank you for your interest. Yes, it is still available. When would you like to see it?',
  'Thank you for your question. I will find out and come back to you today.',
];

/** The replies that a user has saved on this device. */
export function readReplies(userId: string): string[] {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    if (Array.isArray(parsed)) return parsed.filter((reply) => typeof reply === 'string');
  } catch {
    // Storage is switched off, or holds something else: the first ones.
  }
  return FIRST_REPLIES;
}

export function writeReplies(userId: string, replies: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(replies));
  } catch {
    // Storage is switched off; then they hold for this page.
  }
}
