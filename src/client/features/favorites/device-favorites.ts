/**
 * Homes that a visitor saved on this device, newest first (docs/product/saved-homes.md, Without an
 * account).
 */

import { MAX_FAVORITES } from '#shared/limits.ts';
import { createDeviceList, type ListStorage } from '../../session/device-list.ts';
import { SAVED_KEY } from '../../session/device-memory.ts';

/** A saved home, with its title in case it is deleted, and its price in US dollars when saved. */
export interface DeviceFavorite {
  _id: string;
  title: string;
  savedPrice: number;
}

export function createDeviceFavorites(getStorage?: () => ListStorage) {
  return createDeviceList<DeviceFavorite>({
    key: SAVED_KEY,
    max: MAX_FAVORITES,
    parse: parseFavorite,
    ...(getStorage === undefined ? {} : { getStorage }),
  });
}

function parseFavorite(value: unknown): DeviceFavorite | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { _id, title, savedPrice } = value as Partial<DeviceFavorite>;
  return typeof _id === 'string' && typeof title === 'string' && typeof savedPrice === 'number'
    ? { _id, title, savedPrice }
    : undefined;
}

/** The list in the browser's storage. */
export const deviceFavorites = createDeviceFavorites();
