/**
 * Changes to an account's saved homes. Loaded only for the first change or merge because most visits
 * need neither.
 */

import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { isApiError } from '../../api/api-error.ts';
import type { HomeWithNote } from '../../property-cards/card-buttons.tsx';
import { showToast } from '../../ui/notices/toast-store.ts';
import { deviceFavorites } from './device-favorites.ts';
import { favoriteIdsQuery } from './favorite-queries.ts';

interface Clients {
  api: ApiClient;
  queryClient: QueryClient;
}

/** The latest request for each home, by its ID. */
const pendingChanges = new Map<string, Promise<void>>();

/** A change to one of the account's saved homes. */
export interface FavoriteChange {
  id: string;
  /** The home; a promise while a previous change is still removing it. */
  home: HomeWithNote | Promise<HomeWithNote>;
  isSaved: boolean;
}

/**
 * Saves or unsaves a home. Changes to the same home run one after another so that the last one
 * wins.
 *
 * @returns `home`, which includes its note after it was unsaved so that saving it again restores the
 *   note; and `isLatest`: whether this is still the latest change to the home
 */
export async function changeFavorite(
  { api, queryClient }: Clients,
  { id, home, isSaved }: FavoriteChange,
): Promise<{ home: HomeWithNote; isLatest: boolean }> {
  let changedHome = home;
  const change = async () => {
    const { note, ...others } = await home;
    if (isSaved) {
      const json = typeof note === 'string' ? { note } : {};
      await api.call('PUT /favorites/:id', { params: { id }, json });
    } else {
      if (note === undefined) changedHome = { ...others, note: await readNote(api, id) };
      await api.call('DELETE /favorites/:id', { params: { id } });
    }
    await updateIds(queryClient, (old) => {
      const others = old?.filter((other) => other !== id);
      return others && (isSaved ? [id, ...others] : others);
    });
  };
  const call = (pendingChanges.get(id) ?? Promise.resolve()).then(change);
  const settled = call.catch(() => undefined);
  pendingChanges.set(id, settled);
  try {
    await call;
  } catch (error) {
    if (!isApiError(error) || error.code !== 'SESSION_ENDED') {
      const reason = isApiError(error) ? ` ${error.message}` : '';
      const text = isSaved ? 'The home could not be saved.' : 'The home is still saved.';
      showToast({ tone: 'error', text: text + reason });
    }
  }
  const isLatest = pendingChanges.get(id) === settled;
  if (isLatest) pendingChanges.delete(id);
  return { home: await changedHome, isLatest };
}

/** Returns the note of a saved home; null if it has none, or if the home cannot be saved again. */
async function readNote(api: ApiClient, id: string): Promise<string | null> {
  try {
    // This request leaves a home that is already saved unchanged and returns it with its note.
    return (await api.call('PUT /favorites/:id', { params: { id }, json: {} })).note;
  } catch (error) {
    if (isApiError(error) && (error.status === 404 || error.status === 409)) return null;
    throw error;
  }
}

async function updateIds(
  queryClient: QueryClient,
  next: (old: string[] | undefined) => string[] | undefined,
): Promise<void> {
  const { queryKey } = favoriteIdsQuery;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, next);
  // The IDs have not loaded yet, and `cancelQueries` may have canceled their request.
  if (queryClient.getQueryData(queryKey) === undefined) {
    await queryClient.invalidateQueries({ queryKey });
  }
  void queryClient.invalidateQueries({ queryKey: ['GET /favorites'] });
}

/** Tokens of sessions that have already merged this device's homes since the page loaded. */
const mergedTokens = new Set<string>();

/**
 * Merges the homes that a visitor saved on this device into the account after sign-in. If that would
 * exceed the account's limit, all of them stay on the device.
 */
export async function mergeFavorites(
  { api, queryClient }: Clients,
  token: string | null,
): Promise<void> {
  const deviceIds = deviceFavorites.getSnapshot().map(({ _id }) => _id);
  if (deviceIds.length === 0 || token === null || mergedTokens.has(token)) return;
  mergedTokens.add(token);
  try {
    const ids = await api.call('POST /favorites/merge', { json: { ids: deviceIds } });
    // Homes saved in another tab in the meantime are merged on the next page load.
    deviceFavorites.write(
      deviceFavorites.getSnapshot().filter(({ _id }) => !deviceIds.includes(_id)),
    );
    await updateIds(queryClient, () => ids);
  } catch (error) {
    if (!isApiError(error) || error.status !== 409) {
      // Retried when `SavedHomesSync` is mounted again.
      mergedTokens.delete(token);
      return;
    }
    showToast({
      tone: 'info',
      text: `${error.message} Homes you saved before signing in stay on this device.`,
    });
  }
}
