/** The saved search being edited on the listing pages of this tab. */

import type { SavedSearch } from '#shared/saved-searches/saved-search.ts';
import { EDITED_SEARCH_KEY } from '../../session/device-memory.ts';

/** The fields that listing pages need. */
export type EditedSearch = Pick<SavedSearch, '_id' | 'name'>;

/** Starts editing a search. Editing ends with an update, a cancellation, or the session. */
export function startEditing({ _id, name }: EditedSearch): void {
  try {
    sessionStorage.setItem(EDITED_SEARCH_KEY, JSON.stringify({ _id, name }));
  } catch {
    // Storage is disabled: the listing pages will save a new search.
  }
}

/** Returns the search being edited; null if there is none. */
export function readEditedSearch(): EditedSearch | null {
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

/** Ends editing after an update or a cancellation. */
export function stopEditing(): void {
  try {
    sessionStorage.removeItem(EDITED_SEARCH_KEY);
  } catch {
    // Storage is disabled, so there is nothing to remove.
  }
}
