/** The outlines of land, states, and counties, from bundled files. */

import { decodePolyline } from '#shared/geo/polyline.ts';

/** Lines as encoded polylines, in units of 100 degrees (scripts/ground/build-ground.ts). */
export interface Outlines {
  land?: string[];
  lines: string[];
}

/** Latitude and longitude. */
export type LinePoint = [number, number];

/** Degrees per unit. Polylines have five decimals, so the precision is 0.001 degrees. */
const SCALE = 100;

export const outlineUrls = () => import('virtual:ground');
const fetched = new Map<string, Promise<Outlines | null>>();

/** Fetches an outline file once for all maps of a page; null on failure, and the map omits it. */
export async function fetchOutlines(url: string): Promise<Outlines | null> {
  const known = fetched.get(url);
  if (known !== undefined) return known;
  const load = async () => {
    try {
      const response = await fetch(url);
      // The file is from our own build.
      return response.ok ? ((await response.json()) as Outlines) : null;
    } catch {
      return null;
    }
  };
  const outlines = load();
  fetched.set(url, outlines);
  return outlines;
}

/** Decodes lines to points. */
export const toLines = (texts: readonly string[]): LinePoint[][] =>
  texts.map((text) =>
    (decodePolyline(text) ?? []).map(({ latitude, longitude }): LinePoint => [
      latitude * SCALE,
      longitude * SCALE,
    ]),
  );
