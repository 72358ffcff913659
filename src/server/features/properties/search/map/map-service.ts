/** Reads maps for the public endpoints (docs/product/map.md). */

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
import { withSearchTime, withCostRates } from '../search-conditions.ts';

/** The maximum number of cached maps, of about 60 kB each. */
const MAX_CACHED_MAPS = 200;
/** Maps of fewer homes are fast to create and are not cached. */
const MIN_CACHED_HOMES = 2_000;

/** The maximum age of a cached map while no listing changes. */
const UNCHANGED_MAX_AGE_MS = 60_000;

/** The minimum time between refreshes of cell totals. */
const MIN_REFRESH_INTERVAL_MS = 10_000;

export type MapService = ReturnType<typeof createMapService>;

type CachedMap = { map: PropertyMap; cacheVersion: number | null; createdAtMs: number };

/**
 * @param options.db the primary database, for refreshing cell totals
 * @param options.readDb the database for public reads
 * @param options.now returns the time in milliseconds
 * @param options.cacheVersion the version of the listings; null while changes could be missed
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
  const cached = new LRUCache<string, CachedMap>({ max: MAX_CACHED_MAPS });
  let refreshedAtMs = Number.NEGATIVE_INFINITY;

  async function createMap(
    { searchTerm, zoom, ...facts }: MapQuery,
    key: string,
  ): Promise<PropertyMap> {
    const startedAt = { cacheVersion: cacheVersion(), createdAtMs: now() };
    const { result } = await searchByWords(
      readDb,
      suggestSpellings,
      { searchTerm, facts: withCostRates(withSearchTime(facts, now()), options.costRates) },
      async (searchConditions) => {
        const conditions: MapConditions = { ...searchConditions, bounds: facts.bounds };
        const [{ homes, groups }, unmapped] = await Promise.all([
          findMapEntries(readDb, conditions, zoom),
          countUnmapped(readDb, conditions),
        ]);
        return toMap(homes, groups, unmapped);
      },
    );
    if (result.total >= MIN_CACHED_HOMES) cached.set(key, { map: result, ...startedAt });
    return result;
  }

  function isUsable({ map, ...created }: CachedMap): boolean {
    const isUnchanged = created.cacheVersion !== null && created.cacheVersion === cacheVersion();
    // Like counts, maps of up to 10,000 homes are exact.
    if (!isUnchanged && map.total <= MAX_REACHABLE_ENTRIES) return false;
    return now() - created.createdAtMs <= (isUnchanged ? UNCHANGED_MAX_AGE_MS : COUNT_MAX_AGE_MS);
  }

  return {
    /**
     * Returns a search's homes and clusters. Maps are cached until a listing changes. Like a count, a
     * cached map of more than 10,000 homes can miss changes of the last ten seconds.
     */
    async find(query: MapQuery): Promise<PropertyMap> {
      if ((query.minPrice ?? 0) > (query.maxPrice ?? Infinity)) {
        return { total: 0, unmapped: 0, clusters: [], homes: [] };
      }
      // Time-dependent searches have a key per time step.
      const key = shortKey(JSON.stringify(withSearchTime(query, now())));
      const entry = cached.get(key);
      return entry !== undefined && isUsable(entry) ? entry.map : createMap(query, key);
    },

    /** Returns places with homes in a box, sorted by number of homes. */
    async places(bounds: Bounds): Promise<MapPlaces> {
      return findMapPlaces(readDb, bounds);
    },

    /** Refreshes the totals of changed cells unless they were refreshed recently. */
    async refresh(): Promise<void> {
      if (now() - refreshedAtMs < MIN_REFRESH_INTERVAL_MS) return;
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
  const singleHomes = groups.flatMap(({ home }) => (home === null ? [] : [home]));
  const clusters = groups.filter(({ home }) => home === null).map((group) => toCluster(group));
  const clusteredCount = clusters.reduce((sum, { count }) => sum + count, 0);
  const allHomes = [...homes, ...singleHomes];
  return { total: allHomes.length + clusteredCount, unmapped, clusters, homes: allHomes };
}

/** Seven decimals of a degree are about a centimeter and hide rounding errors of the mean. */
const COORDINATE_PRECISION = 1e7;

function toCluster(group: MapGroup): MapCluster {
  const { count, minPrice, maxPrice, west, south, east, north } = group;
  const roundWithin = (value: number, min: number, max: number) =>
    Math.max(min, Math.min(max, Math.round(value * COORDINATE_PRECISION) / COORDINATE_PRECISION));
  return {
    latitude: roundWithin(group.latitude, south, north),
    longitude: wrapLongitude(roundWithin(group.longitude, west, east)),
    count,
    minPrice,
    maxPrice,
    bounds: [wrapLongitude(west), south, wrapLongitude(east), north],
  };
}
