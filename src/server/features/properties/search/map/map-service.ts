/** Reads maps for the public endpoints (docs/product/map.md). */

import type { Bounds } from '#shared/geo/bounds.ts';
import { wrapLongitude } from '#shared/geo/bounds.ts';
import type { CostRates } from '#shared/monthly-cost.ts';
import type { MapQuery } from '#shared/schemas/properties/property-filter.ts';
import type {
  MapCluster,
  MapHome,
  MapPlaces,
  PropertyMap,
} from '#shared/schemas/properties/property-map.ts';
import type { Database } from '../../../../database/database.ts';
import type { SuggestSpellings } from '../spelling-suggestions.ts';
import { refreshMapCells } from './map-cells.ts';
import { findMapPlaces } from './map-places.ts';
import type { MapConditions, MapGroup } from './map-entries.ts';
import { findMapEntries } from './map-search.ts';
import { countUnmapped } from './unmapped.ts';
import { searchByWords } from '../search-by-words.ts';
import { withSearchTime, withCostRates } from '../search-conditions.ts';

/** The minimum time between refreshes of cell totals. */
const MIN_REFRESH_INTERVAL_MS = 10_000;

export type MapService = ReturnType<typeof createMapService>;

/**
 * @param options.db the primary database, for refreshing cell totals
 * @param options.readDb the database for public reads
 * @param options.now returns the time in milliseconds
 */
export function createMapService(options: {
  db: Database;
  readDb: Database;
  now: () => number;
  costRates: CostRates;
  suggestSpellings: SuggestSpellings;
}) {
  const { db, readDb, now, suggestSpellings } = options;
  let refreshedAtMs = Number.NEGATIVE_INFINITY;

  return {
    /** Returns a search's homes and clusters. */
    async find({ searchTerm, zoom, ...facts }: MapQuery): Promise<PropertyMap> {
      if ((facts.minPrice ?? 0) > (facts.maxPrice ?? Infinity)) {
        return { total: 0, unmapped: 0, clusters: [], homes: [] };
      }
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
      return result;
    },

    /** Returns places with homes in a box, sorted by number of homes. */
    async listPlaces(bounds: Bounds): Promise<MapPlaces> {
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
