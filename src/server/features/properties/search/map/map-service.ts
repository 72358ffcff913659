/** Visitors' queries about the map (docs/product/map.md). */

import { LRUCache } from 'lru-cache';
import type { Bounds } from '#shared/geo/bounds.ts';
import { wrapLongitude } from '#shared/geo/bounds.ts';
import { COUNT_MAX_AGE_MS, MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import type { CostRates } from '#shared/monthly-cost.ts';
import type { MapQuery } from '#shared/schemas/properties/property-filter.ts';
import type {
  MapCluster,
  MapHome,
  MapPlaces,
  PropertyMap,
} from '#shared/schemas/properties/property-map.ts';
import { shortKey } from '../../../../cache/short-key.ts';
import type { Database } from '../../../../database/database.ts';
import type { SuggestSpellings } from '../spelling-suggestions.ts';
import { refreshMapCells } from './map-cells.ts';
import { findMapPlaces } from './map-places.ts';
import type { MapConditions, MapGroup } from './map-entries.ts';
import { findMapEntries } from './map-search.ts';
import { createCountUnmapped } from './unmapped.ts';
import { searchByWords } from '../search-by-words.ts';
import { atTime, withCostRates } from '../search-conditions.ts';

/** Large maps that are remembered, some 60 kB each. */
const MAX_REMEMBERED = 200;
/** Maps of fewer homes are soon made. */
const MIN_REMEMBERED = 2_000;

/** A large map of listings that have not changed is used again for so long, in milliseconds. */
const UNCHANGED_MAX_AGE_MS = 60_000;

/** Cells are added up again at most so often, in milliseconds. */
const REFRESH_PAUSE_MS = 10_000;

export type MapService = ReturnType<typeof createMapService>;

type Remembered = { map: PropertyMap; cacheVersion: number | null; madeAtMs: number };

/**
 * @param options.db the primary, where cells are added up again
 * @param options.readDb where public reads go
 * @param options.now in milliseconds
 * @param options.cacheVersion of the listings; null while changes could be missed
 */
export function createMapService(options: {
  db: Database;
  readDb: Database;
  now: () => number;
  cacheVersion: () => number | null;
  costRates: CostRates;
  suggestSpellings: SuggestSpellings;
}) {
  const { db, readDb, now, cacheVersion, suggestSpellings } = options;
  const countUnmapped = createCountUnmapped(cacheVersion);
  const remembered = new LRUCache<string, Remembered>({ max: MAX_REMEMBERED });
  const making = new Map<string, Promise<PropertyMap>>();
  let refreshedAtMs = Number.NEGATIVE_INFINITY;

  async function make({ searchTerm, zoom, ...facts }: MapQuery, key: string): Promise<PropertyMap> {
    const begunAt = { cacheVersion: cacheVersion(), madeAtMs: now() };
    const { result } = await searchByWords(
      readDb,
      suggestSpellings,
      { searchTerm, facts: withCostRates(atTime(facts, now()), options.costRates) },
      async (asked) => {
        const conditions: MapConditions = { ...asked, bounds: facts.bounds };
        const [{ homes, groups }, unmapped] = await Promise.all([
          findMapEntries(readDb, conditions, zoom),
          countUnmapped(readDb, conditions),
        ]);
        return toMap(homes, groups, unmapped);
      },
    );
    if (result.total >= MIN_REMEMBERED) remembered.set(key, { map: result, ...begunAt });
    return result;
  }

  /** Requests for the same map at the same time create it once, unless a listing has changed in between. */
  async function makeOnce(query: MapQuery, key: string): Promise<PropertyMap> {
    const current = cacheVersion();
    if (current === null) return make(query, key);
    const running = `${current} ${key}`;
    const map = making.get(running) ?? make(query, key);
    making.set(running, map);
    try {
      return await map;
    } finally {
      making.delete(running);
    }
  }

  return {
    /**
     * A search as homes and clusters, used again while no listing changes. Above 10,000 homes it is at most a minute
     * old, like a count: half of that here, the other half where responses are cached.
     */
    async find(query: MapQuery): Promise<PropertyMap> {
      if ((query.minPrice ?? 0) > (query.maxPrice ?? Infinity)) {
        return { total: 0, unmapped: 0, clusters: [], homes: [] };
      }
      // One key per time step for searches that depend on the time.
      const key = shortKey(JSON.stringify(atTime(query, now())));
      const known = remembered.get(key);
      if (known === undefined) return makeOnce(query, key);
      const ageMs = now() - known.madeAtMs;
      const isUnchanged = known.cacheVersion !== null && known.cacheVersion === cacheVersion();
      // Up to 10,000 homes are exact, as their count is.
      const isSmall = known.map.total <= MAX_REACHABLE_ENTRIES;
      if (isSmall && !isUnchanged) return makeOnce(query, key);
      const maxAgeMs = isUnchanged ? UNCHANGED_MAX_AGE_MS : COUNT_MAX_AGE_MS;
      if (ageMs > maxAgeMs) return makeOnce(query, key);
      // Old after half its time: the next request finds a new one. A failure is for the request that then has to wait.
      if (ageMs > maxAgeMs / 2) makeOnce(query, key).catch(() => undefined);
      return known.map;
    },

    /** The names of places with homes in a box, those with most homes first. */
    async places(bounds: Bounds): Promise<MapPlaces> {
      return findMapPlaces(readDb, bounds);
    },

    /** Adds up the cells in which something changed; does nothing where that was done a moment ago. */
    async refresh(): Promise<void> {
      if (now() - refreshedAtMs < REFRESH_PAUSE_MS) return;
      refreshedAtMs = now();
      await refreshMapCells(db);
    },
  };
}

function toMap(
  homes: readonly MapHome[],
  groups: readonly MapGroup[],
  unmapped: number,
): PropertyMap {
  const alone = groups.flatMap(({ home }) => (home === null ? [] : [home]));
  const clusters = groups.filter(({ home }) => home === null).map((group) => toCluster(group));
  const gathered = clusters.reduce((sum, { count }) => sum + count, 0);
  const all = [...homes, ...alone];
  return { total: all.length + gathered, unmapped, clusters, homes: all };
}

/** Seven decimals of a degree are a centimeter, and hide in which order the mean was added up. */
const DECIMALS = 1e7;

function toCluster(group: MapGroup): MapCluster {
  const { count, minPrice, maxPrice, west, south, east, north } = group;
  const within = (value: number, least: number, most: number) =>
    Math.max(least, Math.min(most, Math.round(value * DECIMALS) / DECIMALS));
  return {
    latitude: within(group.latitude, south, north),
    longitude: wrapLongitude(within(group.longitude, west, east)),
    count,
    minPrice,
    maxPrice,
    bounds: [wrapLongitude(west), south, wrapLongitude(east), north],
  };
}
