/** The outlines of land, states, and counties, from bundled files. */

import { decodePolyline } from '#shared/geo/polyline.ts';

/** Lines as encoded polylines, in units of 100 degrees (scripts/basemap/build-basemap.ts). */
export interface Outlines {
  land?: string[];
  lines: string[];
}

/** Latitude and longitude. */
export type LinePoint = [number, number];

/** Polylines have five decimals, so the precision is 0.001 degrees. */
const DEGREES_PER_UNIT = 100;

export const loadOutlineUrls = () => import('virtual:basemap');
const outlinesByUrl = new Map<string, Promise<Outlines | null>>();

/** Fetches an outline file once for all maps on a page. Returns null on failure. */
export async function fetchOutlines(url: string): Promise<Outlines | null> {
  const existing = outlinesByUrl.get(url);
  if (existing !== undefined) return existing;
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
  outlinesByUrl.set(url, outlines);
  return outlines;
}

/** Decodes lines to points. */
export const toLines = (texts: readonly string[]): LinePoint[][] =>
  texts.map((text) =>
    (decodePolyline(text) ?? []).map(({ latitude, longitude }): LinePoint => [
      latitude * DEGREES_PER_UNIT,
      longitude * DEGREES_PER_UNIT,
    ]),
  );
