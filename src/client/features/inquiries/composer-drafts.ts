import { forgetAtSignOut } from '../../session/device-memory.ts';

const drafts = new Map<string, string>();
const listeners = new Set<() => void>();
const notice = () => listeners.forEach((listener) => listener());

/** What is typed and not sent yet, by inquiry: it outlives a look at another one, also while it is being sent. */
export const composerDrafts = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: (inquiryId: string) => drafts.get(inquiryId) ?? '',
  write(inquiryId: string, text: string) {
    drafts.set(inquiryId, text);
    notice();
  },
};

forgetAtSignOut(() => {
  drafts.clear();
  notice();
});
