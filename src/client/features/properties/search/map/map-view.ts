/** Fits a map's view to homes, areas, and boxes, and converts it from and to URL bounds. */

import {
  type LatLngBounds,
  latLngBounds,
  type Point,
  point,
  type Map as LeafletMap,
  type LatLngBoundsExpression,
} from 'leaflet';
import { boundsOfArea, parseAreas } from '#shared/geo/area.ts';
import {
  type Bounds,
  parseBounds,
  parsePosition,
  worldCopyOffset,
  serializeBounds,
} from '#shared/geo/bounds.ts';
import { boundsAround } from '#shared/geo/distance.ts';
import type { PropertyMap } from '#shared/schemas/properties/property-map.ts';
import type { PropertyFilters } from '../query/property-filters.ts';
import {
  FIT_PADDING_PX,
  MAX_FIT_ZOOM,
  MIN_FIRST_SHARE,
  PHONE_BOTTOM_PADDING_PX,
} from './first-view.ts';
import { boundsOfHomes } from './home-bounds.ts';

/** The contiguous United States: the view when there are no homes to fit. */
const NO_HOMES_VIEW: [[number, number], [number, number]] = [
  [24.5, -125],
  [49.5, -66.9],
];

/** The zoom at which the contiguous United States fits on a phone, without a margin. */
const PHONE_COUNTRY_ZOOM = 3;
/** Maps at least this wide use the next zoom. */
const MIN_WIDE_PX = 680;

/** Converts a box, which may cross the antimeridian, to Leaflet bounds. */
export const toLatLngBounds = ({ west, south, east, north }: Bounds): LatLngBounds =>
  latLngBounds([south, west], [north, west > east ? east + 360 : east]);

/** Converts a box to Leaflet bounds, on the copy of the world nearest to the map's center. */
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
  return serializeBounds({
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
  const { topLeft, bottomRight } = fitPadding();
  map.fitBounds(bounds, {
    paddingTopLeft: topLeft,
    paddingBottomRight: bottomRight,
    maxZoom: MAX_FIT_ZOOM,
    animate: false,
  });
}

function fitPadding(): { topLeft: Point; bottomRight: Point } {
  const { side, top, bottom } = FIT_PADDING_PX;
  const isPhone = matchMedia('(width < 48rem)').matches;
  return {
    topLeft: point(side, top),
    bottomRight: point(side, isPhone ? PHONE_BOTTOM_PADDING_PX : bottom),
  };
}

/** Returns the initial view of a map of the given width, before its homes are known. */
export const provisionalView = (widthPx: number) => ({
  center: latLngBounds(NO_HOMES_VIEW).getCenter(),
  zoom: widthPx < MIN_WIDE_PX ? PHONE_COUNTRY_ZOOM : PHONE_COUNTRY_ZOOM + 1,
});

/** Shows the contiguous United States, for a search without homes. */
export function showNoHomes(map: LeafletMap): void {
  const { center, zoom } = provisionalView(map.getSize().x);
  map.setView(center, zoom, { animate: false });
}

/** Fits the view to all homes for a search. */
export function fitAllHomes(map: LeafletMap, homes: PropertyMap): void {
  const bounds = boundsOfHomes(homes, 1);
  if (bounds !== null) fitView(map, toLatLngBounds(bounds));
}

/** Fits the view to the homes for a search, excluding outliers if that allows a closer view. */
export function fitHomes(map: LeafletMap, homes: PropertyMap): void {
  const [all, most] = [boundsOfHomes(homes, 1), boundsOfHomes(homes, MIN_FIRST_SHARE)];
  if (all === null || most === null) {
    showNoHomes(map);
    return;
  }
  const { topLeft, bottomRight } = fitPadding();
  const padding = topLeft.add(bottomRight);
  const zoomOf = (bounds: Bounds) => map.getBoundsZoom(toLatLngBounds(bounds), false, padding);
  fitView(map, toLatLngBounds(zoomOf(most) > zoomOf(all) ? most : all));
}

/** Returns the box around a search's drawn areas and circle; null if it has neither. */
export function boundsOfPlaces({ area, near, within }: PropertyFilters): LatLngBounds | null {
  const areas = area === '' ? [] : (parseAreas(area) ?? []);
  const center = parsePosition(near);
  const boxes = [
    ...areas.map(boundsOfArea),
    ...(center === null ? [] : [boundsAround(center, Number(within))]),
  ].map(toLatLngBounds);
  const [first, ...others] = boxes;
  if (first === undefined) return null;
  return others.reduce((all, box) => all.extend(box), first);
}

/**
 * Returns the bounds in a URL; null if they are missing or invalid.
 */
export const parseOptionalBounds = (text: string): Bounds | null =>
  text === '' ? null : parseBounds(text);
