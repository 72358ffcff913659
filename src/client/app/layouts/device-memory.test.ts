import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  finishDraft,
  storeDraft as storeQuestion,
  readDraft,
} from '../../features/inquiries/ask/ask-draft.ts';
import { composerDrafts, draftKey } from '../../features/inquiries/composer-drafts.ts';
import { addReply, readReplies } from '../../features/inquiries/management/reply-store.ts';
import { storeDraft } from '../../features/property-management/editor/listing-draft.ts';
import { EMPTY_LISTING } from '../../features/property-management/editor/listing-form-values.ts';
import { latestListUrl, rememberList } from '../../features/property-management/visited-lists.ts';
import { createSeenHomes } from '../../features/properties/recently-viewed/seen-homes.ts';
import { saveTourDraft, readTourDraft } from '../../features/tours/tour-draft.ts';
import { readInquiryToken } from '../../session/inquiry-tokens.ts';
import {
  COMPARE_KEY,
  DRAFT_KEY,
  EDITED_SEARCH_KEY,
  clearDataOfEndedSessions,
  clearUserData,
  onSessionEnd,
  RECENT_KEY,
  SAVED_KEY,
  SEEN_KEY,
} from '../../session/device-memory.ts';
import {
  createSessionStore,
  SESSION_END_KEY,
  type SessionUser,
} from '../../session/session-store.ts';

function createMemoryStorage() {
  const values = new Map<string, string>();
  return {
    values,
    get length() {
      return values.size;
    },
    key: (index: number) => [...values.keys()][index] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

/** Simulates a device with a signed-in user's data. */
function createDevice() {
  const [local, tab] = [createMemoryStorage(), createMemoryStorage()];
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', tab);
  local.setItem('theme', 'dark');
  const recent = createSeenHomes(RECENT_KEY, 12, () => local);
  recent.remember('42');
  local.setItem(SEEN_KEY, '["42"]');
  local.setItem(COMPARE_KEY, '["42"]');
  local.setItem(SAVED_KEY, '[]');
  const pictures = { order: [], texts: {}, markedForDeletion: [], floorPlans: [], photos: [] };
  const form = { userId: '1', listingId: undefined };
  tab.setItem(EDITED_SEARCH_KEY, '{}');
  storeDraft(form, { values: EMPTY_LISTING, pictures }, () => tab);
  rememberList('/dashboard/my-listings?searchTerm=divorce+sale');
  return {
    local,
    tab,
    recent,
  };
}

afterEach(() => vi.unstubAllGlobals());

describe('clearUserData', () => {
  it('removes homes, searches, and drafts on sign-out, except homes saved by a visitor', () => {
    const { local, tab, recent } = createDevice();
    clearUserData({ isSignOut: true });
    expect(recent.getSnapshot()).toEqual([]);
    expect(latestListUrl()).toBeNull();
    expect([...local.values]).toEqual([
      ['theme', 'dark'],
      [SAVED_KEY, '[]'],
    ]);
    expect([...tab.values.keys()]).toEqual([SESSION_END_KEY]);
  });

  it('keeps the user’s draft if the session expired', () => {
    const { tab, recent } = createDevice();
    clearUserData({ isSignOut: false });
    expect(recent.getSnapshot()).toEqual([]);
    expect(latestListUrl()).toBeNull();
    expect([...tab.values.keys()].toSorted()).toEqual([DRAFT_KEY, SESSION_END_KEY]);
  });

  it.each([true, false])('hides the data from the next user (isSignOut: %s)', (isSignOut) => {
    const { tab } = createDevice();
    const person = { name: 'Ada', email: 'ada@example.org', phone: '555-0100' };
    storeQuestion('42', { ...person, message: 'May we see it?' });
    storeQuestion('43', { ...person, message: 'Is it quiet?' });
    const { email } = person;
    for (const id of ['43', '44']) finishDraft(id, { email, token: 'secret', isSignedIn: false });
    expect(readInquiryToken('44', 'ADA@example.org')).toBe('secret');
    expect(readInquiryToken('44', 'eve@example.org')).toBeUndefined();
    saveTourDraft({ ...person, message: 'There are two of us.' });
    const [ownKey, nextUsersKey] = [draftKey('7', '1'), draftKey('7', '2')];
    composerDrafts.write(ownKey, 'A reply');
    const listener = vi.fn();
    const unsubscribers = [composerDrafts.subscribe(listener), onSessionEnd(listener)];
    clearUserData({ isSignOut });
    const emptyForm = { name: '', email: '', phone: '', message: '' };
    expect([readDraft('42', ''), readDraft('43', ''), readTourDraft()]).toEqual([
      emptyForm,
      emptyForm,
      emptyForm,
    ]);
    expect([readInquiryToken('43', email), readInquiryToken('44', email)]).toEqual([
      undefined,
      undefined,
    ]);
    // The reply is kept for its author unless the user signed out.
    expect(composerDrafts.read(ownKey)).toBe(isSignOut ? '' : 'A reply');
    expect(composerDrafts.read(nextUsersKey)).toBe('');
    expect(listener).toHaveBeenCalledTimes(isSignOut ? 2 : 1);
    for (const unsubscribe of unsubscribers) unsubscribe();
    expect(JSON.stringify([...tab.values])).not.toMatch(/Ada|secret|quiet/);
  });

  it('preserves data shared by all tabs for the next session', () => {
    const { local, tab } = createDevice();
    const sharedValues = new Map(local.values);
    clearUserData({ isSignOut: false, isReplaced: true });
    expect(local.values).toEqual(sharedValues);
    expect(latestListUrl()).toBeNull();
    expect(tab.getItem(EDITED_SEARCH_KEY)).toBeNull();
  });

  it('works if storage is disabled', () => {
    for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, undefined);
    expect(() => clearUserData({ isSignOut: true })).not.toThrow();
  });
});

describe('data stored on the device', () => {
  it('contains no inquiry token for a signed-in user', () => {
    createDevice();
    const email = 'ada@example.org';
    finishDraft('42', { email, token: 'secret', isSignedIn: true });
    expect(readInquiryToken('42', email)).toBeUndefined();
  });

  it('includes saved replies after sign-out, separately for each user', () => {
    createDevice();
    const defaults = readReplies('1');
    addReply('1', 'Come at noon.', defaults);
    clearUserData({ isSignOut: true });
    expect(readReplies('2')).toEqual(defaults);
    expect(readReplies('1')).toEqual([...defaults, 'Come at noon.']);
  });
});

describe('clearDataOfEndedSessions', () => {
  /** Simulates a tab that was away during a visit by one or two users. */
  function createAwayTab() {
    const { local, tab } = createDevice();
    return { tab, sessions: createSessionStore(() => local) };
  }
  const signIn = (sessions: ReturnType<typeof createSessionStore>, _id: string) =>
    sessions.signIn(
      { _id, name: 'Ada', email: 'ada@example.org', role: 'user' } as SessionUser,
      `token of ${_id}`,
    );

  it('removes the data of a tab that was away while a user signed in and out', () => {
    const { tab, sessions } = createAwayTab();
    clearDataOfEndedSessions();
    signIn(sessions, '1');
    sessions.signOut();
    clearDataOfEndedSessions();
    expect(tab.getItem(EDITED_SEARCH_KEY)).toBeNull();
  });

  it('removes the data of a tab that was away while another user signed in', () => {
    const { tab, sessions } = createAwayTab();
    signIn(sessions, '1');
    clearDataOfEndedSessions();
    signIn(sessions, '2');
    clearDataOfEndedSessions();
    expect(tab.getItem(EDITED_SEARCH_KEY)).toBeNull();
  });

  it('does not remove the data of a visitor who signs in', () => {
    const { tab, sessions } = createAwayTab();
    clearDataOfEndedSessions();
    signIn(sessions, '1');
    clearDataOfEndedSessions();
    expect(tab.getItem(EDITED_SEARCH_KEY)).toBe('{}');
  });

  it('removes nothing again after a sign-out in this tab', () => {
    const { tab, sessions } = createAwayTab();
    clearDataOfEndedSessions();
    signIn(sessions, '1');
    sessions.signOut();
    clearUserData({ isSignOut: true });
    tab.setItem(EDITED_SEARCH_KEY, '{"of":"the next person"}');
    clearDataOfEndedSessions();
    expect(tab.getItem(EDITED_SEARCH_KEY)).toContain('next person');
  });

  it('ignores disabled storage', () => {
    for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, undefined);
    expect(() => clearDataOfEndedSessions()).not.toThrow();
  });
});
