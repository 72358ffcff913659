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
  EDITED_SEARCH_KEY,
  clearUserData,
  keepTabDataOf,
  RECENT_KEY,
  SAVED_KEY,
  SEEN_KEY,
} from '../../session/device-memory.ts';
import { endedSessions } from '../../session/use-ended-sessions.ts';

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
    storages: { local: () => local, tab: () => tab },
  };
}

afterEach(() => vi.unstubAllGlobals());

describe('clearUserData', () => {
  it('removes homes, searches, and drafts on sign-out, except homes saved by a visitor', () => {
    const { local, tab, recent, storages } = createDevice();
    clearUserData({ isSignOut: true }, storages);
    expect(recent.getSnapshot()).toEqual([]);
    expect(latestListUrl()).toBeNull();
    expect([...local.values]).toEqual([
      ['theme', 'dark'],
      [SAVED_KEY, '[]'],
    ]);
    expect(tab.values.size).toBe(0);
  });

  it('keeps the user’s draft if the session expired', () => {
    const { tab, recent, storages } = createDevice();
    clearUserData({ isSignOut: false }, storages);
    expect(recent.getSnapshot()).toEqual([]);
    expect(latestListUrl()).toBeNull();
    expect(tab.values.size).toBe(1);
  });

  it.each([true, false])('hides the data from the next user (isSignOut: %s)', (isSignOut) => {
    const { local, tab, storages } = createDevice();
    vi.stubGlobal('sessionStorage', tab);
    vi.stubGlobal('localStorage', local);
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
    const unsubscribers = [composerDrafts.subscribe(listener), endedSessions.subscribe(listener)];
    const previousCount = endedSessions.getSnapshot();
    clearUserData({ isSignOut }, storages);
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
    // Open forms are reset.
    expect(endedSessions.getSnapshot()).toBe(previousCount + 1);
    expect(listener).toHaveBeenCalledTimes(isSignOut ? 2 : 1);
    for (const unsubscribe of unsubscribers) unsubscribe();
    expect(JSON.stringify([...tab.values])).not.toMatch(/Ada|secret|quiet/);
  });

  it('preserves data shared by all tabs for the next session', () => {
    const { local, tab, storages } = createDevice();
    const sharedValues = new Map(local.values);
    clearUserData({ isSignOut: false, isReplaced: true }, storages);
    expect(local.values).toEqual(sharedValues);
    expect(latestListUrl()).toBeNull();
    expect(tab.getItem(EDITED_SEARCH_KEY)).toBeNull();
  });

  it('works if storage is disabled', () => {
    const throwError = () => {
      throw new Error('SecurityError');
    };
    expect(() =>
      clearUserData({ isSignOut: true }, { local: throwError, tab: throwError }),
    ).not.toThrow();
  });
});

describe('data stored on the device', () => {
  it('contains no inquiry token for a signed-in user', () => {
    const { tab } = createDevice();
    vi.stubGlobal('sessionStorage', tab);
    const email = 'ada@example.org';
    finishDraft('42', { email, token: 'secret', isSignedIn: true });
    expect(readInquiryToken('42', email)).toBeUndefined();
  });

  it('includes saved replies after sign-out, separately for each user', () => {
    const { local, storages } = createDevice();
    vi.stubGlobal('localStorage', local);
    const defaults = readReplies('1');
    addReply('1', 'Come at noon.', defaults);
    clearUserData({ isSignOut: true }, storages);
    expect(readReplies('2')).toEqual(defaults);
    expect(readReplies('1')).toEqual([...defaults, 'Come at noon.']);
  });
});

describe('keepTabDataOf', () => {
  it('removes data of another user, but keeps a visitor’s data after signing in', () => {
    const tab = createMemoryStorage();
    vi.stubGlobal('sessionStorage', tab);
    tab.setItem(EDITED_SEARCH_KEY, '{}');
    for (const userId of ['', '1', '1']) keepTabDataOf(userId);
    expect(tab.getItem(EDITED_SEARCH_KEY)).toBe('{}');
    keepTabDataOf('2');
    expect(tab.getItem(EDITED_SEARCH_KEY)).toBeNull();
    tab.setItem(EDITED_SEARCH_KEY, '{}');
    keepTabDataOf('');
    expect(tab.getItem(EDITED_SEARCH_KEY)).toBeNull();
  });

  it('removes nothing again after a sign-out in this tab', () => {
    const { tab, storages } = createDevice();
    vi.stubGlobal('sessionStorage', tab);
    keepTabDataOf('1');
    clearUserData({ isSignOut: true }, storages);
    const before = endedSessions.getSnapshot();
    keepTabDataOf('');
    expect(endedSessions.getSnapshot()).toBe(before);
  });

  it('ignores disabled storage', () => {
    vi.stubGlobal('sessionStorage', undefined);
    expect(() => keepTabDataOf('1')).not.toThrow();
  });
});
