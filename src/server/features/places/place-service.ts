/** Place searches and place pages (docs/product/places.md). */

import { MAX_PLACE_SUGGESTIONS, PRICE_CHANGE_DAYS } from '#shared/limits.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';
import { foldPlace, foldState, foldZip, STATES } from '#shared/properties/place-names.ts';
import { cityLabel, placeSlug, stateLabel, stateSlug } from '#shared/properties/place-slugs.ts';
import type { LargestPlaces, Place, PlaceSuggestion, PlaceTerm } from '#shared/schemas/place.ts';
import type { Database } from '../../database/database.ts';
import { notFound } from '../../errors/app-error.ts';
import { findPlace } from './place-market-repository.ts';
import {
  findAddressesByPrefix,
  countPlacePages,
  findCitiesByPrefix,
  findSimilarCities,
  findLargestCities,
  findPlacePages,
  findZipsByPrefix,
  type PlaceRow,
  refreshPlaces,
} from './place-repository.ts';

/** The minimum time between refreshes of place totals. */
const MIN_REFRESH_INTERVAL_MS = 10_000;

/**
 * How long the largest places and the number of pages are cached. Finding them requires reading all
 * places. Every public page links to the largest places, and every sitemap file depends on the number.
 */
const MAX_SUMMARY_AGE_MS = 10_000;

/** The maximum number of pages in the sitemap. The United States has about 150,000 combinations of a city or ZIP code and a status. */
const MAX_PAGES = 500_000;

/** State names are matched only if the term ends with at least this many of their letters. */
const MIN_STATE_LENGTH = 3;

export type PlaceService = ReturnType<typeof createPlaceService>;

/**
 * @param options.db the primary, where place totals are refreshed
 * @param options.readDb for public reads
 */
export function createPlaceService(options: { db: Database; readDb: Database; now: () => Date }) {
  const { db, readDb, now } = options;
  let refreshedAtMs = Number.NEGATIVE_INFINITY;

  /** Caches a value for ten seconds. A failure is not cached. */
  function cacheSummary<T>(read: () => Promise<T>): () => Promise<T> {
    let cached: { value: Promise<T>; readAtMs: number } | undefined;
    return () => {
      const nowMs = now().getTime();
      if (cached === undefined || nowMs - cached.readAtMs >= MAX_SUMMARY_AGE_MS) {
        const entry = { value: read(), readAtMs: nowMs };
        cached = entry;
        entry.value.catch(() => {
          if (cached === entry) cached = undefined;
        });
      }
      return cached.value;
    };
  }

  const readLargest = async (): Promise<LargestPlaces> =>
    (await findLargestCities(readDb)).map(({ city, state, count, forRent = 0 }) => ({
      label: cityLabel(city, state),
      city,
      state: stateLabel(state),
      slugs: { state: stateSlug(state), city: placeSlug(city) },
      count,
      forSale: count - forRent,
      forRent,
      status: 2 * forRent > count ? 'For Rent' : 'For Sale',
    }));
  const readPageCounts = cacheSummary(() => countPlacePages(readDb, MAX_PAGES));

  return {
    /**
     * Returns places that begin with a term (cities, ZIP codes, addresses) or, if there are none, cities
     * with a similar spelling.
     */
    async suggest({ term, status }: PlaceTerm): Promise<PlaceSuggestion[]> {
      const folded = foldPlace(term);
      if (folded === '') return [];
      const terms = withStateCodes(folded);
      const [cities, zips, addresses] = await Promise.all([
        findCitiesByPrefix(readDb, terms, status),
        findZipsByPrefix(readDb, terms, status),
        findAddressesByPrefix(readDb, folded, status),
      ]);
      const withCounts = (row: PlaceRow) =>
        status === undefined && row.forRent !== undefined
          ? { forSale: row.count - row.forRent, forRent: row.forRent }
          : {};
      const toCityWithCounts = (row: PlaceRow) => ({ ...toCity(row), ...withCounts(row) });
      const toZipWithCounts = (row: PlaceRow) => ({ ...toZip(row), ...withCounts(row) });
      const suggestions = [
        ...cities.map(toCityWithCounts),
        ...zips.map(toZipWithCounts),
        ...addresses.map(toAddress),
      ].slice(0, MAX_PLACE_SUGGESTIONS);
      return suggestions.length > 0
        ? suggestions
        : (await findSimilarCities(readDb, terms, status)).map(toCityWithCounts);
    },

    /** Returns the cities with the most homes, cached for ten seconds. */
    listLargest: cacheSummary(readLargest),

    /**
     * Returns a place's market.
     *
     * @param slugs as in the URL of the place's page
     * @throws AppError NOT_FOUND if the place has no listings
     */
    async get(
      slugs: { state: string; city: string; zip?: string },
      status: PropertyStatus,
    ): Promise<Place> {
      const keys = {
        state: foldState(slugs.state),
        city: foldPlace(slugs.city),
        ...(slugs.zip === undefined ? {} : { zip: foldZip(slugs.zip) }),
      };
      if (Object.values(keys).includes('')) throw notFound('Place not found.');
      const placeMarket = await findPlace(readDb, keys, {
        status,
        now: now(),
        reducedDays: PRICE_CHANGE_DAYS,
      });
      if (placeMarket === undefined) throw notFound('Place not found.');
      const { medianPrice, medianPricePerSqft, medianDaysListed, reducedShare } = placeMarket;
      const market = { medianPrice, medianPricePerSqft, medianDaysListed, reducedShare };
      const place = keys.zip === undefined ? toCity(placeMarket) : toZip(placeMarket);
      return { ...place, ...market, kind: keys.zip === undefined ? 'city' : 'zip' };
    },

    /** Returns the number of place pages in the sitemap, cached for ten seconds. */
    async countPages(): Promise<number> {
      const { cities, zips } = await readPageCounts();
      return Math.min(cities + zips, MAX_PAGES);
    },

    /** Returns the slugs and statuses of place pages with available homes, as of the last refresh. */
    async listPages(range: { offset: number; limit: number }) {
      const { cities: cityCount } = await readPageCounts();
      const rows = await findPlacePages(readDb, { cityCount, ...range });
      return rows.map(({ state, city, zip, status }) => ({
        state: toSlug(state),
        city: toSlug(city),
        zip: zip === null ? undefined : toSlug(zip),
        status,
      }));
    },

    async refresh(): Promise<void> {
      const nowMs = now().getTime();
      if (nowMs - refreshedAtMs < MIN_REFRESH_INTERVAL_MS) return;
      refreshedAtMs = nowMs;
      await refreshPlaces(db);
    },
  };
}

const toSlug = (key: string) => key.replaceAll(' ', '-');

/**
 * Returns a term and its variants that abbreviate a state name: 'austin tx' for 'austin texas'.
 */
function withStateCodes(term: string): string[] {
  const words = term.split(' ');
  const codes = words.slice(1).flatMap((_word, index) => {
    const [head, tail] = [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')];
    if (tail.length < MIN_STATE_LENGTH) return [];
    return Object.entries(STATES)
      .filter(([, name]) => foldPlace(name).startsWith(tail))
      .map(([code]) => `${head} ${code.toLowerCase()}`);
  });
  return [term, ...codes];
}

function toLocation({ latitude, longitude, west, south, east, north }: PlaceRow) {
  const bounds: [number, number, number, number] | null =
    west === null || south === null || east === null || north === null
      ? null
      : [west, south, east, north];
  return { latitude, longitude, bounds };
}

function toCity(row: PlaceRow): PlaceSuggestion {
  const { city, state, count } = row;
  return {
    kind: 'city',
    label: cityLabel(city, state),
    city,
    state: stateLabel(state),
    count,
    ...toLocation(row),
  };
}

function toZip(row: PlaceRow): PlaceSuggestion {
  const zipCode = row.zipCode ?? '';
  const city = toCity(row);
  return { ...city, kind: 'zip', label: `${zipCode} · ${city.label}`, zipCode };
}

function toAddress(row: PlaceRow): PlaceSuggestion {
  const city = toCity(row);
  return {
    ...city,
    kind: 'address',
    label: `${row.address ?? ''}, ${city.label}`,
    ...(row.zipCode === null ? {} : { zipCode: row.zipCode }),
    ...(row.propertyId === null ? {} : { propertyId: row.propertyId }),
  };
}
