/**
 * The pins of a map: prices, and clusters with their counts. They are one tab stop, and arrow keys
 * move between them.
 */

import { divIcon, type Map as LeafletMap, type Marker, marker } from 'leaflet';
import { shiftOfCopy } from '#shared/geo/bounds.ts';
import type { PropertyMap } from '#shared/schemas/properties/property-map.ts';
import { PINS_CHANGE } from '../../../../../ui/map/basemap-names.ts';
import { mergePins } from './merge-pins.ts';
import { type Pin, toPins } from './pins.ts';

export interface PinLayerOptions {
  onChoose: (pin: Pin) => void;
  /** Called when the pointer or the keyboard is on a home's pin, and with null when it leaves. */
  onHighlight: (id: string | null) => void;
}

interface Shown {
  pin: Pin;
  marker: Marker;
  button: HTMLButtonElement;
}

export type PinLayer = ReturnType<typeof createPinLayer>;

/** Adds pins to a map. Existing pins stay in place when new ones arrive, to avoid jumps. */
export function createPinLayer(map: LeafletMap, { onChoose, onHighlight }: PinLayerOptions) {
  const shown = new Map<string, Shown>();
  let found: Pin[] = [];
  let stop: string | undefined;
  let highlightedId: string | null = null;
  let chosen: string | null = null;
  let seen: ReadonlySet<string> = new Set();
  const pane = map.getPane('markerPane');
  pane?.setAttribute('role', 'group');
  pane?.setAttribute('aria-label', 'Homes on the map');

  /** Maps repeat beyond 180 degrees: place the pin on the copy nearest to the map's center. */
  function placeOf({ latitude, longitude }: Pin): [number, number] {
    return [latitude, longitude + shiftOfCopy(longitude, map.getCenter().lng)];
  }
  map.on('moveend', () => {
    for (const { pin, marker: own } of shown.values()) {
      const place = placeOf(pin);
      if (own.getLatLng().lng !== place[1]) own.setLatLng(place);
    }
  });

  function paint({ pin, marker: own, button }: Shown): void {
    const isLifted = highlightedId !== null && pin.ids.includes(highlightedId);
    const isChosen = chosen === pin.key;
    button.classList.toggle('is-lifted', isLifted || isChosen);
    button.classList.toggle('is-seen', pin.kind === 'home' && pin.ids.every((id) => seen.has(id)));
    button.setAttribute('aria-pressed', String(isChosen));
    button.tabIndex = pin.key === stop ? 0 : -1;
    const wasSeen = button.classList.contains('is-seen') ? ', seen before' : '';
    button.setAttribute('aria-label', pin.name + wasSeen);
    own.setZIndexOffset(isLifted || isChosen ? 10_000 : pin.kind === 'cluster' ? 0 : 500);
  }

  function add(pin: Pin): void {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = `map-pin is-${pin.kind} ${pin.status === 'For Rent' ? 'is-rent' : ''}`;
    button.textContent = pin.label;
    const icon = divIcon({ html: button, className: 'map-pin-place', iconSize: [0, 0] });
    const own = marker(placeOf(pin), { icon, keyboard: false }).addTo(map);
    let pressedAt = { x: 0, y: 0 };
    let moved = 0;
    button.addEventListener('pointerdown', ({ clientX, clientY }) => {
      pressedAt = { x: clientX, y: clientY };
      moved = 0;
    });
    button.addEventListener('pointerup', ({ clientX, clientY }) => {
      moved = Math.hypot(clientX - pressedAt.x, clientY - pressedAt.y);
    });
    button.addEventListener('click', (event) => {
      event.stopPropagation();
      // The end of a drag that began on a pin is not a click. A keyboard click has no position. The
      // click event does not show how far a finger moved, because the browser snaps it to the
      // intended pin.
      if (event.detail !== 0 && moved > DRAGGED_PX) return;
      setStop(pin.key);
      onChoose(shown.get(pin.key)?.pin ?? pin);
    });
    button.addEventListener('dblclick', (event) => event.stopPropagation());
    const reportHighlight = () => onHighlight(pin.kind === 'cluster' ? null : (pin.ids[0] ?? null));
    button.addEventListener('pointerenter', reportHighlight);
    button.addEventListener('focus', () => {
      setStop(pin.key);
      reportHighlight();
      if (!map.getBounds().contains(own.getLatLng())) map.panTo(own.getLatLng());
    });
    button.addEventListener('pointerleave', () => onHighlight(null));
    button.addEventListener('blur', () => onHighlight(null));
    button.addEventListener('keydown', (event) => moveByKey(event, pin));
    const entry = { pin, marker: own, button };
    shown.set(pin.key, entry);
    paint(entry);
  }

  function setStop(key: string | undefined): void {
    stop = key;
    for (const each of shown.values()) each.button.tabIndex = each.pin.key === stop ? 0 : -1;
  }

  function moveByKey(event: KeyboardEvent, from: Pin): void {
    const direction = DIRECTIONS[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const here = map.latLngToContainerPoint(placeOf(from));
    let best: { entry: Shown; cost: number } | undefined;
    for (const entry of shown.values()) {
      if (entry.pin.key === from.key) continue;
      const there = map.latLngToContainerPoint(entry.marker.getLatLng());
      const [dx, dy] = [there.x - here.x, there.y - here.y];
      const along = dx * direction.x + dy * direction.y;
      const aside = Math.abs(dx * direction.y) + Math.abs(dy * direction.x);
      // Prefer pins straight ahead, but allow pins at almost the same spot.
      if (along <= 0 || aside > along * 2.5) continue;
      const cost = along + aside * 2;
      if (best === undefined || cost < best.cost) best = { entry, cost };
    }
    best?.entry.button.focus({ preventScroll: true });
  }

  const repaint = () => {
    for (const each of shown.values()) paint(each);
  };

  /** Shows the results at the current zoom. If a focused pin is removed, the map gets the focus. */
  function update(): void {
    const gathered = mergePins(found, ({ latitude, longitude }) =>
      map.project([latitude, longitude]),
    );
    const pins = new Map(gathered.map((pin) => [pin.key, pin]));
    let isFocusLost = false;
    for (const [key, { marker: own, button }] of shown) {
      if (pins.has(key)) continue;
      isFocusLost ||= document.activeElement === button;
      own.remove();
      shown.delete(key);
    }
    for (const pin of pins.values()) {
      const known = shown.get(pin.key);
      if (known === undefined) add(pin);
      else known.pin = pin;
    }
    if (stop === undefined || !shown.has(stop)) stop = shown.keys().next().value;
    repaint();
    if (isFocusLost) map.getContainer().focus({ preventScroll: true });
    map.fire(PINS_CHANGE);
  }
  map.on('zoomend', update);

  return {
    /** Replaces the pins. */
    show(homes: PropertyMap): void {
      found = toPins(homes);
      update();
    },

    /** Highlights the home under the pointer or the keyboard elsewhere on the page. */
    highlight(id: string | null): void {
      if (highlightedId === id) return;
      highlightedId = id;
      repaint();
    },

    /** Marks the pin whose homes are shown; null for none. */
    choose(key: string | null): void {
      chosen = key;
      repaint();
    },

    /** Returns a pin's position in the window; undefined if it is not shown. */
    boxOf(key: string): DOMRect | undefined {
      return shown.get(key)?.button.getBoundingClientRect();
    },

    /** Focuses a pin again, if it still exists. */
    focus(key: string): void {
      shown.get(key)?.button.focus({ preventScroll: true });
    },

    /** Sets the homes whose pages were opened on this device. */
    setSeen(ids: ReadonlySet<string>): void {
      seen = ids;
      repaint();
    },
  };
}

/** A press released farther away than this was a drag, in pixels. */
const DRAGGED_PX = 6;

const DIRECTIONS: Record<string, { x: number; y: number }> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
};
