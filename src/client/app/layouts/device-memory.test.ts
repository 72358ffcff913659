import { describe, expect, it } from 'vitest';
import { keepDraft } from '../../features/property-management/editor/listing-draft.ts';
import { EMPTY_LISTING } from '../../features/property-management/editor/listing-form-values.ts';
import { latestList, rememberList } from '../../features/property-management/visited-lists.ts';
import { createSeenHomes } from '../../features/properties/recently-viewed/seen-homes.ts';
import {
  COMPARE_KEY,
  EDITED_SEARCH_KEY,
  forgetUser,
  RECENT_KEY,
  SAVED_KEY,
  SEEN_KEY,
} from '../../session/device-memory.ts';

function memoryStorage() {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

/** A device on which a user was signed in for a while. */
function useDevice() {
  const [local, tab] = [memoryStorage(), memoryStorage()];
  local.setItem('theme', 'dark');
  const recent = createSeenHomes(RECENT_KEY, 12, () => local);
  recent.remember('42');
  local.setItem(SEEN_KEY, '["42"]');
  local.setItem(COMPARE_KEY, '["42"]');
  local.setItem(SAVED_KEY, '[]');
  const pictures = { order: [], texts: {}, markedForDeletion: [] };
  const form = { userId: '1', listingId: undefined };
  tab.setItem(EDITED_SEARCH_KEY, '{}');
  keepDraft(form, { values: EMPTY_LISTING, pictures }, () => tab);
  rememberList('/dashboard/my-listings?searchTerm=divorce+sale');
  return { local, tab, recent, storages: { local: () => local, tab: () => tab } };
}

describe('somebody who signs out', () => {
  it('leaves neither homes nor searches nor drafts on the device, but what a visitor saved there', () => {
    const { local, tab, recent, storages } = useDevice();
    forgetUser({ wasAsked: true }, storages);
    expect(recent.getSnapshot()).toEqual([]);
    expect(latestList()).toBeNull();
    expect([...local.values]).toEqual([
      ['theme', 'dark'],
      [SAVED_KEY, '[]'],
    ]);
    expect(tab.values.size).toBe(0);
  });

  it('finds their draft again when the session ended by itself', () => {
    const { tab, recent, storages } = useDevice();
    forgetUser({ wasAsked: false }, storages);
    expect(recent.getSnapshot()).toEqual([]);
    expect(latestList()).toBeNull();
    expect(tab.values.size).toBe(1);
  });

  it('is no trouble where storage is switched off', () => {
    const off = () => {
      throw new Error('SecurityError');
    };
    expect(() => forgetUser({ wasAsked: true }, { local: off, tab: off })).not.toThrow();
  });
});
