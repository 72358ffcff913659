import { onSessionEnd } from '../../session/device-memory.ts';

const drafts = new Map<string, string>();
const listeners = new Set<() => void>();

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function notifyListeners() {
  const hasText = [...drafts.values()].some((text) => text.trim() !== '');
  if (hasText) globalThis.addEventListener?.('beforeunload', warn);
  else globalThis.removeEventListener?.('beforeunload', warn);
  listeners.forEach((listener) => listener());
}

/** Returns the key of a draft. Includes the user so that users of one device have separate drafts. */
export const draftKey = (inquiryId: string, userId: string | undefined) =>
  `${userId ?? 'by link'} ${inquiryId}`;

/** Returns the key of the unsaved note on an inquiry. */
export const noteDraftKey = (inquiryId: string, userId: string | undefined) =>
  `${draftKey(inquiryId, userId)} note`;

/**
 * Unsent replies by `draftKey`, and unsaved notes by `noteDraftKey`. They survive switching to another inquiry, even
 * while they are being sent. The browser warns before they are lost.
 */
export const composerDrafts = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  find: (key: string) => drafts.get(key),
  read: (key: string) => drafts.get(key) ?? '',
  write(key: string, text: string) {
    drafts.set(key, text);
    notifyListeners();
  },
  remove(key: string) {
    drafts.delete(key);
    notifyListeners();
  },
};

onSessionEnd(({ isSignOut }) => {
  // After an expired session, keep the drafts for when the user signs in again.
  if (!isSignOut) return;
  drafts.clear();
  notifyListeners();
});
