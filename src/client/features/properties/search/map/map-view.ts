/** Converts between a map's view and URL parameters. */

import {
  type LatLngBounds,
  latLngBounds,
  type Map as LeafletMap,
  type LatLngBoundsExpression,
} from 'leaflet';
import { boundsOfArea, readAreas } from '#shared/geo/area.ts';
import {
  type Bounds,
  readBounds,
  readPosition,
  worldCopyOffset,
  writeBounds,
} from '#shared/geo/bounds.ts';
import { boundsAround } from '#shared/geo/distance.ts';
import type { PropertyMap } from '#shared/schemas/properties/property-map.ts';
import type { PropertyFilters } from '../query/property-filters.ts';

/** The contiguous United States: the view when there are no homes to fit. */
export const NO_HOMES_VIEW: LatLngBoundsExpression = [
  [24.5, -125],
  [49.5, -66.9],
];

/** The zoom for a single home. */
const MAX_FIT_ZOOM = 15;

/** Converts a box, which may cross the antimeridian, to Leaflet's. */
export const toLatLngBounds = ({ west, south, east, north }: Bounds): LatLngBounds =>
  latLngBounds([south, west], [north, west > east ? east + 360 : east]);

/** Converts a box to Leaflet's, on the copy of the world nearest to the map's center. */
export function nearestBox(map: LeafletMap, bounds: Bounds): LatLngBounds {
  const box = toLatLngBounds(bounds);
  const shift = worldCopyOffset(box.getCenter().lng, map.getCenter().lng);
  return latLngBounds(
    [box.getSouth(), box.getWest() + shift],
    [box.getNorth(), box.getEast() + shift],
  );
}

/** Returns the visible box of a map in URL format. */
export function visibleBounds(map: LeafletMap): string {
  const bounds = map.getBounds();
  const [west, east] = [bounds.getWest(), bounds.getEast()];
  const isWorld = east - west >= 360;
  const wrap = (longitude: number) => map.wrapLatLng([0, longitude]).lng;
  return writeBounds({
    west: isWorld ? -180 : wrap(west),
    south: Math.max(-90, bounds.getSouth()),
    east: isWorld ? 180 : wrap(east),
    north: Math.min(90, bounds.getNorth()),
  });
}

/**
 * Restores a map's view of a box in a window of any size: centered on the box, and as close as
 * possible while nearly all of it is visible.
 */
export function restoreView(map: LeafletMap, bounds: Bounds): void {
  const box = toLatLngBounds(bounds);
  const northWest = map.project(box.getNorthWest(), 0);
  const southEast = map.project(box.getSouthEast(), 0);
  const size = map.getSize();
  const width = Math.max(1e-9, southEast.x - northWest.x);
  const height = Math.max(1e-9, southEast.y - northWest.y);
  // Allow one percent for rounding.
  const scale = Math.min(size.x / width, size.y / height) * 1.01;
  const zoom = Math.max(0, Math.min(map.getMaxZoom(), Math.floor(Math.log2(scale))));
  const center = map.unproject(northWest.add(southEast).divideBy(2), 0);
  map.setView(center, zoom, { animate: false });
}

/** Fits the view to a box with some padding. */
export function fitView(map: LeafletMap, bounds: LatLngBoundsExpression): void {
  map.fitBounds(bounds, {
    // Keep clear of the controls at the top.
    paddingTopLeft: [36, 84],
    paddingBottomRight: [36, 36],
    maxZoom: MAX_FIT_ZOOM,
    animate: false,
  });
}

/** Returns the box around a search's drawn areas or circle; null if it has neither. */
export function boundsOfPlaces({ area, near, within }: PropertyFilters): LatLngBounds | null {
  const areas = area === '' ? [] : (readAreas(area) ?? []);
  const center = readPosition(near);
  const boxes = [
    ...areas.map(boundsOfArea),
    ...(center === null ? [] : [boundsAround(center, Number(within))]),
  ].map(toLatLngBounds);
  const [first, ...others] = boxes;
  if (first === undefined) return null;
  return others.reduce((all, box) => all.extend(box), first);
}

/** Returns the box around all homes and clusters; null if there are none. */
export function boundsOfHomes({ homes, clusters }: PropertyMap): LatLngBounds | null {
  const corners = [
    ...homes.map(({ latitude, longitude }) => [latitude, longitude] as [number, number]),
    ...clusters.flatMap(({ bounds: [west, south, east, north] }) => [
      [south, west] as [number, number],
      [north, east] as [number, number],
    ]),
  ];
  return corners.length === 0 ? null : latLngBounds(corners);
}

/**
 * Parses the bounds in a URL; null if they are missing or invalid.
 */
export const parseBounds = (text: string): Bounds | null => (text === '' ? null : readBounds(text));
