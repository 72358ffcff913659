import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore, type ReactNode } from 'react';
import type { Property } from '#shared/schemas/properties/property.ts';
import type { ApiError } from '../../api/api-error.ts';
import { deviceFavorites } from './device-favorites.ts';
import { FAVORITES_PAGE_SIZE, favoritesQuery, homesByIdsQuery } from './favorite-queries.ts';

/** A saved home on the page. */
export interface SavedEntry {
  _id: string;
  title: string;
  /** In US dollars. */
  savedPrice: number;
  note: string | null;
  /** The current listing; undefined if it was deleted or unpublished. */
  property: Property | undefined;
}

/** Renders the buttons below a home. */
export type RenderActions = (property: Property) => ReactNode;

/** One page of saved homes. */
export interface SavedPage {
  /** Undefined until the homes are loaded. */
  homes: readonly SavedEntry[] | undefined;
  totalCount: number | undefined;
  failure: { message: string; isRetrying: boolean; onRetry: () => void } | null;
}

/** Returns one page of the homes saved by the account. */
export function useAccountPage(page: number): SavedPage {
  const list = useQuery({ ...favoritesQuery(page), placeholderData: (previous) => previous });
  return {
    homes: list.data?.items.map((home) => ({
      _id: home._id,
      title: home.title,
      savedPrice: home.savedPrice,
      note: home.note,
      property: home,
    })),
    totalCount: list.data?.totalCount,
    failure: failureOf(list),
  };
}

/** Returns one page of the homes saved on this device. */
export function useDevicePage(page: number): SavedPage {
  const deviceHomes = useSyncExternalStore(
    deviceFavorites.subscribe,
    deviceFavorites.getSnapshot,
    deviceFavorites.getServerSnapshot,
  );
  const pageHomes = deviceHomes.slice((page - 1) * FAVORITES_PAGE_SIZE, page * FAVORITES_PAGE_SIZE);
  const details = useQuery({
    ...homesByIdsQuery(pageHomes.map(({ _id }) => _id)),
    enabled: pageHomes.length > 0,
    // Keep the other homes in place after one is removed.
    placeholderData: (previous) => previous,
  });
  const byId = new Map((details.data ?? []).map((property) => [property._id, property]));
  const isKnown = details.data !== undefined || pageHomes.length === 0;
  return {
    homes: isKnown
      ? pageHomes
          // A home restored by Undo is not in the placeholder data yet.
          .filter(({ _id }) => !details.isPlaceholderData || byId.has(_id))
          .map(({ _id, title, savedPrice }) => {
            return { _id, title, savedPrice, note: null, property: byId.get(_id) };
          })
      : undefined,
    totalCount: deviceHomes.length,
    failure: pageHomes.length === 0 ? null : failureOf(details),
  };
}

function failureOf(query: {
  error: ApiError | null;
  data: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}): SavedPage['failure'] {
  if (query.error === null || query.data !== undefined) return null;
  return {
    message: query.error.message,
    isRetrying: query.isFetching,
    onRetry: () => void query.refetch(),
  };
}
