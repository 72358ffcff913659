/**
 * Draws an area on a map: with the pointer, freehand or corner by corner, or with the keyboard,
 * corner by corner under a crosshair. The area closes at its first corner, at the end of a freehand
 * line, or when `finish` is called.
 */

import {
  circleMarker,
  type LatLng,
  layerGroup,
  LineUtil,
  type Map as LeafletMap,
  point,
  type Point,
  polyline,
} from 'leaflet';
import type { Area } from '#shared/geo/area.ts';
import { MAX_AREA_POINTS, MIN_AREA_POINTS } from '#shared/limits.ts';
import { toArea } from './drawn-area.ts';

export interface DrawToolOptions {
  onDone: (area: Area) => void;
  onCancel: () => void;
  /** Called with the number of corners, for announcements and buttons. */
  onCornersChange: (count: number) => void;
}

export interface DrawTool {
  /** Closes the area if it has at least three corners. */
  finish: () => void;
  undo: () => void;
  remove: () => void;
}

/** Maximum movement of a pressed pointer that places a corner, in pixels. More draws freehand. */
const MAX_CLICK_PX = 8;
/** Maximum distance to the first corner at which a point closes the area, in pixels. */
const MAX_CLOSE_PX = 14;
/** Distance that an arrow key moves the map, in pixels. Shift moves it farther. */
const STEP_PX = 40;
/** Maximum corners of a freehand area, which is simplified to fewer if possible. */
const MAX_FREEHAND_CORNERS = Math.min(120, MAX_AREA_POINTS);

/**
 * Starts drawing.
 *
 * @param map its container receives focus
 */
export function startDrawing(map: LeafletMap, options: DrawToolOptions): DrawTool {
  const container = map.getContainer();
  const layer = layerGroup().addTo(map);
  const line = polyline([], { className: 'draw-line', interactive: false }).addTo(layer);
  const preview = polyline([], { className: 'draw-preview', interactive: false }).addTo(layer);
  const first = circleMarker([0, 0], { radius: 7, className: 'draw-first', interactive: false });
  const overlay = document.createElement('div');
  overlay.className = 'draw-overlay';
  const crosshair = document.createElement('div');
  crosshair.className = 'draw-crosshair';
  crosshair.setAttribute('aria-hidden', 'true');
  container.append(overlay, crosshair);
  map.keyboard.disable();
  // The overlay covers the pins.
  const pins = map.getPane('markerPane');
  pins?.setAttribute('inert', '');
  let corners: LatLng[] = [];
  let press: { start: Point; path: Point[] } | undefined;

  const pointOf = (event: PointerEvent) => {
    const box = container.getBoundingClientRect();
    return point(event.clientX - box.left, event.clientY - box.top);
  };
  const center = () => map.getSize().divideBy(2);

  function redraw(to?: Point): void {
    line.setLatLngs(corners);
    const last = corners.at(-1);
    preview.setLatLngs(
      last === undefined || to === undefined ? [] : [last, map.containerPointToLatLng(to)],
    );
    const [start] = corners;
    if (start === undefined) first.remove();
    else first.setLatLng(start).addTo(layer);
    first.getElement()?.classList.toggle('is-closable', corners.length >= MIN_AREA_POINTS);
  }

  function isAtFirstCorner(point: Point): boolean {
    const [start] = corners;
    return (
      start !== undefined &&
      corners.length >= MIN_AREA_POINTS &&
      map.latLngToContainerPoint(start).distanceTo(point) <= MAX_CLOSE_PX
    );
  }

  function addCorner(point: Point): void {
    if (isAtFirstCorner(point)) {
      finish();
      return;
    }
    if (corners.length >= MAX_AREA_POINTS) return;
    corners.push(map.containerPointToLatLng(point));
    redraw();
    options.onCornersChange(corners.length);
  }

  function finish(): void {
    if (corners.length >= MIN_AREA_POINTS) options.onDone(toArea(corners));
  }

  function finishFreehand(path: Point[]): void {
    let tolerance = 2;
    let simplifiedPath = LineUtil.simplify(path, tolerance);
    while (simplifiedPath.length > MAX_FREEHAND_CORNERS) {
      tolerance *= 1.5;
      simplifiedPath = LineUtil.simplify(path, tolerance);
    }
    if (simplifiedPath.length < MIN_AREA_POINTS) return;
    corners = simplifiedPath.map((point) => map.containerPointToLatLng(point));
    finish();
  }

  overlay.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    container.focus({ preventScroll: true });
    overlay.setPointerCapture(event.pointerId);
    const start = pointOf(event);
    press = { start, path: [start] };
  });
  overlay.addEventListener('pointermove', (event) => {
    const point = pointOf(event);
    if (press === undefined) {
      redraw(point);
      return;
    }
    press.path.push(point);
    // Freehand drawing is possible only before the first corner is placed.
    if (corners.length === 0 && isFreehand(press)) {
      line.setLatLngs(press.path.map((pathPoint) => map.containerPointToLatLng(pathPoint)));
    }
  });
  overlay.addEventListener('pointerup', (event) => {
    if (press === undefined) return;
    const { start, path } = press;
    const wasFreehand = corners.length === 0 && isFreehand(press);
    press = undefined;
    if (wasFreehand) finishFreehand([...path, pointOf(event)]);
    else addCorner(start);
  });
  overlay.addEventListener('pointercancel', () => {
    press = undefined;
    redraw();
  });
  const stopClicks = (event: Event) => event.stopPropagation();
  for (const name of ['mousedown', 'touchstart', 'click', 'dblclick']) {
    overlay.addEventListener(name, stopClicks);
  }

  const onKey = (event: KeyboardEvent) => {
    if (event.target !== container) return;
    const step = STEPS[event.key];
    if (event.key === 'Escape') options.onCancel();
    else if (event.key === 'Enter') addCorner(center());
    else if (event.key === 'Backspace') undo();
    else if (step !== undefined) {
      const distance = STEP_PX * (event.shiftKey ? 4 : 1);
      map.panBy([step[0] * distance, step[1] * distance], { animate: false });
      redraw(center());
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  container.addEventListener('keydown', onKey);
  container.focus({ preventScroll: true });

  function undo(): void {
    corners.pop();
    redraw();
    options.onCornersChange(corners.length);
  }

  return {
    finish,
    undo,
    remove() {
      layer.remove();
      overlay.remove();
      crosshair.remove();
      container.removeEventListener('keydown', onKey);
      map.keyboard.enable();
      pins?.removeAttribute('inert');
    },
  };
}

const isFreehand = ({ start, path }: { start: Point; path: Point[] }) =>
  path.some((point) => point.distanceTo(start) > MAX_CLICK_PX);

const STEPS: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
