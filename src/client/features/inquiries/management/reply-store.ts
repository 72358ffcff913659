const KEY = 'saved-replies';

/** What an agent starts with. */
const FIRST_REPLIES = [
  'Thank you for your interest. Yes, it is still available. When would you like to see it?',
  'Thank you for your question. I will find out and come back to you today.',
];

/** The saved replies of this device. */
export function readReplies(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (Array.isArray(kept)) return kept.filter((reply) => typeof reply === 'string');
  } catch {
    // Storage is switched off, or holds something else: the first ones.
  }
  return FIRST_REPLIES;
}

export function writeReplies(replies: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(replies));
  } catch {
    // Storage is switched off; then they hold for this page.
  }
}
