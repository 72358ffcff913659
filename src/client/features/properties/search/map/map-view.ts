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
  shiftOfCopy,
  writeBounds,
} from '#shared/geo/bounds.ts';
import { boundsAround } from '#shared/geo/distance.ts';
import type { PropertyMap } from '#shared/schemas/properties/property-map.ts';
import type { PropertyFilters } from '../query/property-filters.ts';

/** The contiguous United States, where no homes say better. */
export const NO_HOMES_VIEW: LatLngBoundsExpression = [
  [24.5, -125],
  [49.5, -66.9],
];

/** Where only one home is. */
const CLOSEST_FIT = 15;

/** Leaflet's box for one that may cross the antimeridian. */
export const toLatLngBounds = ({ west, south, east, north }: Bounds): LatLngBounds =>
  latLngBounds([south, west], [north, west > east ? east + 360 : east]);

/** The same, on the copy of the world that is nearest to a map's middle. */
export function nearestBox(map: LeafletMap, bounds: Bounds): LatLngBounds {
  const box = toLatLngBounds(bounds);
  const shift = shiftOfCopy(box.getCenter().lng, map.getCenter().lng);
  return latLngBounds(
    [box.getSouth(), box.getWest() + shift],
    [box.getNorth(), box.getEast() + shift],
  );
}

/** The box that a map shows, as URLs have it. */
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
 * Brings a map to where it showed a box, also in a window of another size: its middle is the box's, and it is as near as
 * it can be to show nearly all of it.
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
  const middle = map.unproject(northWest.add(southEast).divideBy(2), 0);
  map.setView(middle, zoom, { animate: false });
}

/** Shows a whole box with some room around it. */
export function fitView(map: LeafletMap, bounds: LatLngBoundsExpression): void {
  map.fitBounds(bounds, {
    // Keep clear of the controls on top.
    paddingTopLeft: [36, 84],
    paddingBottomRight: [36, 36],
    maxZoom: CLOSEST_FIT,
    animate: false,
  });
}

/** The box around the drawn areas or the circle of a search; null where it has neither. */
export function boundsOfPlaces({ area, near, within }: PropertyFilters): LatLngBounds | null {
  const areas = area === '' ? [] : (readAreas(area) ?? []);
  const middle = readPosition(near);
  const boxes = [
    ...areas.map(boundsOfArea),
    ...(middle === null ? [] : [boundsAround(middle, Number(within))]),
  ].map(toLatLngBounds);
  const [first, ...others] = boxes;
  if (first === undefined) return null;
  return others.reduce((all, box) => all.extend(box), first);
}

/** The box around all that a map found; null where it found nothing. */
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

/** Whether a text is a box; a URL may hold anything. */
export const boundsOfText = (text: string): Bounds | null =>
  text === '' ? null : readBounds(text);
