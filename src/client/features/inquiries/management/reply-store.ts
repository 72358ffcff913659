/** Returns the storage key. Includes the user so that users of one device have separate replies. */
const keyOf = (userId: string) => `saved-replies ${userId}`;

/** The default saved replies. */
const DEFAULT_REPLIES = [
  'Thank you for your interest. Yes, it is still available. When would you like to see it?',
  'Thank you for your question. I’ll find out and get back to you today.',
];

/** Returns the saved replies of a user on this device; the defaults until the user changes them. */
export function readReplies(userId: string): readonly string[] {
  return readStored(userId) ?? DEFAULT_REPLIES;
}

/**
 * Saves a reply. Reads the stored replies again because another tab may have changed them.
 *
 * @param shown the replies on the page, used if none are stored
 * @returns the new replies
 */
export function addReply(userId: string, reply: string, shown: readonly string[]): string[] {
  const replies = readStored(userId) ?? shown;
  return write(userId, replies.includes(reply) ? [...replies] : [...replies, reply]);
}

/** Deletes a reply; otherwise like `addReply`. */
export function deleteReply(userId: string, reply: string, shown: readonly string[]): string[] {
  const replies = readStored(userId) ?? shown;
  return write(
    userId,
    replies.filter((other) => other !== reply),
  );
}

/** Returns the stored replies; undefined if there are none. */
function readStored(userId: string): string[] | undefined {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    if (Array.isArray(parsed)) return parsed.filter((reply) => typeof reply === 'string');
  } catch {
    // Storage is disabled or corrupt.
  }
  return undefined;
}

function write(userId: string, replies: string[]): string[] {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(replies));
  } catch {
    // Storage is disabled or full, so the replies last only for this page.
  }
  return replies;
}
