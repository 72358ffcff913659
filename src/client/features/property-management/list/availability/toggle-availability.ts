/** The availability switch of one listing (docs/product/dashboard.md, Availability). */

import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';
import { refreshListings } from '../../../../property-cards/refresh-listings.ts';
import type { ApiError } from '../../../../api/api-error.ts';
import { bulkError } from '../../../../data-list/bulk/bulk.ts';
import type { ListPage } from '../../../../api/api-types.ts';
import { useApiMutation } from '../../../../api/use-api-mutation.ts';
import { countTours } from './confirm-unavailable.tsx';

/** The lists that are updated optimistically. */
const LIST_ENDPOINTS = ['GET /properties/all', 'GET /properties/my-listings'] as const;
const TOGGLE_KEY = ['toggle-availability'];

export interface ChangeEvents {
  /**
   * Called after the change with the updated listing. `isChanged` is false if the listing already had
   * the new availability, because another user changed it first.
   */
  onDone: (property: ManagedProperty, isChanged: boolean) => void;
  /** Called when the change failed, after the lists were rolled back. */
  onFailure: (error: ApiError) => void;
}

/**
 * Returns a function that toggles a listing's availability. It updates lists optimistically and
 * rolls back if the change fails. It ignores a listing with a pending change.
 */
export function useToggleAvailability({ onDone, onFailure }: ChangeEvents) {
  const queryClient = useQueryClient();
  const toggle = useApiMutation(
    // Another user may have changed the listing, so the request names the new state.
    async (api, property: ManagedProperty) => {
      const { _id, isAvailable } = property;
      const action = isAvailable ? 'mark-unavailable' : 'mark-available';
      const { failed, unchanged } = await api.call('POST /properties/bulk', {
        // The user is asked to confirm only if the list shows upcoming tours. Otherwise, the server
        // rejects a listing that has tours by now.
        json: { ids: [_id], action, cancelsTours: countTours([property]) > 0 },
      });
      const [failure] = failed;
      if (failure !== undefined) throw bulkError(failure);
      return {
        changed: { ...property, isAvailable: !isAvailable },
        isChanged: unchanged === undefined,
      };
    },
    {
      mutationKey: TOGGLE_KEY,
      async onMutate(property) {
        // Runs before any await so that the switch does not flicker.
        showAvailability(queryClient, property._id, !property.isAvailable);
        await Promise.all(
          LIST_ENDPOINTS.map((endpoint) => queryClient.cancelQueries({ queryKey: [endpoint] })),
        );
        showAvailability(queryClient, property._id, !property.isAvailable);
      },
      onSuccess: ({ changed, isChanged }) => onDone(changed, isChanged),
      onError(error, property) {
        showAvailability(queryClient, property._id, property.isAvailable);
        onFailure(error);
      },
      onSettled() {
        // While another change is pending, refetching would show that listing's old state.
        if (queryClient.isMutating({ mutationKey: TOGGLE_KEY }) === 1) refreshListings(queryClient);
      },
    },
  );
  return (property: ManagedProperty) => {
    // Look for pending changes when called because 'Undo' in a toast outlives the render.
    const isInProgress = queryClient.isMutating({
      mutationKey: TOGGLE_KEY,
      predicate: ({ state }) => (state.variables as ManagedProperty)._id === property._id,
    });
    if (isInProgress === 0) toggle.mutate(property);
  };
}

function showAvailability(queryClient: QueryClient, id: string, isAvailable: boolean): void {
  for (const endpoint of LIST_ENDPOINTS) {
    queryClient.setQueriesData<ListPage<ManagedProperty>>(
      { queryKey: [endpoint] },
      (list) =>
        list && {
          ...list,
          items: list.items.map((item) => (item._id === id ? { ...item, isAvailable } : item)),
        },
    );
  }
}
