/** A map of one place with a pin. Loaded when it is near the viewport. */

import { icon, marker, type Map, type Marker } from 'leaflet';
import iconUrl from 'leaflet/dist/images/marker-icon.png';
import iconRetinaUrl from 'leaflet/dist/images/marker-icon-2x.png';
import shadowUrl from 'leaflet/dist/images/marker-shadow.png';
import { createMap } from './create-map.ts';
import type { FindPlaces } from './basemap-names.ts';

/** Shows about four blocks to each side (docs/product/pages.md, Property page). */
const ZOOM = 15;

/** Sizes and anchors in pixels (docs/product/pages.md, Property page). */
const MARKER_ICON = icon({
  iconUrl,
  iconRetinaUrl,
  shadowUrl,
  iconSize: [25, 41],
  iconAnchor: [12, 41],
  popupAnchor: [1, -34],
  shadowSize: [41, 41],
});

/** Maximum width of a popup's text, in pixels: Leaflet's default. */
const MAX_POPUP_WIDTH_PX = 300;

export interface MapOptions {
  latitude: number;
  longitude: number;
  /** The accessible name of the marker, and the popup's text. */
  address: string;
  /** The tile URL template with {z}, {x}, and {y} (README.md, Settings: MAP_TILE_URL). */
  tileUrl: string;
  findPlaces: FindPlaces;
}

/**
 * Shows a map of one place in an element.
 *
 * @returns a function that removes the map
 */
export function showMap(element: HTMLElement, options: MapOptions): () => void {
  const position = { lat: options.latitude, lng: options.longitude };
  const { tileUrl, findPlaces } = options;
  const map = createMap(element, { center: position, zoom: ZOOM, tileUrl, findPlaces });
  // An element because Leaflet would parse a string as HTML.
  const label = document.createElement('span');
  label.textContent = options.address;
  const pin = marker(position, {
    icon: MARKER_ICON,
    alt: options.address,
    title: options.address,
  });
  // The popup and its margins must fit into the map on a small screen.
  pin
    .addTo(map)
    .bindPopup(label, { maxWidth: Math.min(MAX_POPUP_WIDTH_PX, element.clientWidth - 96) });
  closeByKeyboard(map, pin, element);
  return () => void map.remove();
}

/**
 * Closes the popup on Escape and returns focus to the pin. Leaflet handles Escape on the map
 * but not on its marker, and loses focus if it closes a popup that has it.
 */
function closeByKeyboard(map: Map, pin: Marker, element: HTMLElement): void {
  element.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') pin.closePopup();
  });
  map.on('popupclose', ({ popup }) => {
    const { activeElement } = document;
    const hadFocus =
      activeElement === document.body || popup.getElement()?.contains(activeElement) === true;
    if (hadFocus) pin.getElement()?.focus({ preventScroll: true });
  });
}
