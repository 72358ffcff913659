/**
 * Computes keys for finding the searches that could match a changed home among a million searches.
 * Each search has a few keys that combine its narrowest place, status, type, and price range. Each
 * home has all keys that a matching search could have. An index finds the searches that share a
 * key, which are then compared exactly.
 */

import type { SearchedProperty } from '#shared/matches-search.ts';
import type { Bounds, Position } from '#shared/geo/bounds.ts';
import { hasEquivalents, isUnitWord } from '#shared/properties/address-words.ts';
import { foldPlace, foldState, foldZip } from '#shared/properties/place-names.ts';
import type { PropertySearch } from '#shared/properties/property-filters.ts';
import { splitWords } from '#shared/properties/search-words.ts';

/** The size of map cells in degrees. */
const CELL_DEGREES = 0.25;
/**
 * The maximum number of cells per box. Searches in larger boxes are compared with the homes in all
 * cells.
 */
const MAX_CELLS = 64;
/** The number of steps on a logarithmic price scale from $1 to $100 billion; a power of two. */
const PRICE_STEPS = 128;
const MAX_PRICE_LOG = Math.log(1e11);

/** Returns a price's step on the scale. */
function stepOf(price: number): number {
  const step = Math.floor((Math.log(Math.max(1, price)) / MAX_PRICE_LOG) * PRICE_STEPS);
  return Math.min(PRICE_STEPS - 1, step);
}

/** Covers a range with as few halves, quarters, etc. of the scale as possible, at most a dozen. */
function coverRange(from: number, to: number, low = 0, size = PRICE_STEPS): string[] {
  if (from <= low && low + size - 1 <= to) return [`${low}/${size}`];
  if (to < low || low + size - 1 < from) return [];
  const half = size / 2;
  return [...coverRange(from, to, low, half), ...coverRange(from, to, low + half, half)];
}

/** Returns every half, quarter, etc. of the scale that contains a step. */
function intervalsOf(step: number): string[] {
  const intervals: string[] = [];
  for (let size = 1; size <= PRICE_STEPS; size *= 2) {
    intervals.push(`${Math.floor(step / size) * size}/${size}`);
  }
  return intervals;
}

const cellOf = (degrees: number) => Math.floor(degrees / CELL_DEGREES);

/**
 * Returns the narrowest place of a search, which is a list of cells for an area on the map. For a
 * search without a place, returns its longest word; empty if it has no words either.
 */
export function buildSearchPlaces(filters: PropertySearch): string[] {
  const { zipCode, city, state, agentId, searchTerm } = filters;
  if (zipCode !== undefined) return [`z:${foldZip(zipCode)}`];
  if (city !== undefined && state !== undefined)
    return [`p:${foldPlace(city)}, ${foldState(state)}`];
  if (city !== undefined) return [`c:${foldPlace(city)}`];
  if (agentId !== undefined) return [`a:${agentId}`];
  const cells = cellsOf(filters);
  if (cells !== null) return cells;
  if (state !== undefined) return [`s:${foldState(state)}`];
  const words = splitWords(searchTerm ?? '');
  if (words.length === 0) return [];
  // The longest word is rarely the most common one. Words with equivalents are excluded because
  // each equivalent would need its own key.
  const [longest] = words
    .filter((word) => !hasEquivalents(word) && !isUnitWord(word))
    .toSorted((a, b) => b.length - a.length);
  return [`w:${longest ?? '*'}`];
}

/** Returns the cells of a search's area on the map; null if it has no area. */
function cellsOf(filters: PropertySearch): string[] | null {
  const box = boxOf(filters);
  if (box === null) return null;
  const { west, south, east, north } = box;
  // Boxes across the antimeridian are not divided into cells.
  if (west > east) return ['g:*'];
  const columns = cellOf(east) - cellOf(west) + 1;
  const rows = cellOf(north) - cellOf(south) + 1;
  if (columns * rows > MAX_CELLS) return ['g:*'];
  return Array.from(
    { length: columns * rows },
    (_, index) =>
      `g:${cellOf(west) + (index % columns)}:${cellOf(south) + Math.floor(index / columns)}`,
  );
}

/**
 * Returns a box around one of a search's spatial filters, or null if it has none. Matching homes
 * satisfy all of these filters, so one box contains them all.
 */
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

/** Rounded down so that boxes are never too small. */
const MILES_PER_DEGREE = 68;

function boxAround({ latitude, longitude }: Position, miles: number): Bounds {
  const degrees = miles / MILES_PER_DEGREE;
  const maxLatitude = Math.min(89.9, Math.abs(latitude) + degrees);
  const longitudeDegrees = degrees / Math.cos((maxLatitude * Math.PI) / 180);
  const [west, east] = [longitude - longitudeDegrees, longitude + longitudeDegrees];
  return {
    // In a box across the antimeridian, west is greater than east.
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

/** Returns the keys of a search; none if it has neither a place nor words. */
export function buildSearchKeys(filters: PropertySearch): string[] {
  const { status = '*', propertyType, minPrice = 0, maxPrice = Infinity } = filters;
  const places = buildSearchPlaces(filters);
  if (places.every((place) => place.startsWith('w:'))) return places;
  const prices = coverRange(stepOf(minPrice), stepOf(maxPrice));
  return keysOf(places, [status], propertyType ?? ['*'], prices);
}

/** Returns the places of a home that a search can name, except words. */
function buildNamedPlaces(home: SearchedProperty): string[] {
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

function buildWordPlaces({ title, address, city, state, zipCode, description }: SearchedProperty) {
  const texts = [title, address, city, state, zipCode, description].join(' ');
  return ['w:*', ...new Set(splitWords(texts).map((word) => `w:${word}`))];
}

/** Returns all places that a search for this home could have. */
export const buildHomePlaces = (home: SearchedProperty): string[] => [
  ...buildNamedPlaces(home),
  ...buildWordPlaces(home),
];

/** Returns all keys that a search for this home could have. */
export function buildHomeKeys(home: SearchedProperty): string[] {
  const prices = intervalsOf(stepOf(home.price));
  return [
    ...keysOf(buildNamedPlaces(home), [home.status, '*'], [home.propertyType, '*'], prices),
    ...buildWordPlaces(home),
  ];
}
