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
  findAddressesBeginning,
  findAllPlaces,
  findCitiesBeginning,
  findCitiesLike,
  findLargestCities,
  findZipsBeginning,
  type PlaceRow,
  refreshPlaces,
} from './place-repository.ts';

/** Places are added up again at most so often, in milliseconds. */
const REFRESH_PAUSE_MS = 10_000;

/** How long the largest places are remembered: every page links to them, and all places are read for them. */
const LARGEST_MAX_AGE_MS = 10_000;

/** Letters of a state's name from which on it is one. */
const MIN_STATE_LENGTH = 3;

export type PlaceService = ReturnType<typeof createPlaceService>;

/**
 * @param options.db the primary, where places are added up again
 * @param options.readDb where public reads go
 */
export function createPlaceService(options: { db: Database; readDb: Database; now: () => Date }) {
  const { db, readDb, now } = options;
  let refreshedAtMs = Number.NEGATIVE_INFINITY;
  let largest: { places: Promise<LargestPlaces>; readAtMs: number } | undefined;

  const readLargest = async (): Promise<LargestPlaces> =>
    (await findLargestCities(readDb)).map(({ city, state, count, forRent, status }) => ({
      label: cityLabel(city, state),
      city,
      state: stateLabel(state),
      slugs: { state: stateSlug(state), city: placeSlug(city) },
      count,
      forSale: count - forRent,
      forRent,
      status,
    }));

  return {
    /** Places that begin with a term, or are spelt almost like it: cities, then ZIP codes, then addresses. */
    async suggest({ term, status }: PlaceTerm): Promise<PlaceSuggestion[]> {
      const folded = foldPlace(term);
      if (folded === '') return [];
      const terms = withStateCodes(folded);
      const [cities, zips, addresses] = await Promise.all([
        findCitiesBeginning(readDb, terms, status),
        findZipsBeginning(readDb, terms, status),
        findAddressesBeginning(readDb, folded, status),
      ]);
      const withCounts = (row: PlaceRow) =>
        status === undefined && row.forRent !== undefined
          ? { forSale: row.count - row.forRent, forRent: row.forRent }
          : {};
      const toCounted = (row: PlaceRow) => ({ ...toCity(row), ...withCounts(row) });
      const toCountedZip = (row: PlaceRow) => ({ ...toZip(row), ...withCounts(row) });
      const found = [
        ...cities.map(toCounted),
        ...zips.map(toCountedZip),
        ...addresses.map(toAddress),
      ].slice(0, MAX_PLACE_SUGGESTIONS);
      return found.length > 0
        ? found
        : (await findCitiesLike(readDb, terms, status)).map(toCounted);
    },

    /** The largest places, as they were at most ten seconds ago. */
    async largest(): Promise<LargestPlaces> {
      const nowMs = now().getTime();
      if (largest === undefined || nowMs - largest.readAtMs >= LARGEST_MAX_AGE_MS) {
        const reading = { places: readLargest(), readAtMs: nowMs };
        largest = reading;
        reading.places.catch(() => {
          if (largest === reading) largest = undefined;
        });
      }
      return largest.places;
    },

    /**
     * A place's market.
     *
     * @param slugs as in the address of its page
     * @throws 404 where no listing is at all
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
      if (Object.values(keys).includes('')) throw notFound('There is no such place.');
      const found = await findPlace(readDb, keys, {
        status,
        now: now(),
        reducedDays: PRICE_CHANGE_DAYS,
      });
      if (found === undefined) throw notFound('There is no such place.');
      const { medianPrice, medianPricePerSqft, medianDaysListed, reducedShare } = found;
      const market = { medianPrice, medianPricePerSqft, medianDaysListed, reducedShare };
      const place = keys.zip === undefined ? toCity(found) : toZip(found);
      return { ...place, ...market, kind: keys.zip === undefined ? 'city' : 'zip' };
    },

    /** Every place's page that shows an available home: city and state as slugs. */
    pages: async () =>
      (await findAllPlaces(readDb)).map(({ state, city, zip, status }) => ({
        state: toSlug(state),
        city: toSlug(city),
        zip: zip === null ? undefined : toSlug(zip),
        status,
      })),

    async refresh(): Promise<void> {
      const nowMs = now().getTime();
      if (nowMs - refreshedAtMs < REFRESH_PAUSE_MS) return;
      refreshedAtMs = nowMs;
      await refreshPlaces(db);
    },
  };
}

const toSlug = (key: string) => key.replaceAll(' ', '-');

/** A term, and the same with a state's code where it ends in its name: 'austin texas' is 'austin tx'. */
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

function whereIs({ latitude, longitude, west, south, east, north }: PlaceRow) {
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
    ...whereIs(row),
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
