/** Marks many listings as sold or rented, or as active again. */

import { useQueryClient } from '@tanstack/react-query';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';
import { refreshListings } from '../../../../property-cards/refresh-listings.ts';
import {
  useBulkMark,
  type BulkMark,
  type MarkableList,
} from '../../../../data-list/bulk/bulk-mark.ts';
import { bulkAvailabilityAnnouncement } from './availability-text.ts';
import { canUndoUnavailable, countTours } from './confirm-unavailable.tsx';

const isActive = ({ isAvailable }: ManagedProperty) => isAvailable;

/** Returns the bulk change of availability; `mark(rows, true)` makes listings available. */
export function useMarkListings(
  list: MarkableList<ManagedProperty> & { selection: { rows: readonly ManagedProperty[] } },
): BulkMark<ManagedProperty> {
  const queryClient = useQueryClient();
  return useBulkMark(list, {
    isMarked: isActive,
    withMark: (property, isAvailable) => ({ ...property, isAvailable }),
    call: (api, ids, isAvailable) =>
      api.call('POST /properties/bulk', {
        json: {
          ids,
          action: isAvailable ? 'mark-available' : 'mark-unavailable',
          // The user is asked to confirm only if the list shows upcoming tours. Otherwise, the server
          // rejects listings that have tours by now.
          cancelsTours: countTours(list.selection.rows) > 0,
        },
      }),
    canUndo: (changed) => changed.every(isActive) || canUndoUnavailable(changed),
    successText: bulkAvailabilityAnnouncement,
    onSettled: () => refreshListings(queryClient),
  });
}
