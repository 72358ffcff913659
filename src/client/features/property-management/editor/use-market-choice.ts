import { useRef, useState } from 'react';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';
import { pickChanged } from '../../../forms/pick-changed.ts';
import type { Publishing } from './listing-form-values.ts';

/** The listing's expiration date and contract state, as edited in the form. */
export interface MarketChoice {
  /** `YYYY-MM-DD`, or '' for none. */
  expiresOn: string;
  isUnderContract: boolean;
}

/**
 * Manages the expiration date and the contract state.
 *
 * @param property the listing when the form opened; undefined for a new one
 * @param restored changes from an earlier form
 */
export function useMarketChoice(
  property: ManagedProperty | undefined,
  restored: Partial<MarketChoice> | undefined,
) {
  const loaded: MarketChoice = {
    expiresOn: property?.expiresOn ?? '',
    isUnderContract: property?.isUnderContract ?? false,
  };
  const [choice, setChoice] = useState({ ...loaded, ...restored });
  const latest = useRef(choice);
  return {
    choice,
    set(next: MarketChoice) {
      latest.current = next;
      setChoice(next);
    },
    /** Returns the current choice, which can be newer than `choice` from the last render. */
    getLatest: () => latest.current,
    changes: pickChanged(choice, loaded),
    publishing: toPublishing(property, choice),
  };
}

/**
 * Returns the expiration date and the contract state to send. A draft's date is always sent, like its
 * other fields. Otherwise, only changes are sent; unpublished listings reject a contract state.
 */
function toPublishing(property: ManagedProperty | undefined, choice: MarketChoice): Publishing {
  const { expiresOn, isUnderContract } = choice;
  const isDraft = property === undefined || property.publishState === 'draft';
  return {
    ...(isDraft || expiresOn !== (property.expiresOn ?? '') ? { expiresOn } : {}),
    ...(isUnderContract === (property?.isUnderContract ?? false)
      ? {}
      : { isUnderContract: String(isUnderContract) }),
  };
}
