import { describe, expect, it } from 'vitest';
import { buildPropertyForm } from '#tests/factories/build-property-form.ts';
import { storeDraft, takeDraft } from './listing-draft.ts';
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
