/**
 * The pins of a map: prices, and the counts of spots and clusters. The pins share one tab stop, and
 * arrow keys move between them.
 */

import { divIcon, type Map as LeafletMap, type Marker, marker } from 'leaflet';
import { worldCopyOffset } from '#shared/geo/bounds.ts';
import type { PropertyMap } from '#shared/schemas/properties/property-map.ts';
import { PINS_CHANGE } from '../../../../../ui/map/basemap-names.ts';
import { mergePins } from './merge-pins.ts';
import { type Pin, toPins } from './pins.ts';

export interface PinLayerOptions {
  onChoose: (pin: Pin) => void;
  /** Called when a home's pin is hovered over or focused, and with null when it no longer is. */
  onHighlight: (id: string | null) => void;
}

interface PinEntry {
  pin: Pin;
  marker: Marker;
  button: HTMLButtonElement;
}

export type PinLayer = ReturnType<typeof createPinLayer>;

/** Adds pins to a map. Existing pins stay in place when new ones arrive, to avoid jumps. */
export function createPinLayer(map: LeafletMap, { onChoose, onHighlight }: PinLayerOptions) {
  const entries = new Map<string, PinEntry>();
  let currentPins: Pin[] = [];
  let tabStopKey: string | undefined;
  let highlightedId: string | null = null;
  let selectedKey: string | null = null;
  let seenIds: ReadonlySet<string> = new Set();
  const pane = map.getPane('markerPane');
  pane?.setAttribute('role', 'group');
  pane?.setAttribute('aria-label', 'Homes on the map');

  /** Maps repeat beyond 180 degrees, so place the pin on the copy nearest to the map's center. */
  function latLngOf({ latitude, longitude }: Pin): [number, number] {
    return [latitude, longitude + worldCopyOffset(longitude, map.getCenter().lng)];
  }
  map.on('moveend', () => {
    for (const { pin, marker: pinMarker } of entries.values()) {
      const latLng = latLngOf(pin);
      if (pinMarker.getLatLng().lng !== latLng[1]) pinMarker.setLatLng(latLng);
    }
  });

  function paint({ pin, marker: pinMarker, button }: PinEntry): void {
    const isRaised = highlightedId !== null && pin.ids.includes(highlightedId);
    const isSelected = selectedKey === pin.key;
    button.classList.toggle('is-raised', isRaised || isSelected);
    const isSeen = pin.kind === 'home' && pin.ids.every((id) => seenIds.has(id));
    button.classList.toggle('is-seen', isSeen);
    button.setAttribute('aria-pressed', String(isSelected));
    button.tabIndex = pin.key === tabStopKey ? 0 : -1;
    button.setAttribute('aria-label', isSeen ? `${pin.name}, already viewed` : pin.name);
    pinMarker.setZIndexOffset(isRaised || isSelected ? 10_000 : pin.kind === 'cluster' ? 0 : 500);
  }

  function add(pin: Pin): void {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = `map-pin is-${pin.kind} ${pin.status === 'For Rent' ? 'is-rent' : ''}`;
    button.textContent = pin.label;
    const icon = divIcon({ html: button, className: 'map-pin-place', iconSize: [0, 0] });
    const pinMarker = marker(latLngOf(pin), { icon, keyboard: false }).addTo(map);
    let pressedAt = { x: 0, y: 0 };
    let movedPx = 0;
    button.addEventListener('pointerdown', ({ clientX, clientY }) => {
      pressedAt = { x: clientX, y: clientY };
      movedPx = 0;
    });
    button.addEventListener('pointerup', ({ clientX, clientY }) => {
      movedPx = Math.hypot(clientX - pressedAt.x, clientY - pressedAt.y);
    });
    button.addEventListener('click', (event) => {
      event.stopPropagation();
      // Ignore the click at the end of a drag that began on the pin. The distance comes from pointer
      // events because browsers snap the position of a touch click to the pin. Keyboard clicks
      // (`detail` is 0) have no position.
      if (event.detail !== 0 && movedPx > MAX_CLICK_PX) return;
      setTabStop(pin.key);
      onChoose(entries.get(pin.key)?.pin ?? pin);
    });
    button.addEventListener('dblclick', (event) => event.stopPropagation());
    const reportHighlight = () => onHighlight(pin.kind === 'cluster' ? null : (pin.ids[0] ?? null));
    button.addEventListener('pointerenter', reportHighlight);
    button.addEventListener('focus', () => {
      setTabStop(pin.key);
      reportHighlight();
      if (!map.getBounds().contains(pinMarker.getLatLng())) map.panTo(pinMarker.getLatLng());
    });
    button.addEventListener('pointerleave', () => onHighlight(null));
    button.addEventListener('blur', () => onHighlight(null));
    button.addEventListener('keydown', (event) => moveByKey(event, pin));
    const entry = { pin, marker: pinMarker, button };
    entries.set(pin.key, entry);
    paint(entry);
  }

  function setTabStop(key: string | undefined): void {
    tabStopKey = key;
    for (const entry of entries.values())
      entry.button.tabIndex = entry.pin.key === tabStopKey ? 0 : -1;
  }

  function moveByKey(event: KeyboardEvent, from: Pin): void {
    const direction = DIRECTIONS[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const origin = map.latLngToContainerPoint(latLngOf(from));
    let best: { entry: PinEntry; cost: number } | undefined;
    for (const entry of entries.values()) {
      if (entry.pin.key === from.key) continue;
      const target = map.latLngToContainerPoint(entry.marker.getLatLng());
      const [dx, dy] = [target.x - origin.x, target.y - origin.y];
      const forward = dx * direction.x + dy * direction.y;
      const lateral = Math.abs(dx * direction.y) + Math.abs(dy * direction.x);
      // Prefer pins straight ahead, but allow pins up to 68 degrees to the side.
      if (forward <= 0 || lateral > forward * 2.5) continue;
      const cost = forward + lateral * 2;
      if (best === undefined || cost < best.cost) best = { entry, cost };
    }
    best?.entry.button.focus({ preventScroll: true });
  }

  const repaint = () => {
    for (const entry of entries.values()) paint(entry);
  };

  /** Shows the results at the current zoom. If a focused pin is removed, focuses the map. */
  function update(): void {
    const merged = mergePins(currentPins, ({ latitude, longitude }) =>
      map.project([latitude, longitude]),
    );
    const pins = new Map(merged.map((pin) => [pin.key, pin]));
    let isFocusLost = false;
    for (const [key, { marker: pinMarker, button }] of entries) {
      if (pins.has(key)) continue;
      isFocusLost ||= document.activeElement === button;
      pinMarker.remove();
      entries.delete(key);
    }
    for (const pin of pins.values()) {
      const existing = entries.get(pin.key);
      if (existing === undefined) add(pin);
      else existing.pin = pin;
    }
    if (tabStopKey === undefined || !entries.has(tabStopKey))
      tabStopKey = entries.keys().next().value;
    repaint();
    if (isFocusLost) map.getContainer().focus({ preventScroll: true });
    map.fire(PINS_CHANGE);
  }
  map.on('zoomend', update);

  return {
    /** Replaces the pins. */
    show(homes: PropertyMap): void {
      currentPins = toPins(homes);
      update();
    },

    /** Highlights the pin of a home that is hovered over or focused elsewhere on the page. */
    highlight(id: string | null): void {
      if (highlightedId === id) return;
      highlightedId = id;
      repaint();
    },

    /** Marks the pin whose homes are shown; null for none. */
    choose(key: string | null): void {
      selectedKey = key;
      repaint();
    },

    /** Returns a pin's position in the window; undefined if it is not shown. */
    boxOf(key: string): DOMRect | undefined {
      return entries.get(key)?.button.getBoundingClientRect();
    },

    /** Focuses a pin; returns false if it no longer exists. */
    focus(key: string): boolean {
      const entry = entries.get(key);
      entry?.button.focus({ preventScroll: true });
      return entry !== undefined;
    },

    /** Sets the homes whose pages were opened on this device. */
    setSeen(ids: ReadonlySet<string>): void {
      seenIds = ids;
      repaint();
    },
  };
}

/** Maximum distance between the press and the release of a click, in pixels. More is a drag. */
const MAX_CLICK_PX = 6;

const DIRECTIONS: Record<string, { x: number; y: number }> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
};
