/**
 * Renders the tiles of the map's first view on a phone as HTML, which shows them before the map's
 * script has loaded. Runs only on the server.
 */

import { type Bounds, parseBounds, widthOf } from '#shared/geo/bounds.ts';
import { parseTileUrls } from '#shared/geo/map-tiles.ts';
import { TILE_PX, toMercatorX, toMercatorY, worldPx } from '#shared/geo/mercator.ts';
import type { PropertyMap } from '#shared/schemas/properties/property-map.ts';
import { ATTRIBUTION, MAX_ZOOM } from '../../../../ui/map/osm-tiles.ts';
import {
  FIT_PADDING_PX,
  MAX_FIT_ZOOM,
  MIN_FIRST_SHARE,
  PHONE_BOTTOM_PADDING_PX,
} from './first-view.ts';
import { boundsOfHomes } from './home-bounds.ts';

/** The size of a typical phone's map, which determines the zoom. */
const PHONE_MAP_PX = { width: 390, height: 640 };

/** The part of the map into which homes are fitted. */
const FITTED_PX = {
  width: PHONE_MAP_PX.width - 2 * FIT_PADDING_PX.side,
  height: PHONE_MAP_PX.height - FIT_PADDING_PX.top - PHONE_BOTTOM_PADDING_PX,
};

/** The area to cover with tiles: the size of a large phone's map. */
const COVERED_PX = { width: 430, height: 760 };

/** Wide screens show no preview: the map's size is unknown, and the list is shown first. */
const STYLES = `
.map-preview { display: none; }
@media (width < 48rem) {
  .map-preview { display: block; position: absolute; inset: 0; overflow: hidden; background: var(--color-sunken); }
  .map-preview b { position: absolute; width: ${TILE_PX}px; height: ${TILE_PX}px; background: var(--light); }
  :has(> .map-preview) + .pulse { visibility: hidden; }
  .map-preview small { position: absolute; right: 0; bottom: 0; padding-inline: 5px; background: var(--color-surface); font-size: 0.75rem; }
  :root[data-theme='dark'] .map-preview b { background: var(--dark); filter: var(--dark-filter); }
}
@media (width < 48rem) and (prefers-color-scheme: dark) {
  :root:not([data-theme='light']) .map-preview b { background: var(--dark); filter: var(--dark-filter); }
}`;

/** Inverts light tiles for dark mode, as in leaflet.css. */
const INVERTED = 'invert(1) hue-rotate(180deg) brightness(0.92) contrast(0.86) saturate(0.7)';

/**
 * Returns the preview's HTML.
 *
 * @param bounds the box in the URL; '' for none
 * @param extent where the results are; undefined if not loaded
 * @param tileUrl the setting `MAP_TILE_URL`
 * @returns '' if the first view is unknown or the tile URLs depend on the screen
 */
export function renderMapPreview(
  bounds: string,
  extent: PropertyMap | undefined,
  tileUrl: string,
): string {
  const view = firstView(parseBounds(bounds), extent);
  const urls = parseTileUrls(tileUrl);
  if (view === null || tileUrl.includes('{r}')) return '';
  const tiles = tilesOf(view).map((tile) => {
    const url = (template: string) => `url(${JSON.stringify(fillTemplate(template, tile))})`;
    const style = `left:calc(50% + ${tile.left}px);top:calc(50% + ${tile.top}px);--light:${url(urls.light)};--dark:${url(urls.dark)}`;
    return `<b style="${style.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></b>`;
  });
  const darkFilter = urls.light === urls.dark ? INVERTED : 'none';
  return `<style>${STYLES}</style><div class="map-preview" style="--dark-filter:${darkFilter}">${tiles.join('')}<small>${ATTRIBUTION}</small></div>`;
}

/** A map view. The center is in pixels of the world at the zoom. */
interface View {
  zoom: number;
  x: number;
  y: number;
}

/** Returns the first view of the map on a phone (map-view.ts); null if it is unknown. */
function firstView(bounds: Bounds | null, extent: PropertyMap | undefined): View | null {
  if (bounds !== null) return viewOf(bounds, PHONE_MAP_PX, MAX_ZOOM);
  if (extent === undefined) return null;
  const [all, most] = [boundsOfHomes(extent, 1), boundsOfHomes(extent, MIN_FIRST_SHARE)];
  if (all === null || most === null) return null;
  const allView = viewOf(all, FITTED_PX, MAX_FIT_ZOOM);
  const mostView = viewOf(most, FITTED_PX, MAX_FIT_ZOOM);
  return mostView.zoom > allView.zoom ? mostView : allView;
}

/** Returns the closest view that fits a box into a size, with a zoom of at most `maxZoom`. */
function viewOf(bounds: Bounds, size: { width: number; height: number }, maxZoom: number): View {
  const [top, bottom] = [toMercatorY(bounds.north), toMercatorY(bounds.south)];
  const width = widthOf(bounds) / 360;
  const scale = Math.min(size.width / width, size.height / (bottom - top)) / worldPx(0);
  // Allow one percent for rounding, as the map does.
  const zoom = Math.max(0, Math.min(maxZoom, Math.floor(Math.log2(scale * 1.01))));
  const world = worldPx(zoom);
  return {
    zoom,
    x: (toMercatorX(bounds.west) + width / 2) * world,
    y: ((top + bottom) / 2) * world,
  };
}

/** A tile with the distance of its top left corner from the map's center, in pixels. */
interface Tile {
  x: number;
  y: number;
  zoom: number;
  left: number;
  top: number;
}

function tilesOf({ zoom, x, y }: View): Tile[] {
  const tilesPerSide = 2 ** zoom;
  const columns = tileRange(x, COVERED_PX.width);
  const rows = tileRange(y, COVERED_PX.height).filter((row) => row >= 0 && row < tilesPerSide);
  return rows.flatMap((row) =>
    columns.map((column) => ({
      x: ((column % tilesPerSide) + tilesPerSide) % tilesPerSide,
      y: row,
      zoom,
      left: Math.round(column * TILE_PX - x),
      top: Math.round(row * TILE_PX - y),
    })),
  );
}

/** Returns the columns or rows of the tiles that cover `length` pixels around a center. */
function tileRange(center: number, length: number): number[] {
  const first = Math.floor((center - length / 2) / TILE_PX);
  const last = Math.floor((center + length / 2) / TILE_PX);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Returns a tile's URL, with the same subdomain that Leaflet would choose. */
const fillTemplate = (template: string, { x, y, zoom }: Tile) =>
  template
    .replace('{s}', 'abc'.charAt((x + y) % 3))
    .replace('{z}', String(zoom))
    .replace('{x}', String(x))
    .replace('{y}', String(y));
