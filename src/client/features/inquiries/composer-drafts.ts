import { onSessionEnd } from '../../session/device-memory.ts';

const drafts = new Map<string, string>();
const listeners = new Set<() => void>();
const notifyListeners = () => listeners.forEach((listener) => listener());

/** Returns the key of a draft. Includes the user so that users of one device have separate drafts. */
export const draftKey = (inquiryId: string, userId: string | undefined) =>
  `${userId ?? 'by link'} ${inquiryId}`;

/**
 * Unsent text by `draftKey`. It survives switching to another inquiry, even while the message is being sent.
 */
export const composerDrafts = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: (key: string) => drafts.get(key) ?? '',
  write(key: string, text: string) {
    drafts.set(key, text);
    notifyListeners();
  },
};

onSessionEnd(({ isSignOut }) => {
  // After an expired session, keep the drafts for when the user signs in again.
  if (!isSignOut) return;
  drafts.clear();
  notifyListeners();
});
