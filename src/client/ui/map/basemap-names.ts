/** The place names on a basemap. */

import { divIcon, layerGroup, type Map as LeafletMap, marker } from 'leaflet';
import { type Box, positionName } from './place-name.ts';

/** A place with homes. */
export interface BasemapPlace {
  name: string;
  latitude: number;
  longitude: number;
}

/** Returns the places in a box `west,south,east,north`. */
export type FindPlaces = (bounds: string) => Promise<readonly BasemapPlace[]>;

/** The map event for changed pins; names then move out of their way. */
export const PINS_CHANGE = 'pinschange';

/** Draws as many place names as fit between the pins, those with the most homes first. */
export function addNames(map: LeafletMap, findPlaces: FindPlaces): void {
  const names = layerGroup().addTo(map);
  let places: readonly BasemapPlace[] = [];
  let latestRequest = 0;

  function draw(): void {
    names.clearLayers();
    const occupied = findPinBoxes(map);
    for (const { name, latitude, longitude } of places) {
      const { x, y } = map.latLngToContainerPoint([latitude, longitude]);
      const position = positionName(name, { x, y }, occupied);
      if (position === undefined) continue;
      occupied.push(position.box);
      // An element because Leaflet would parse a string as HTML.
      const label = document.createElement('span');
      label.textContent = name;
      label.style.translate = `${position.x}px ${position.y}px`;
      const icon = divIcon({ html: label, className: 'basemap-name', iconSize: [0, 0] });
      marker([latitude, longitude], {
        icon,
        pane: 'basemap-names',
        interactive: false,
        keyboard: false,
      }).addTo(names);
    }
  }

  const load = async () => {
    latestRequest += 1;
    const request = latestRequest;
    const bounds = map.getBounds().pad(0.3);
    const format = (value: number, max: number) => Math.max(-max, Math.min(max, value)).toFixed(2);
    const newPlaces = await findPlaces(
      [
        format(bounds.getWest(), 180),
        format(bounds.getSouth(), 90),
        format(bounds.getEast(), 180),
        format(bounds.getNorth(), 90),
      ].join(','),
    );
    if (request !== latestRequest) return;
    places = newPlaces;
    draw();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scheduleLoad = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void load().catch(() => undefined), 400);
  };
  scheduleLoad();
  map.on('moveend', scheduleLoad);
  map.on(PINS_CHANGE, draw);
  map.on('unload', () => {
    latestRequest += 1;
    clearTimeout(timer);
  });
}

/** Returns the boxes of the pins, in pixels from the map's top left corner. */
function findPinBoxes(map: LeafletMap): Box[] {
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
