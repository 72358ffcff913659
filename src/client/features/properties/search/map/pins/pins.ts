/** The pins of a map and their labels. */

import type { Bounds } from '#shared/geo/bounds.ts';
import { formatPrice } from '#shared/format/money.ts';
import { countOf } from '#shared/format/numbers.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';
import type { MapCluster, MapHome, PropertyMap } from '#shared/schemas/properties/property-map.ts';
import { bedsText } from '#shared/properties/home-words.ts';

/** A home, several homes at exactly one spot, or a cluster. */
export interface Pin {
  kind: 'home' | 'spot' | 'cluster';
  /** Identifies the pin across updates. A pin with another price or count has another key. */
  key: string;
  latitude: number;
  longitude: number;
  /** The visible text: '$595K', '23'. */
  label: string;
  /** The accessible name. */
  name: string;
  /** The IDs of the homes; empty if the server sent any of them only as a cluster. */
  ids: string[];
  count: number;
  bounds: Bounds;
  status: PropertyStatus | null;
}

const COMPACT = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumSignificantDigits: 3,
});

/**
 * Formats a price for a pin, such as '$595K' or '$1.25M'. Small prices, such as rents, are written
 * in full: '$2,450'.
 */
export const pinPrice = (price: number) =>
  price < 10_000 ? formatPrice(price) : COMPACT.format(price);

/** Returns the pins of a map. Homes at one spot share a pin. */
export function toPins({ homes, clusters }: PropertyMap): Pin[] {
  const spots = new Map<string, MapHome[]>();
  for (const home of homes) {
    const spot = `${home.latitude},${home.longitude}`;
    spots.set(spot, [...(spots.get(spot) ?? []), home]);
  }
  return [
    ...[...spots.values()].flatMap((homesAtSpot) => toPin(homesAtSpot)),
    ...clusters.map((cluster) => toClusterPin(cluster)),
  ];
}

function toPin(homes: MapHome[]): Pin[] {
  const [home] = homes;
  if (home === undefined) return [];
  const { latitude, longitude } = home;
  const place = {
    latitude,
    longitude,
    ids: homes.map(({ _id }) => _id),
    count: homes.length,
    bounds: { west: longitude, south: latitude, east: longitude, north: latitude },
  };
  if (homes.length > 1) {
    const name = `${countOf(homes.length, 'home')} at one spot`;
    const key = `spot ${latitude},${longitude},${homes.length}`;
    return [
      { ...place, kind: 'spot', key, label: `${homes.length} homes`, name, status: home.status },
    ];
  }
  // Begins with the visible label, for voice control (WCAG 2.5.3).
  const label = pinPrice(home.price);
  const name = [label, home.propertyType, bedsText(home.bedrooms), home.status].join(', ');
  const key = `home ${home._id} ${home.price}`;
  return [{ ...place, kind: 'home', key, label, name, status: home.status }];
}

function toClusterPin({ latitude, longitude, count, minPrice, maxPrice, bounds }: MapCluster): Pin {
  const [west, south, east, north] = bounds;
  return {
    kind: 'cluster',
    key: `cluster ${latitude},${longitude},${count}`,
    latitude,
    longitude,
    label: shortCount(count),
    name: `${shortCount(count)} homes, ${pinPrice(minPrice)} to ${pinPrice(maxPrice)}`,
    ids: [],
    count,
    bounds: { west, south, east, north },
    status: null,
  };
}

/** Formats a count to fit a circle: '950', '12K'. */
function shortCount(count: number): string {
  return count < 10_000
    ? count.toLocaleString('en-US')
    : `${Math.round(count / 1_000).toLocaleString('en-US')}K`;
}
