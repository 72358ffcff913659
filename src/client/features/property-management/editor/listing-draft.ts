/**
 * A draft of the listing form, stored in this tab when the session expires, or after a save if the user
 * has entered other values in the meantime. It contains the form's values and the arrangement of the
 * pictures, but no chosen files because the storage holds only text.
 */

import type { ManagedProperty, PropertyForm } from '#shared/schemas/properties/property.ts';
import { pickChanged } from '../../../forms/pick-changed.ts';
import { DRAFT_KEY } from '../../../session/device-memory.ts';
import { LISTING_FIELDS } from './listing-form-values.ts';
import type { MarketChoice } from './use-market-choice.ts';
import type { PictureDraft } from './pictures/picture-list.ts';

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Identifies the form: its user and listing (undefined for a new one). */
export interface DraftOwner {
  userId: string;
  listingId: string | undefined;
}

/** The saved state of a form. */
export interface ListingDraft {
  /** The values to restore; others stay as loaded. */
  values: Partial<PropertyForm>;
  /** The changed expiration date and contract state. */
  market?: Partial<MarketChoice>;
  pictures: PictureDraft;
  /** The ID of the listing that a new form was saved as, so the next save does not create another. */
  savedAs?: string | undefined;
  /** The listing's `updatedAt` that the values are based on. */
  updatedAt?: string | undefined;
  /** Whether the listing itself was saved, so the values are only what was changed in the meantime. */
  isSaved?: boolean;
}

/** Stores a draft, replacing any earlier one. Never throws. Without storage, the draft is lost. */
export function storeDraft(
  owner: DraftOwner,
  draft: ListingDraft,
  getStorage: () => DraftStorage = () => sessionStorage,
): void {
  try {
    getStorage().setItem(DRAFT_KEY, JSON.stringify({ ...owner, ...draft }));
  } catch {
    // Storage is disabled or full.
  }
}

/**
 * Stores what was changed in a form while its listing was being saved, for the page that edits the
 * listing.
 *
 * @returns whether anything was changed
 */
export function storeChangesDuringSave(
  userId: string,
  { _id: listingId, updatedAt }: ManagedProperty,
  sent: EditedFields,
  current: EditedFields,
  getStorage?: () => DraftStorage,
): boolean {
  const values = pickChanged(current.values, sent.values);
  const market = pickChanged(current.market, sent.market);
  if (Object.keys({ ...values, ...market }).length === 0) return false;
  const draft = { values, market, pictures: NO_PICTURE_CHANGES, updatedAt, isSaved: true };
  storeDraft({ userId, listingId }, draft, getStorage);
  return true;
}

/** The form's values except pictures. */
interface EditedFields {
  values: PropertyForm;
  market: MarketChoice;
}

/** Describes a restored draft to the user. */
export const restoredText = ({ isSaved }: ListingDraft): string =>
  isSaved === true
    ? 'Your listing was saved, except for what you changed while it was being saved. Save it again to keep these changes.'
    : 'We restored your entries from before your session ended. Please choose your files again.';

/**
 * Removes this form's draft from storage and returns it; null if there is none. Another user's
 * draft is discarded.
 */
export function takeDraft(
  { userId, listingId }: DraftOwner,
  getStorage: () => DraftStorage = () => sessionStorage,
): ListingDraft | null {
  try {
    const storage = getStorage();
    const draft = JSON.parse(storage.getItem(DRAFT_KEY) ?? 'null') as Partial<StoredDraft> | null;
    if (draft === null) return null;
    const isOtherUser = draft.userId !== userId;
    if (isOtherUser || draft.listingId === listingId) storage.removeItem(DRAFT_KEY);
    if (isOtherUser || draft.listingId !== listingId) return null;
    const texts = Object.entries(draft.values ?? {}).filter(
      ([field, value]) => LISTING_FIELDS.includes(field as Field) && typeof value === 'string',
    );
    return {
      ...(typeof draft.savedAs === 'string' && { savedAs: draft.savedAs }),
      ...(typeof draft.updatedAt === 'string' && { updatedAt: draft.updatedAt }),
      ...(draft.isSaved === true && { isSaved: true }),
      values: Object.fromEntries(texts),
      ...(draft.market !== undefined && { market: readMarket(draft.market) }),
      pictures: { ...NO_PICTURE_CHANGES, ...draft.pictures },
    };
  } catch {
    return null;
  }
}

const readMarket = ({
  expiresOn,
  isUnderContract,
}: Partial<Record<keyof MarketChoice, unknown>>) => ({
  ...(typeof expiresOn === 'string' && { expiresOn }),
  ...(typeof isUnderContract === 'boolean' && { isUnderContract }),
});

const NO_PICTURE_CHANGES: PictureDraft = {
  order: [],
  texts: {},
  markedForDeletion: [],
  floorPlans: [],
  photos: [],
};

/** A stored draft, possibly from an earlier release. */
type StoredDraft = DraftOwner & {
  values: unknown;
  market?: Partial<Record<keyof MarketChoice, unknown>>;
  savedAs?: unknown;
  updatedAt?: unknown;
  isSaved?: unknown;
  pictures?: Partial<PictureDraft>;
};
type Field = (typeof LISTING_FIELDS)[number];
