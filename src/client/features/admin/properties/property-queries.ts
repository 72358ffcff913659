/** What the desk of properties asks and changes (spec section 7). */

import { useMutationState, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { pagePaths } from '#shared/page-paths.ts';
import { PROPERTY_STATUSES, type PropertyStatus } from '#shared/property-choices.ts';
import type { Property } from '#shared/schemas/property.ts';
import type { ApiError } from '../../../api/api-error.ts';
import type { ListPage } from '../../../api/api-types.ts';
import { listQuery } from '../../../api/query-client.ts';
import { useApiMutation } from '../../../api/use-api-query.ts';
import { readChoice, readPage, readSearchTerm } from '../desk-address.ts';

/** What the address of the desk says. */
export interface PropertySearch {
  searchTerm: string;
  status: PropertyStatus | '';
  /** 'true' is active, 'false' sold or rented (spec section 2, Admin property management). */
  availability: 'true' | 'false' | '';
  /** Whose listings alone; '' for everybody's. */
  agentId: string;
  /** From 1. */
  page: number;
}

export function readPropertySearch(search: URLSearchParams): PropertySearch {
  const agentId = search.get('agentId') ?? '';
  return {
    searchTerm: readSearchTerm(search),
    status: readChoice(search, 'status', PROPERTY_STATUSES),
    availability: readChoice(search, 'availability', ['true', 'false']),
    agentId: /^\d{1,18}$/.test(agentId) ? agentId : '',
    page: readPage(search),
  };
}

/** The address of a search; without `page` its first page. */
export function propertySearchHref(
  search: Omit<PropertySearch, 'page'> & { page?: number },
): string {
  return pagePaths.manageProperties(search);
}

const ALL_PROPERTIES = 'GET /properties/all';

export function allPropertiesQuery(search: PropertySearch) {
  const { searchTerm, status, availability, agentId, page } = search;
  return listQuery(ALL_PROPERTIES, {
    query: {
      searchTerm: searchTerm || undefined,
      status: status || undefined,
      availability: availability || undefined,
      agentId: agentId || undefined,
      page: page === 1 ? undefined : page,
    },
  });
}

/** Everything that shows listings, or counts them; admin lists and public ones alike (spec section 4). */
const LISTS_OF_LISTINGS = [
  ALL_PROPERTIES,
  'GET /properties',
  'GET /properties/:id',
  'GET /properties/my-listings',
  'GET /users/agents',
  'GET /admin/stats',
  'GET /agent/stats',
];

function refreshListings(queryClient: QueryClient): void {
  for (const address of LISTS_OF_LISTINGS) {
    void queryClient.invalidateQueries({ queryKey: [address] });
  }
}

const TOGGLE_KEY = ['toggle-availability'];

export interface ToggleEvents {
  /** The change is made; `property` is the listing after it. */
  onDone: (property: Property) => void;
  /** The change was refused, and the switch is back where it was. */
  onFailure: (error: ApiError) => void;
}

/**
 * The availability switch: it moves at once, and back if the server refuses. A listing whose switch is still on its
 * way is not switched again.
 */
export function useToggleAvailability({ onDone, onFailure }: ToggleEvents) {
  const queryClient = useQueryClient();
  const underWay = useMutationState({
    filters: { mutationKey: TOGGLE_KEY, status: 'pending' },
    select: (mutation) => (mutation.state.variables as Property)._id,
  });
  const toggle = useApiMutation(
    (api, { _id }: Property) =>
      api.call('PATCH /properties/:id/toggle-availability', { params: { id: _id } }),
    {
      mutationKey: TOGGLE_KEY,
      async onMutate(property) {
        await queryClient.cancelQueries({ queryKey: [ALL_PROPERTIES] });
        showAvailability(queryClient, property._id, !property.isAvailable);
      },
      onSuccess(changed) {
        // Somebody else may have switched it meanwhile: what counts is how it stands now.
        showAvailability(queryClient, changed._id, changed.isAvailable);
        onDone(changed);
      },
      onError(error, property) {
        showAvailability(queryClient, property._id, property.isAvailable);
        onFailure(error);
      },
      onSettled() {
        // A list that is asked for while another switch is on its way would move that one back.
        if (queryClient.isMutating({ mutationKey: TOGGLE_KEY }) === 1) refreshListings(queryClient);
      },
    },
  );
  return (property: Property) => {
    if (!underWay.includes(property._id)) toggle.mutate(property);
  };
}

function showAvailability(queryClient: QueryClient, id: string, isAvailable: boolean): void {
  queryClient.setQueriesData<ListPage<Property>>(
    { queryKey: [ALL_PROPERTIES] },
    (list) =>
      list && {
        ...list,
        items: list.items.map((item) => (item._id === id ? { ...item, isAvailable } : item)),
      },
  );
}

/** Deletes a listing (spec section 4, Delete flow). */
export function useDeleteProperty(events: {
  onDone: (property: Property) => void;
  onFailure: (error: ApiError) => void;
}) {
  const queryClient = useQueryClient();
  return useApiMutation(
    (api, { _id }: Property) => api.call('DELETE /properties/:id', { params: { id: _id } }),
    {
      onSuccess: (_, property) => events.onDone(property),
      onError: events.onFailure,
      onSettled: () => refreshListings(queryClient),
    },
  );
}
