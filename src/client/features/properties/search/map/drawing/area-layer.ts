/** Drawn areas and the circle of a search, on the map. */

import { circle, type Layer, type Map as LeafletMap, polygon } from 'leaflet';
import { boundsOfArea, parseAreas } from '#shared/geo/area.ts';
import { centerOf, parsePosition, worldCopyOffset } from '#shared/geo/bounds.ts';
import type { PropertyFilters } from '../../query/property-filters.ts';

const METERS_PER_MILE = 1_609.344;

/**
 * A shape on the map. It is drawn on the copy of the world nearest to the map's center because maps
 * repeat beyond 180 degrees.
 */
interface Shape {
  /** The longitude of its center. */
  longitude: number;
  /** @param shift added to all longitudes, in degrees */
  draw: (shift: number) => Layer;
  shown?: { shift: number; layer: Layer };
}

/**
 * Draws the areas and the circle of a search.
 *
 * @returns a function that removes them
 */
export function showAreas(
  map: LeafletMap,
  filters: Pick<PropertyFilters, 'area' | 'near' | 'within'>,
): () => void {
  const shapes = shapesOf(filters);
  const draw = () => {
    const center = map.getCenter().lng;
    for (const shape of shapes) {
      const shift = worldCopyOffset(shape.longitude, center);
      if (shape.shown?.shift === shift) continue;
      shape.shown?.layer.remove();
      shape.shown = { shift, layer: shape.draw(shift).addTo(map) };
    }
  };
  draw();
  map.on('moveend', draw);
  return () => {
    map.off('moveend', draw);
    for (const { shown } of shapes) shown?.layer.remove();
  };
}

function shapesOf({ area, near, within }: Pick<PropertyFilters, 'area' | 'near' | 'within'>) {
  const style = { className: 'searched-area', interactive: false };
  const shapes: Shape[] = (area === '' ? [] : (parseAreas(area) ?? [])).map((corners) => ({
    longitude: centerOf(boundsOfArea(corners)).longitude,
    draw: (shift) =>
      polygon(
        corners.map(({ latitude, longitude }): [number, number] => [latitude, longitude + shift]),
        { ...style, fillRule: 'evenodd' },
      ),
  }));
  const point = parsePosition(near);
  if (point !== null) {
    const { latitude, longitude } = point;
    const radius = Number(within) * METERS_PER_MILE;
    shapes.push({
      longitude,
      draw: (shift) => circle([latitude, longitude + shift], { ...style, radius }),
    });
  }
  return shapes;
}
