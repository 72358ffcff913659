/**
 * How a changed home finds the searches that may match it, among a million: each search has a few keys of place, kind
 * and price, each home has all keys that a search for it could have, and an index finds the searches that share one.
 * Matches are then compared exactly. A search has the narrowest place that it asks for.
 */

import type { SearchedProperty } from '#shared/matches-search.ts';
import type { Bounds, Position } from '#shared/geo/bounds.ts';
import { hasEquivalents, isUnitWord } from '#shared/properties/address-words.ts';
import { foldPlace, foldState, foldZip } from '#shared/properties/place-names.ts';
import type { PropertySearch } from '#shared/properties/property-filters.ts';
import { searchWords } from '#shared/properties/search-words.ts';

/** Degrees of the cells that boxes on the map are covered with. */
const CELL = 0.25;
/** A box of more cells is looked at for every home. */
const CELLS_MAX = 64;
/** Prices from 1 to 100 billion dollars on a logarithmic scale; a power of two. */
const PRICE_STEPS = 128;
const PRICE_LOG_MAX = Math.log(1e11);

/** The step of a price. */
function stepOf(price: number): number {
  const step = Math.floor((Math.log(Math.max(1, price)) / PRICE_LOG_MAX) * PRICE_STEPS);
  return Math.min(PRICE_STEPS - 1, step);
}

/** The fewest halves, quarters and so on of the scale that make up a range: at most a dozen. */
function coverRange(from: number, to: number, low = 0, size = PRICE_STEPS): string[] {
  if (from <= low && low + size - 1 <= to) return [`${low}/${size}`];
  if (to < low || low + size - 1 < from) return [];
  const half = size / 2;
  return [...coverRange(from, to, low, half), ...coverRange(from, to, low + half, half)];
}

/** Every half, quarter and so on that holds a step. */
function holdersOf(step: number): string[] {
  const holders: string[] = [];
  for (let size = 1; size <= PRICE_STEPS; size *= 2) {
    holders.push(`${Math.floor(step / size) * size}/${size}`);
  }
  return holders;
}

const cellOf = (degrees: number) => Math.floor(degrees / CELL);

/** Where a search looks, as the narrowest of its places; empty when it says nowhere. */
export function searchPlaces(filters: PropertySearch): string[] {
  const { zipCode, city, state, agentId, searchTerm } = filters;
  if (zipCode !== undefined) return [`z:${foldZip(zipCode)}`];
  if (city !== undefined && state !== undefined)
    return [`p:${foldPlace(city)}, ${foldState(state)}`];
  if (city !== undefined) return [`c:${foldPlace(city)}`];
  if (agentId !== undefined) return [`a:${agentId}`];
  const cells = cellsOf(filters);
  if (cells !== null) return cells;
  if (state !== undefined) return [`s:${foldState(state)}`];
  const words = searchWords(searchTerm ?? '');
  if (words.length === 0) return [];
  // The longest word is rarely the most common one. A word with equivalents would need a key for each.
  const [longest] = words
    .filter((word) => !hasEquivalents(word) && !isUnitWord(word))
    .toSorted((one, two) => two.length - one.length);
  return [`w:${longest ?? '*'}`];
}

/** The cells of what a search asks for on the map; null when it does not ask. */
function cellsOf(filters: PropertySearch): string[] | null {
  const box = boxOf(filters);
  if (box === null) return null;
  const { west, south, east, north } = box;
  // Over the antimeridian, or too large to be covered.
  if (west > east) return ['g:*'];
  const columns = cellOf(east) - cellOf(west) + 1;
  const rows = cellOf(north) - cellOf(south) + 1;
  if (columns * rows > CELLS_MAX) return ['g:*'];
  return Array.from(
    { length: columns * rows },
    (_, index) =>
      `g:${cellOf(west) + (index % columns)}:${cellOf(south) + Math.floor(index / columns)}`,
  );
}

/** A box around one of the things that a search asks for on the map, each of which must contain the home. */
function boxOf({ bounds, area, near, within }: PropertySearch): Bounds | null {
  if (near !== undefined) return boxAround(near, within ?? 0);
  if (area !== undefined) {
    const corners = area.flat();
    const [longitudes, latitudes] = [
      corners.map(({ longitude }) => longitude),
      corners.map(({ latitude }) => latitude),
    ];
    return {
      west: Math.min(...longitudes),
      south: Math.min(...latitudes),
      east: Math.max(...longitudes),
      north: Math.max(...latitudes),
    };
  }
  return bounds ?? null;
}

/** Fewer than there are anywhere on the globe. */
const MILES_PER_DEGREE = 68;

function boxAround({ latitude, longitude }: Position, miles: number): Bounds {
  const degrees = miles / MILES_PER_DEGREE;
  const widest = Math.min(89.9, Math.abs(latitude) + degrees);
  const across = degrees / Math.cos((widest * Math.PI) / 180);
  const [west, east] = [longitude - across, longitude + across];
  return {
    // Over the antimeridian a box runs from east to west.
    west: west < -180 ? west + 360 : west,
    south: latitude - degrees,
    east: east > 180 ? east - 360 : east,
    north: latitude + degrees,
  };
}

const keysOf = (
  places: readonly string[],
  statuses: readonly string[],
  types: readonly string[],
  prices: readonly string[],
) =>
  places.flatMap((place) =>
    statuses.flatMap((status) =>
      types.flatMap((type) => prices.map((price) => `${place}|${status}|${type}|${price}`)),
    ),
  );

/** Keys of a search; none when it says neither where nor what. */
export function searchKeys(filters: PropertySearch): string[] {
  const { status = '*', propertyType, minPrice = 0, maxPrice = Infinity } = filters;
  const places = searchPlaces(filters);
  if (places.every((place) => place.startsWith('w:'))) return places;
  const prices = coverRange(stepOf(minPrice), stepOf(maxPrice));
  return keysOf(places, [status], propertyType ?? ['*'], prices);
}

/** The places of a home that searches may name, but for words. */
function namedPlaces(home: SearchedProperty): string[] {
  const { zipCode, city, state, latitude, longitude } = home;
  return [
    `z:${foldZip(zipCode)}`,
    `p:${foldPlace(city)}, ${foldState(state)}`,
    `c:${foldPlace(city)}`,
    `s:${foldState(state)}`,
    `a:${home.agent._id}`,
    `g:${cellOf(longitude)}:${cellOf(latitude)}`,
    'g:*',
  ];
}

function wordPlaces({ title, address, city, state, zipCode, description }: SearchedProperty) {
  const texts = [title, address, city, state, zipCode, description].join(' ');
  return ['w:*', ...new Set(searchWords(texts).map((word) => `w:${word}`))];
}

/** All places that a search for this home could have. */
export const homePlaces = (home: SearchedProperty): string[] => [
  ...namedPlaces(home),
  ...wordPlaces(home),
];

/** All keys that a search for this home could have. */
export function homeKeys(home: SearchedProperty): string[] {
  const prices = holdersOf(stepOf(home.price));
  return [
    ...keysOf(namedPlaces(home), [home.status, '*'], [home.propertyType, '*'], prices),
    ...wordPlaces(home),
  ];
}
