import { forgetAtSignOut } from '../../session/device-memory.ts';

const drafts = new Map<string, string>();
const listeners = new Set<() => void>();
const notice = () => listeners.forEach((listener) => listener());

/** Scoped to inquiry and user: the next user on this device has drafts of their own. */
export const draftKey = (inquiryId: string, userId: string | undefined) =>
  `${userId ?? 'by link'} ${inquiryId}`;

/** Unsent text by `draftKey`: it survives switching to another inquiry, also while it is being sent. */
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

forgetAtSignOut(({ wasAsked }) => {
  // A session that ended by itself leaves them to its user, who signs in again.
  if (!wasAsked) return;
  drafts.clear();
  notice();
});
