import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { MAX_FAVORITES } from '#shared/limits.ts';
import { useApi } from '../../api/use-api.ts';
import { useSession } from '../../session/session-context.tsx';
import { sessionStore } from '../../session/session-store.ts';
import { showToast } from '../../ui/notices/toast-store.ts';
import type { HomeWithNote } from '../../property-cards/card-buttons.tsx';
import type { FavoriteChange } from './account-favorites.ts';
import { deviceFavorites } from './device-favorites.ts';
import { favoriteIdsQuery } from './favorite-queries.ts';
import { publishSavedHomes, type SavedHomes } from './saved-homes.ts';

const NO_CHANGES: ReadonlyMap<string, boolean> = new Map();

const loadAccountFavorites = () => import('./account-favorites.ts');

/**
 * Keeps the saved homes current: from the account of a signed-in user, or from a visitor's device.
 * After sign-in, moves the device's homes to the account.
 */
export function SavedHomesSync() {
  const session = useSession();
  const api = useApi();
  const queryClient = useQueryClient();
  const userId = session.status === 'signed-in' ? session.user._id : null;
  const deviceHomes = useSyncExternalStore(
    deviceFavorites.subscribe,
    deviceFavorites.getSnapshot,
    deviceFavorites.getServerSnapshot,
  );
  const { data: ids } = useQuery({ ...favoriteIdsQuery, enabled: userId !== null });
  /** Changes that have not been saved to the account yet, by home ID. */
  const [pendingChanges, setPendingChanges] = useState(NO_CHANGES);
  // Pending changes belong to one account.
  const [pendingUserId, setPendingUserId] = useState(userId);
  if (pendingUserId !== userId) {
    setPendingUserId(userId);
    setPendingChanges(NO_CHANGES);
  }

  useEffect(() => {
    if (userId === null || deviceFavorites.getSnapshot().length === 0) return;
    const clients = { api: api.inCurrentSession(), queryClient };
    const token = sessionStore.getToken();
    loadAccountFavorites()
      .then(({ mergeFavorites }) => mergeFavorites(clients, token))
      .catch(() => undefined);
  }, [userId, api, queryClient]);

  const saveInAccount = useCallback(
    async (change: FavoriteChange): Promise<HomeWithNote> => {
      const { id, isSaved } = change;
      let { home } = change;
      setPendingChanges((old) => new Map(old).set(id, isSaved));
      const clients = { api: api.inCurrentSession(), queryClient };
      try {
        const { changeFavorite } = await loadAccountFavorites();
        const result = await changeFavorite(clients, change);
        ({ home } = result);
        if (!result.isLatest) return home;
      } catch {
        showToast({ tone: 'error', text: 'Something went wrong. Check your connection.' });
      }
      setPendingChanges((old) => new Map([...old].filter(([other]) => other !== id)));
      return home;
    },
    [api, queryClient],
  );

  const value = useMemo<SavedHomes>(() => {
    const saved = new Set(userId === null ? deviceHomes.map(({ _id }) => _id) : ids);
    const has = (id: string) =>
      (userId === null ? undefined : pendingChanges.get(id)) ?? saved.has(id);
    return {
      has,
      toggle(property) {
        const id = property._id;
        const isSaved = !has(id);
        /** Returns a function that saves the removed home again. */
        const change = (): (() => void) => {
          // Read the store because the session may have loaded since this render.
          if (sessionStore.getSnapshot().status !== 'signed-in') {
            const home = saveOnDevice(property, isSaved);
            return () => void saveOnDevice(home, true);
          }
          const home = saveInAccount({ id, home: property, isSaved });
          return () => void saveInAccount({ id, home, isSaved: true });
        };
        const undo = change();
        if (isSaved) return;
        showToast({
          tone: 'info',
          text: 'Removed from Saved Homes.',
          action: { label: 'Undo', onSelect: undo },
        });
      },
    };
  }, [userId, deviceHomes, ids, pendingChanges, saveInAccount]);
  useEffect(() => publishSavedHomes(value), [value]);
  return null;
}

/** Returns the home, after removing it with its stored price, so that saving it again restores the price. */
function saveOnDevice(home: HomeWithNote, isSaved: boolean): HomeWithNote {
  const { _id, title, price, savedPrice = price } = home;
  const before = deviceFavorites.getSnapshot();
  const others = before.filter((other) => other._id !== _id);
  if (isSaved && others.length >= MAX_FAVORITES) {
    const max = MAX_FAVORITES.toLocaleString('en-US');
    showToast({ tone: 'error', text: `You can save up to ${max} homes.` });
    return home;
  }
  if (isSaved) showToast({ tone: 'info', text: 'Saved on this device.' });
  deviceFavorites.write(isSaved ? [{ _id, title, savedPrice }, ...others] : others);
  return isSaved ? home : { ...home, ...before.find((other) => other._id === _id) };
}
