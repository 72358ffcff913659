/** Drawn areas and the circle of a search, on the map. */

import { circle, layerGroup, type Map as LeafletMap, polygon } from 'leaflet';
import { readAreas } from '#shared/geo/area.ts';
import { readPosition } from '#shared/geo/bounds.ts';
import type { PropertyFilters } from '../../query/property-filters.ts';

const METERS_PER_MILE = 1_609.344;

/** @returns what takes them away again */
export function showAreas(
  map: LeafletMap,
  { area, near, within }: Pick<PropertyFilters, 'area' | 'near' | 'within'>,
): () => void {
  const layer = layerGroup().addTo(map);
  const look = { className: 'searched-area', interactive: false };
  for (const corners of area === '' ? [] : (readAreas(area) ?? [])) {
    const points = corners.map(
      ({ latitude, longitude }) => [latitude, longitude] as [number, number],
    );
    polygon(points, { ...look, fillRule: 'evenodd' }).addTo(layer);
  }
  const middle = readPosition(near);
  if (middle !== null) {
    const radius = Number(within) * METERS_PER_MILE;
    circle([middle.latitude, middle.longitude], { ...look, radius }).addTo(layer);
  }
  return () => void layer.remove();
}
