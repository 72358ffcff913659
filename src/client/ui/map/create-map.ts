/** The one map of the product: Leaflet in a thin coat, with tiles by day and by night and a ground of our own. */

import { map as createLeaflet, type Map as LeafletMap, tileLayer } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { readTileUrls } from '#shared/geo/map-tiles.ts';
import { addGround } from './ground.ts';
import type { FindPlaces } from './ground-names.ts';
import './leaflet.css';

/** The most that OpenStreetMap's tiles are drawn for. */
export const ZOOM_MAX = 19;

const ATTRIBUTION =
  '© <a href="https://www.openstreetmap.org/copyright" rel="noopener">OpenStreetMap</a> contributors';

export interface MapOptions {
  center: { lat: number; lng: number };
  zoom: number;
  /** Templates with {z}, {x} and {y} (README, MAP_TILE_URL). */
  tileUrl: string;
  /** Names for the ground; none where absent. */
  findPlaces?: FindPlaces | undefined;
  /** The wheel zooms, where the map is what the page is about. */
  isWheelZoom?: boolean;
  /** Leaflet's own buttons; off where the page has others. */
  hasZoomButtons?: boolean;
}

/** Whether a user asks for no motion. */
export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Shows a map in an element. `remove()` takes it away again, with all that listens for it. */
export function createMap(element: HTMLElement, options: MapOptions): LeafletMap {
  const hasMotion = !isStill();
  const map = createLeaflet(element, {
    center: options.center,
    zoom: options.zoom,
    scrollWheelZoom: options.isWheelZoom ?? false,
    zoomControl: options.hasZoomButtons ?? true,
    fadeAnimation: hasMotion,
    zoomAnimation: hasMotion,
    markerZoomAnimation: hasMotion,
    inertia: hasMotion,
    worldCopyJump: true,
    maxZoom: ZOOM_MAX,
  });
  map.attributionControl.setPrefix('<a href="https://leafletjs.com" rel="noopener">Leaflet</a>');
  addGround(map, options.findPlaces);
  const urls = readTileUrls(options.tileUrl);
  const tiles = tileLayer(urls.light, { attribution: ATTRIBUTION, maxZoom: ZOOM_MAX });
  const stop = watchNight((isNight) => {
    tiles.setUrl(isNight ? urls.dark : urls.light, tiles.getContainer() === undefined);
    // Tiles of the day alone are turned into such of the night.
    element.classList.toggle('is-night-of-day-tiles', isNight && urls.dark === urls.light);
  });
  tiles.addTo(map);
  map.on('unload', stop);
  quietOnceRemoved(map);
  return map;
}

/**
 * Leaflet does not cancel its timers for the end of an animated zoom, for the wheel, for a thrown map, and for a resized
 * window. After `remove()` each would read a pane that is gone.
 */
function quietOnceRemoved(map: LeafletMap): void {
  const remove = map.remove.bind(map);
  const nothing = () => map;
  map.remove = () => {
    remove();
    map.off();
    return Object.assign(map, { _animatingZoom: false, setZoomAround: nothing, panBy: nothing });
  };
}

/** Tells now and at every change whether the page is dark, chosen or by the system. */
function watchNight(tell: (isNight: boolean) => void): () => void {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const check = () => {
    const chosen = root.dataset['theme'];
    tell(chosen === undefined ? system.matches : chosen === 'dark');
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
