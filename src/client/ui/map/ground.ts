/**
 * The map's ground of our own, under the tiles and instead of them: land, outlines of states and counties, and names of
 * places. The outlines are files that come with the product and are fetched only where a map is shown.
 */

import {
  divIcon,
  layerGroup,
  type Map as LeafletMap,
  marker,
  polygon,
  polyline,
  svg,
} from 'leaflet';
import { fetchOutlines, outlineUrls, toLines } from './outlines.ts';

/** A place with homes. */
export interface GroundPlace {
  name: string;
  latitude: number;
  longitude: number;
}

/** Gives the places in a box `west,south,east,north`. */
export type FindPlaces = (bounds: string) => Promise<readonly GroundPlace[]>;

/** Counties are drawn from this zoom on. */
const COUNTIES_ZOOM = 6;
/** Names closer than this are not both written, in pixels. */
const NAME_SPACE = { x: 90, y: 22 };

/** Draws the ground of a map; what cannot be fetched is left out. */
export function addGround(map: LeafletMap, findPlaces: FindPlaces | undefined): void {
  const outlinesPane = map.createPane('ground');
  outlinesPane.style.zIndex = '100';
  const namesPane = map.createPane('ground-names');
  namesPane.style.zIndex = '110';
  namesPane.setAttribute('aria-hidden', 'true');
  let isGone = false;
  map.on('unload', () => {
    isGone = true;
  });
  const renderer = svg({ pane: 'ground', padding: 0.5 });
  const shape = { pane: 'ground', renderer, interactive: false, smoothFactor: 0.8 };

  async function addStates() {
    const { statesUrl } = await outlineUrls();
    const outlines = await fetchOutlines(statesUrl);
    if (isGone || outlines === null) return;
    polygon(toLines(outlines.land ?? []), { ...shape, className: 'ground-land' }).addTo(map);
    polyline(toLines(outlines.lines), { ...shape, className: 'ground-state' }).addTo(map);
  }
  let hasCounties = false;
  async function addCounties() {
    if (hasCounties || map.getZoom() < COUNTIES_ZOOM) return;
    hasCounties = true;
    const { countiesUrl } = await outlineUrls();
    const outlines = await fetchOutlines(countiesUrl);
    if (isGone || outlines === null) return;
    const counties = polyline(toLines(outlines.lines), { ...shape, className: 'ground-county' });
    const showOrHide = () => {
      if (map.getZoom() >= COUNTIES_ZOOM) counties.addTo(map).bringToBack();
      else counties.remove();
      outlinesPane
        .querySelector('.ground-land')
        ?.parentElement?.prepend(...outlinesPane.querySelectorAll('.ground-land'));
    };
    showOrHide();
    map.on('zoomend', showOrHide);
  }
  const attempt = (work: () => Promise<void>) => void work().catch(() => undefined);
  attempt(addStates);
  attempt(addCounties);
  map.on('zoomend', () => attempt(addCounties));
  if (findPlaces !== undefined) addNames(map, findPlaces);
}

/** Writes the names of places, those with most homes first, where there is room for them. */
function addNames(map: LeafletMap, findPlaces: FindPlaces): void {
  const names = layerGroup().addTo(map);
  let newest = 0;
  const write = async () => {
    newest += 1;
    const mine = newest;
    const bounds = map.getBounds().pad(0.3);
    const edge = (value: number, most: number) => Math.max(-most, Math.min(most, value)).toFixed(2);
    const places = await findPlaces(
      [
        edge(bounds.getWest(), 180),
        edge(bounds.getSouth(), 90),
        edge(bounds.getEast(), 180),
        edge(bounds.getNorth(), 90),
      ].join(','),
    );
    if (mine !== newest) return;
    const written: { x: number; y: number }[] = [];
    names.clearLayers();
    for (const { name, latitude, longitude } of places) {
      const { x, y } = map.project([latitude, longitude]);
      const isFree = written.every(
        (other) => Math.abs(other.x - x) > NAME_SPACE.x || Math.abs(other.y - y) > NAME_SPACE.y,
      );
      if (!isFree) continue;
      written.push({ x, y });
      // As an element, since a text given to Leaflet would be read as HTML.
      const words = document.createElement('span');
      words.textContent = name;
      const icon = divIcon({ html: words, className: 'ground-name', iconSize: [0, 0] });
      marker([latitude, longitude], {
        icon,
        pane: 'ground-names',
        interactive: false,
        keyboard: false,
      }).addTo(names);
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void write().catch(() => undefined), 400);
  };
  soon();
  map.on('moveend', soon);
  map.on('unload', () => {
    newest += 1;
    clearTimeout(timer);
  });
}
