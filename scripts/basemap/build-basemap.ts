/**
 * Builds simplified outlines for the basemap from `us-atlas` (public-domain boundaries from the US Census Bureau):
 * states and land for the entire country, and counties for closer views.
 */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { MultiLineString, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import { presimplify, simplify } from 'topojson-simplify';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { encodePolyline } from '#shared/geo/polyline.ts';

type Atlas = Topology<Record<'nation' | 'states' | 'counties', GeometryCollection>>;

/** A point is removed if it forms a smaller triangle with its neighbors. */
const MIN_AREA_SQUARE_DEGREES = { states: 0.001, counties: 0.003 };

/** Divides degrees before encoding, for steps of 0.001 instead of 0.00001. */
const SCALE = 100;

/** Builds the basemap's files: JSON with encoded polylines, read by src/client/ui/map/basemap.ts. */
export async function buildBasemap(): Promise<{ states: string; counties: string }> {
  const states = simplify(presimplify(await readAtlas('states')), MIN_AREA_SQUARE_DEGREES.states);
  const counties = simplify(
    presimplify(await readAtlas('counties')),
    MIN_AREA_SQUARE_DEGREES.counties,
  );
  const stateBorders = mesh(states, states.objects.states, (a, b) => a !== b);
  const stateOf = ({ id }: { id?: string | number | undefined }) => String(id).slice(0, 2);
  // State borders are in the states file.
  const countyBorders = mesh(
    counties,
    counties.objects.counties,
    (a, b) => a !== b && stateOf(a) === stateOf(b),
  );
  return {
    states: JSON.stringify({ land: readLand(states), lines: encodeLines(stateBorders) }),
    counties: JSON.stringify({ lines: encodeLines(countyBorders) }),
  };
}

async function readAtlas(name: 'states' | 'counties'): Promise<Atlas> {
  const file = createRequire(import.meta.url).resolve(`us-atlas/${name}-10m.json`);
  // The package version is pinned, so the file's format cannot change.
  return JSON.parse(await readFile(file, 'utf8')) as Atlas;
}

function readLand(states: Atlas): string[] {
  return feature(states, states.objects.nation).features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates.flat().map(encodeLine) : [],
  );
}

const encodeLines = ({ coordinates }: MultiLineString) => coordinates.map(encodeLine);

const encodeLine = (line: Position[]) =>
  encodePolyline(
    line.map(([longitude = 0, latitude = 0]) => ({
      latitude: latitude / SCALE,
      longitude: longitude / SCALE,
    })),
  );
