/** The outlines of land, states and counties: files that come with the product. */

import { decodePolyline } from '#shared/geo/polyline.ts';

/** Lines as encoded polylines, of degrees that are a hundred times too small (scripts/ground/build-ground.ts). */
export interface Outlines {
  land?: string[];
  lines: string[];
}

/** Latitude and longitude. */
export type LinePoint = [number, number];

/** Steps of encoded polylines for 0.001 degrees. */
const SCALE = 100;

export const outlineUrls = () => import('virtual:ground');
const fetched = new Map<string, Promise<Outlines | null>>();

/** An outline file, once for all maps of a page; null where it cannot be fetched: then the map does without. */
export async function fetchOutlines(url: string): Promise<Outlines | null> {
  const known = fetched.get(url);
  if (known !== undefined) return known;
  const load = async () => {
    try {
      const response = await fetch(url);
      // A file of our own build.
      return response.ok ? ((await response.json()) as Outlines) : null;
    } catch {
      return null;
    }
  };
  const outlines = load();
  fetched.set(url, outlines);
  return outlines;
}

/** The points of encoded lines. */
export const toLines = (texts: readonly string[]): LinePoint[][] =>
  texts.map((text) =>
    (decodePolyline(text) ?? []).map(({ latitude, longitude }): LinePoint => [
      latitude * SCALE,
      longitude * SCALE,
    ]),
  );
