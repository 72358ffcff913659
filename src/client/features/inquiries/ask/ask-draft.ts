/** The unsent draft of 'Ask about this home': it survives closing and errors. */

import { writeAskToken } from '../../../session/asked-homes.ts';
import { ASK_PERSON_KEY, askMessageKey } from '../../../session/device-memory.ts';

/** The fields that are stored. */
export interface AskDraft {
  name: string;
  email: string;
  phone: string;
  message: string;
}

/**
 * Reads the draft for a home; name and contact details are shared by all homes.
 *
 * @param opening the message where none was typed or sent yet
 */
export function readDraft(propertyId: string, opening: string): AskDraft {
  const person = readPerson();
  return { ...person, message: read(sessionStorageOf(), askMessageKey(propertyId)) ?? opening };
}

/** Remembers what is typed, for as long as the tab is open. */
export function keepDraft(propertyId: string, { message, ...person }: AskDraft): void {
  write(ASK_PERSON_KEY, JSON.stringify(person));
  write(askMessageKey(propertyId), message);
}

/**
 * After the question was sent: the next one of a visitor continues its inquiry by the token. One of an account is
 * continued by the account, and leaves no token to the next user.
 */
export function finishDraft(
  propertyId: string,
  { token, isSignedIn }: { token: string; isSignedIn: boolean },
): void {
  write(askMessageKey(propertyId), '');
  if (!isSignedIn) writeAskToken(propertyId, token);
}

function readPerson(): Omit<AskDraft, 'message'> {
  const empty = { name: '', email: '', phone: '' };
  try {
    const parsed: unknown = JSON.parse(read(sessionStorageOf(), ASK_PERSON_KEY) ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? { ...empty, ...parsed } : empty;
  } catch {
    return empty;
  }
}

function sessionStorageOf(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

const read = (storage: Storage | undefined, key: string) => storage?.getItem(key) ?? null;

function write(key: string, value: string): void {
  try {
    sessionStorageOf()?.setItem(key, value);
  } catch {
    // No room: then it lives only while the form is open.
  }
}
