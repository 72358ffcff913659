/** What the database announces of changes (db/migrations/0029_announce_what_changed.sql). */

import type { SearchedProperty } from '#shared/matches-search.ts';
import { type PropertyRowJson, toSearchedProperty } from '#shared/property-rows.ts';

/** A listing as it was or is. */
export type AnnouncedListing = {
  /** Its words stand for its description, and for its title. */
  property: SearchedProperty;
  /** The same as if it were available. */
  onMarket: SearchedProperty;
  /** All that is announced of it, by the names of columns. */
  row: PropertyRowJson;
};

/** A change of something that visitors see. */
export type PublicChange =
  | { kind: 'anything' }
  /** Very many listings, one after the other. */
  | { kind: 'import' }
  /** One listing, in both its forms; null where it was not there yet, or is not there any more. */
  | {
      kind: 'listing';
      id: string;
      before: AnnouncedListing | null;
      after: AnnouncedListing | null;
    };

/** @param message what cannot be read may have been about anything */
export function readChange(message: string): PublicChange {
  if (message === 'import') return { kind: 'import' };
  try {
    // Written by the trigger; what is no listing fails below.
    const { before, after } = JSON.parse(message) as Record<
      'before' | 'after',
      PropertyRowJson | null
    >;
    const now = before === null || after === null ? after : { ...before, ...after };
    const id = (now ?? before)?.['id'];
    if (typeof id !== 'number' && typeof id !== 'string') return { kind: 'anything' };
    return { kind: 'listing', id: String(id), before: toListing(before), after: toListing(now) };
  } catch {
    return { kind: 'anything' };
  }
}

function toListing(row: PropertyRowJson | null): AnnouncedListing | null {
  if (row === null) return null;
  const { words, ...columns } = row;
  const property = toSearchedProperty({
    ...columns,
    title: '',
    description: String(words),
    next_open_house: null,
  });
  return { property, onMarket: { ...property, isAvailable: true }, row };
}
