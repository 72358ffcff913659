/**
 * The basemap, below the tiles or instead of them: land, state outlines, county outlines, and place
 * names. The outlines are bundled files, fetched only when a map is shown.
 */

import { type Map as LeafletMap, polygon, polyline, svg } from 'leaflet';
import { addNames, type FindPlaces } from './basemap-names.ts';
import { fetchOutlines, loadOutlineUrls, toLines } from './outlines.ts';

/** The lowest zoom level that shows counties. */
const MIN_COUNTIES_ZOOM = 6;

/** Adds the basemap to a map; parts that cannot be fetched are omitted. */
export function addBasemap(map: LeafletMap, findPlaces: FindPlaces | undefined): void {
  const outlinesPane = map.createPane('basemap');
  outlinesPane.style.zIndex = '100';
  const namesPane = map.createPane('basemap-names');
  namesPane.style.zIndex = '110';
  namesPane.setAttribute('aria-hidden', 'true');
  let isCanceled = false;
  map.on('unload', () => {
    isCanceled = true;
  });
  const renderer = svg({ pane: 'basemap', padding: 0.5 });
  const shape = { pane: 'basemap', renderer, interactive: false, smoothFactor: 0.8 };

  async function addStates() {
    const { statesUrl } = await loadOutlineUrls();
    const outlines = await fetchOutlines(statesUrl);
    if (isCanceled || outlines === null) return;
    polygon(toLines(outlines.land ?? []), { ...shape, className: 'basemap-land' }).addTo(map);
    polyline(toLines(outlines.lines), { ...shape, className: 'basemap-state' }).addTo(map);
  }
  let hasCounties = false;
  async function addCounties() {
    if (hasCounties || map.getZoom() < MIN_COUNTIES_ZOOM) return;
    hasCounties = true;
    const { countiesUrl } = await loadOutlineUrls();
    const outlines = await fetchOutlines(countiesUrl);
    if (isCanceled || outlines === null) return;
    const counties = polyline(toLines(outlines.lines), { ...shape, className: 'basemap-county' });
    const updateVisibility = () => {
      if (map.getZoom() >= MIN_COUNTIES_ZOOM) counties.addTo(map).bringToBack();
      else counties.remove();
      outlinesPane
        .querySelector('.basemap-land')
        ?.parentElement?.prepend(...outlinesPane.querySelectorAll('.basemap-land'));
    };
    updateVisibility();
    map.on('zoomend', updateVisibility);
  }
  const attempt = (work: () => Promise<void>) => void work().catch(() => undefined);
  attempt(addStates);
  attempt(addCounties);
  map.on('zoomend', () => attempt(addCounties));
  if (findPlaces !== undefined) addNames(map, findPlaces);
}
