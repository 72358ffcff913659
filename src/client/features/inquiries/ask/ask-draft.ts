/** What a user typed into 'Ask about this home' and did not send: it survives closing and an error. */

import { writeAskToken } from '../../../session/asked-homes.ts';

/** The fields that are stored. */
export interface AskDraft {
  name: string;
  email: string;
  phone: string;
  message: string;
}

const PERSON_KEY = 'ask-person';
const messageKey = (propertyId: string) => `ask-message ${propertyId}`;

/** The draft about a home; who asks is the same for all homes. */
export function readDraft(propertyId: string): AskDraft {
  const person = readPerson();
  return { ...person, message: read(sessionStorageOf(), messageKey(propertyId)) ?? '' };
}

/** Remembers what is typed, for as long as the tab is open. */
export function keepDraft(propertyId: string, { message, ...person }: AskDraft): void {
  write(PERSON_KEY, JSON.stringify(person));
  write(messageKey(propertyId), message);
}

/** After the question was sent: the token of its inquiry, which the next question about the home continues. */
export function finishDraft(propertyId: string, token: string): void {
  write(messageKey(propertyId), '');
  writeAskToken(propertyId, token);
}

function readPerson(): Omit<AskDraft, 'message'> {
  const empty = { name: '', email: '', phone: '' };
  try {
    const kept: unknown = JSON.parse(read(sessionStorageOf(), PERSON_KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...empty, ...kept } : empty;
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
