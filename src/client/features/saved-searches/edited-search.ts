/** The saved search whose filters are being changed on the listing pages, of this window alone. */

import type { SavedSearch } from '#shared/saved-searches/saved-search.ts';
import { EDITED_SEARCH_KEY } from '../../session/device-memory.ts';

/** The fields that listing pages need. */
export type EditedSearch = Pick<SavedSearch, '_id' | 'name'>;

/** Remembers it until it is updated or left. */
export function startEditing({ _id, name }: EditedSearch): void {
  try {
    sessionStorage.setItem(EDITED_SEARCH_KEY, JSON.stringify({ _id, name }));
  } catch {
    // Storage is switched off: then the listing pages save a new search.
  }
}

/** The one that is edited; null when there is none. */
export function readEdited(): EditedSearch | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(EDITED_SEARCH_KEY) ?? 'null');
    const isEdited =
      typeof value === 'object' &&
      value !== null &&
      '_id' in value &&
      typeof value._id === 'string' &&
      'name' in value &&
      typeof value.name === 'string';
    return isEdited ? { _id: value._id as string, name: value.name as string } : null;
  } catch {
    return null;
  }
}

/** It was updated, or its user wants no more of it. */
export function stopEditing(): void {
  try {
    sessionStorage.removeItem(EDITED_SEARCH_KEY);
  } catch {
    // Nothing is in it.
  }
}
