/**
 * Creates all maps. A thin wrapper around Leaflet with tiles for both themes and our own basemap.
 */

import { map as createLeaflet, type Map as LeafletMap, tileLayer } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { parseTileUrls } from '#shared/geo/map-tiles.ts';
import { ATTRIBUTION, MAX_ZOOM } from './osm-tiles.ts';
import { addBasemap } from './basemap.ts';
import type { FindPlaces } from './basemap-names.ts';
import './leaflet.css';

export interface MapOptions {
  center: { lat: number; lng: number };
  zoom: number;
  /** Templates with {z}, {x}, and {y} (README, MAP_TILE_URL). */
  tileUrl: string;
  /** Finds place names for the basemap; if absent, the basemap has no names. */
  findPlaces?: FindPlaces | undefined;
  /** Whether the mouse wheel zooms, for pages that are mainly a map. */
  hasWheelZoom?: boolean;
  /** Whether to show Leaflet's own zoom buttons; false if the page has its own. */
  hasZoomButtons?: boolean;
  /** Whether the center and zoom are provisional, so that tiles load only with the next view. */
  isProvisional?: boolean;
}

/** Returns whether the user prefers reduced motion. */
export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Shows a map in an element. `remove()` removes it with all its listeners. */
export function createMap(element: HTMLElement, options: MapOptions): LeafletMap {
  const hasMotion = !prefersReducedMotion();
  const map = createLeaflet(element, {
    center: options.center,
    zoom: options.zoom,
    scrollWheelZoom: options.hasWheelZoom ?? false,
    zoomControl: options.hasZoomButtons ?? true,
    fadeAnimation: hasMotion,
    zoomAnimation: hasMotion,
    markerZoomAnimation: hasMotion,
    inertia: hasMotion,
    worldCopyJump: true,
    maxZoom: MAX_ZOOM,
  });
  map.attributionControl.setPrefix('<a href="https://leafletjs.com" rel="noopener">Leaflet</a>');
  addBasemap(map, options.findPlaces);
  const urls = parseTileUrls(options.tileUrl);
  const tiles = tileLayer(urls.light, { attribution: ATTRIBUTION, maxZoom: MAX_ZOOM });
  const unwatch = watchDarkTheme((isDark) => {
    tiles.setUrl(isDark ? urls.dark : urls.light, tiles.getContainer() === undefined);
    // Invert light tiles in the dark theme if there are no dark ones.
    element.classList.toggle('has-inverted-tiles', isDark && urls.dark === urls.light);
  });
  if (options.isProvisional === true) map.once('moveend', () => tiles.addTo(map));
  else tiles.addTo(map);
  tiles.once('load', () => element.classList.add('has-tiles'));
  map.on('unload', unwatch);
  makeRemovalSafe(map);
  return map;
}

/**
 * Makes `remove()` safe. Leaflet does not cancel its timers for animated zooms, the mouse wheel,
 * inertia, and resized windows, and they would use a removed pane.
 */
function makeRemovalSafe(map: LeafletMap): void {
  const remove = map.remove.bind(map);
  const noop = () => map;
  map.remove = () => {
    remove();
    map.off();
    return Object.assign(map, { _animatingZoom: false, setZoomAround: noop, panBy: noop });
  };
}

/** Reports whether the page is dark, by choice or system setting, now and after every change. */
function watchDarkTheme(onChange: (isDark: boolean) => void): () => void {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const check = () => {
    const theme = root.dataset['theme'];
    onChange(theme === undefined ? system.matches : theme === 'dark');
  };
  const observer = new MutationObserver(check);
  observer.observe(root, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', check);
  check();
  return () => {
    observer.disconnect();
    system.removeEventListener('change', check);
  };
}
