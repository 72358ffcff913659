import { forgetAtSignOut } from '../../session/device-memory.ts';

const drafts = new Map<string, string>();
const listeners = new Set<() => void>();
const notice = () => listeners.forEach((listener) => listener());

/** Of an inquiry, and of the user who writes in it: the next one at this device has drafts of their own. */
export const draftKey = (inquiryId: string, userId: string | undefined) =>
  `${userId ?? 'by link'} ${inquiryId}`;

/** What is typed and not sent yet, by `draftKey`: it outlives a look at another one, also while it is being sent. */
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
