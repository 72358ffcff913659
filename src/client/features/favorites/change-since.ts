import { formatPrice } from '#shared/format/money.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { unavailableLabel } from '#shared/properties/home-words.ts';

/** How a home differs from when it was saved, or that it is unavailable. */
export interface ChangeSince {
  kind: 'down' | 'up' | 'unavailable';
  text: string;
}

/**
 * Describes the price change since a home was saved, or why the home is unavailable. Pure.
 *
 * @param home the current home; undefined if it was deleted or unpublished
 * @param savedPrice its price when it was saved, in US dollars
 * @returns null for an available home with the same price
 */
export function changeSince(
  home: Pick<Property, 'price' | 'status' | 'isAvailable' | 'isOffMarket'> | undefined,
  savedPrice: number,
): ChangeSince | null {
  if (home === undefined) return { kind: 'unavailable', text: 'No longer available' };
  const unavailableText = unavailableLabel(home);
  if (unavailableText !== null) return { kind: 'unavailable', text: unavailableText };
  const difference = home.price - savedPrice;
  if (difference === 0) return null;
  const amount = formatPrice(Math.abs(difference));
  return difference < 0
    ? { kind: 'down', text: `Price down ${amount} since you saved it` }
    : { kind: 'up', text: `Price up ${amount} since you saved it` };
}
