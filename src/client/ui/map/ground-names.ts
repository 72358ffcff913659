/** The place names on a map's base layer. */

import { divIcon, layerGroup, type Map as LeafletMap, marker } from 'leaflet';
import { type Box, placeName } from './place-name.ts';

/** A place with homes. */
export interface GroundPlace {
  name: string;
  latitude: number;
  longitude: number;
}

/** Returns the places in a box `west,south,east,north`. */
export type FindPlaces = (bounds: string) => Promise<readonly GroundPlace[]>;

/** The map event for changed pins: names move out of their way. */
export const PINS_CHANGE = 'pinschange';

/**
 * Writes place names, those with the most homes first, if there is room for them next to the pins.
 */
export function addNames(map: LeafletMap, findPlaces: FindPlaces): void {
  const names = layerGroup().addTo(map);
  let places: readonly GroundPlace[] = [];
  let newest = 0;

  function write(): void {
    names.clearLayers();
    const taken = boxesOfPins(map);
    for (const { name, latitude, longitude } of places) {
      const { x, y } = map.latLngToContainerPoint([latitude, longitude]);
      const place = placeName(name, { x, y }, taken);
      if (place === undefined) continue;
      taken.push(place.box);
      // An element, because Leaflet would parse a string as HTML.
      const label = document.createElement('span');
      label.textContent = name;
      label.style.translate = `${place.x}px ${place.y}px`;
      const icon = divIcon({ html: label, className: 'ground-name', iconSize: [0, 0] });
      marker([latitude, longitude], {
        icon,
        pane: 'ground-names',
        interactive: false,
        keyboard: false,
      }).addTo(names);
    }
  }

  const load = async () => {
    newest += 1;
    const mine = newest;
    const bounds = map.getBounds().pad(0.3);
    const edge = (value: number, max: number) => Math.max(-max, Math.min(max, value)).toFixed(2);
    const found = await findPlaces(
      [
        edge(bounds.getWest(), 180),
        edge(bounds.getSouth(), 90),
        edge(bounds.getEast(), 180),
        edge(bounds.getNorth(), 90),
      ].join(','),
    );
    if (mine !== newest) return;
    places = found;
    write();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void load().catch(() => undefined), 400);
  };
  soon();
  map.on('moveend', soon);
  map.on(PINS_CHANGE, write);
  map.on('unload', () => {
    newest += 1;
    clearTimeout(timer);
  });
}

/** Returns the boxes of the pins, in pixels from the map's corner. */
function boxesOfPins(map: LeafletMap): Box[] {
  const corner = map.getContainer().getBoundingClientRect();
  const pins = map.getPane('markerPane')?.querySelectorAll('button, img') ?? [];
  return [...pins].map((pin) => {
    const { left, top, right, bottom } = pin.getBoundingClientRect();
    return {
      left: left - corner.left,
      top: top - corner.top,
      right: right - corner.left,
      bottom: bottom - corner.top,
    };
  });
}
