/** The unsent draft of 'Ask about this home', which survives closing the dialog and errors. */

import { writeInquiryToken } from '../../../session/inquiry-tokens.ts';
import { CONTACT_DETAILS_KEY, questionKey } from '../../../session/device-memory.ts';

/** The fields that are stored. */
export interface AskDraft {
  name: string;
  email: string;
  phone: string;
  message: string;
}

/**
 * Reads the draft for a home. All homes share the name and contact details.
 *
 * @param defaultMessage used if no message is stored
 */
export function readDraft(propertyId: string, defaultMessage: string): AskDraft {
  const person = readPerson();
  return {
    ...person,
    message: readItem(getSessionStorage(), questionKey(propertyId)) ?? defaultMessage,
  };
}

/** Stores the draft for as long as the tab is open. */
export function storeDraft(propertyId: string, { message, ...person }: AskDraft): void {
  writeItem(CONTACT_DETAILS_KEY, JSON.stringify(person));
  writeItem(questionKey(propertyId), message);
}

/**
 * Clears the draft's message after it was sent. Stores the token of a visitor's inquiry so that the
 * visitor's next question continues it. Accounts don't need a token, and the next user of the
 * device must not find one.
 */
export function finishDraft(
  propertyId: string,
  { email, token, isSignedIn }: { email: string; token: string; isSignedIn: boolean },
): void {
  writeItem(questionKey(propertyId), '');
  if (!isSignedIn) writeInquiryToken(propertyId, email, token);
}

function readPerson(): Omit<AskDraft, 'message'> {
  const empty = { name: '', email: '', phone: '' };
  try {
    const parsed: unknown = JSON.parse(readItem(getSessionStorage(), CONTACT_DETAILS_KEY) ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? { ...empty, ...parsed } : empty;
  } catch {
    return empty;
  }
}

function getSessionStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

const readItem = (storage: Storage | undefined, key: string) => storage?.getItem(key) ?? null;

function writeItem(key: string, value: string): void {
  try {
    getSessionStorage()?.setItem(key, value);
  } catch {
    // Storage is full or disabled, so the draft lasts only while the form is open.
  }
}
