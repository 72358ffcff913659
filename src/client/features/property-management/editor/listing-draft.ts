/**
 * A draft of the listing form, stored in this tab when the session expires. Texts and picture order only; browsers
 * do not let a page store chosen files.
 */

import type { PropertyForm } from '#shared/schemas/properties/property.ts';
import { DRAFT_KEY } from '../../../session/device-memory.ts';
import { EMPTY_LISTING, LISTING_FIELDS } from './listing-form-values.ts';
import type { PictureDraft } from './pictures/picture-list.ts';

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Which form it is from: whose, and of which listing (undefined for a new one). */
export interface DraftOwner {
  userId: string;
  listingId: string | undefined;
}

/** The saved state of a form. */
export interface ListingDraft {
  values: PropertyForm;
  pictures: PictureDraft;
  /** The listing that the server saved a new form as, so that the next save does not create a second one. */
  savedAs?: string | undefined;
}

/** Keeps one draft; an earlier one goes. Never throws: without storage there is none. */
export function keepDraft(
  owner: DraftOwner,
  draft: ListingDraft,
  getStorage: () => DraftStorage = () => sessionStorage,
): void {
  try {
    getStorage().setItem(DRAFT_KEY, JSON.stringify({ ...owner, ...draft }));
  } catch {
    // Storage is switched off or full.
  }
}

/** Takes the draft of this form out of the storage; null where there is none. Another user's is thrown away. */
export function takeDraft(
  { userId, listingId }: DraftOwner,
  getStorage: () => DraftStorage = () => sessionStorage,
): ListingDraft | null {
  try {
    const storage = getStorage();
    const draft = JSON.parse(storage.getItem(DRAFT_KEY) ?? 'null') as Partial<Draft> | null;
    if (draft === null) return null;
    const isOthers = draft.userId !== userId;
    if (isOthers || draft.listingId === listingId) storage.removeItem(DRAFT_KEY);
    if (isOthers || draft.listingId !== listingId) return null;
    const texts = Object.entries(draft.values ?? {}).filter(
      ([field, value]) => LISTING_FIELDS.includes(field as Field) && typeof value === 'string',
    );
    return {
      ...(typeof draft.savedAs === 'string' && { savedAs: draft.savedAs }),
      values: { ...EMPTY_LISTING, ...Object.fromEntries(texts) },
      pictures: { order: [], texts: {}, markedForDeletion: [], floorPlans: [], ...draft.pictures },
    };
  } catch {
    return null;
  }
}

/** As an earlier release may have stored it, too. */
type Draft = DraftOwner & { values: unknown; savedAs?: unknown; pictures?: Partial<PictureDraft> };
type Field = (typeof LISTING_FIELDS)[number];
