import { onSessionEnd } from '../../session/device-memory.ts';

const drafts = new Map<string, string>();
const listeners = new Set<() => void>();
const notice = () => listeners.forEach((listener) => listener());

/** Scoped to inquiry and user: the next user on this device has separate drafts. */
export const draftKey = (inquiryId: string, userId: string | undefined) =>
  `${userId ?? 'by link'} ${inquiryId}`;

/**
 * Unsent text by `draftKey`. It survives switching to another inquiry, even while it is being sent.
 */
export const composerDrafts = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: (key: string) => drafts.get(key) ?? '',
  write(key: string, text: string) {
    drafts.set(key, text);
    notice();
  },
};

onSessionEnd(({ isSignOut }) => {
  // After an expired session, keep the drafts for the user to sign in again.
  if (!isSignOut) return;
  drafts.clear();
  notice();
});
