import { describe, expect, it } from 'vitest';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';
import { buildPropertyForm } from '#tests/factories/build-property-form.ts';
import { storeDraft, storeChangesDuringSave, takeDraft } from './listing-draft.ts';
import { EMPTY_LISTING } from './listing-form-values.ts';

function createMemoryStorage() {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

const draftOwner = { userId: '1', listingId: undefined };
const pictures = {
  order: ['/images/b/full.webp', '/images/a/full.webp'],
  texts: { '/images/a/full.webp': 'The hall', 'garden.jpg': 'The garden' },
  markedForDeletion: ['/images/b/full.webp'],
  floorPlans: ['/images/c/full.webp'],
  photos: [],
};
const values = { ...EMPTY_LISTING, ...buildPropertyForm({ title: 'Half a sentence' }) };

describe('a draft', () => {
  it('is restored once, for the same user and form', () => {
    const storage = createMemoryStorage();
    storeDraft(draftOwner, { values, pictures }, () => storage);
    expect(takeDraft({ ...draftOwner, listingId: '9' }, () => storage)).toBeNull();
    expect(takeDraft(draftOwner, () => storage)).toEqual({ values, pictures });
    expect(takeDraft(draftOwner, () => storage)).toBeNull();
  });

  it('includes every field that was changed while the listing was being saved', () => {
    const storage = createMemoryStorage();
    const saved = { _id: '12', updatedAt: '2026-05-01T08:00:00.000Z' } as ManagedProperty;
    const sent = { values, market: { expiresOn: '', isUnderContract: false } };
    const store = (current: typeof sent) =>
      storeChangesDuringSave('1', saved, sent, current, () => storage);
    const take = () => takeDraft({ userId: '1', listingId: '12' }, () => storage);
    expect([store(sent), take()]).toEqual([false, null]);
    const market = { expiresOn: '2026-07-01', isUnderContract: true };
    expect(store({ values, market })).toBe(true);
    expect(take()).toMatchObject({ values: {}, market, isSaved: true });
    expect(store({ ...sent, values: { ...values, title: 'Another title' } })).toBe(true);
    expect(take()).toMatchObject({ values: { title: 'Another title' }, market: {} });
  });

  it('includes the ID and the version of the saved listing', () => {
    const storage = createMemoryStorage();
    const saved = { savedAs: '12', updatedAt: '2026-05-01T08:00:00.000Z', isSaved: true };
    storeDraft(draftOwner, { values, pictures, ...saved }, () => storage);
    expect(takeDraft(draftOwner, () => storage)).toEqual({ values, pictures, ...saved });
  });

  it('is discarded when another user signs in', () => {
    const storage = createMemoryStorage();
    storeDraft(draftOwner, { values, pictures }, () => storage);
    expect(takeDraft({ ...draftOwner, userId: '2' }, () => storage)).toBeNull();
    expect(takeDraft(draftOwner, () => storage)).toBeNull();
  });

  it('is null if storage is disabled or has invalid data', () => {
    const denyAccess = () => {
      throw new Error('denied');
    };
    storeDraft(draftOwner, { values, pictures }, denyAccess);
    expect(takeDraft(draftOwner, denyAccess)).toBeNull();
    const storage = createMemoryStorage();
    storage.setItem('listing-draft', '{broken');
    expect(takeDraft(draftOwner, () => storage)).toBeNull();
  });
});
