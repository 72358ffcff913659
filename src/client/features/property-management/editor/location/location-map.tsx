import { divIcon, marker as createMarker } from 'leaflet';
import type { LatLng, Map as LeafletMap, Marker } from 'leaflet';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Position } from '#shared/geo/bounds.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { createMap } from '../../../../ui/map/create-map.ts';
import type { AddressPin } from './use-address-pin.ts';

export interface LocationMapProps {
  /** The pin's position; null if it has none yet. */
  position: Position | null;
  /** Called when the user clicks the map, drags the pin, or sets it to the center. */
  onPick: (position: Position) => void;
  /** The pin's details, if its position came from the address. */
  pin: AddressPin | undefined;
  /** The map's tile URL template (README.md, Settings: MAP_TILE_URL). */
  tileUrl: string;
}

/** The contiguous United States: the view of a listing without a position. */
const OVERVIEW = { center: { lat: 39.5, lng: -98.35 }, zoom: 4 } as const;
/** The zoom of the property page (docs/product/pages.md, Property page). */
const NEAR_ZOOM = 15;

/** A pin in theme colors, with the size and anchor of the pin on the property page. */
const PIN = `<svg viewBox="0 0 25 41" width="25" height="41" aria-hidden="true">
  <path d="M12.5 .9C6 .9.9 6 .9 12.4c0 8.1 9 14.2 11.6 27.7C15.100 26.600 24.100 20.500 24.100 12.400 24.100 6 19 .9 12.500 .9Z"
    fill="var(--color-sale)" stroke="var(--color-on-badge)" stroke-width="1.6"/>
  <circle cx="12.5" cy="12.4" r="4.300" fill="var(--color-on-badge)"/></svg>`;

/** The map for setting a listing's position. */
export function LocationMap({ position, onPick, pin: addressPin, tileUrl }: LocationMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<LeafletMap | null>(null);
  const pin = useRef<Marker | null>(null);

  const pick = useEffectEvent((point: LatLng) => {
    const { lat, lng } = point.wrap();
    onPick({ latitude: lat, longitude: lng });
  });

  useEffect(() => {
    if (box.current === null) return undefined;
    const leafletMap = createMap(box.current, {
      center: OVERVIEW.center,
      zoom: OVERVIEW.zoom,
      tileUrl,
    });
    leafletMap.on('click', (event) => pick(event.latlng));
    map.current = leafletMap;
    return () => {
      leafletMap.remove();
      map.current = null;
      pin.current = null;
    };
  }, [tileUrl]);

  const zoom = addressPin?.zoom;
  useEffect(() => {
    const leafletMap = map.current;
    if (leafletMap === null) return;
    if (position === null) {
      pin.current?.remove();
      pin.current = null;
      return;
    }
    const { latitude, longitude } = position;
    if (pin.current === null) {
      const icon = divIcon({ html: PIN, className: '', iconSize: [25, 41], iconAnchor: [12, 41] });
      // For mouse and touch. Keyboard users have the number fields and the button below the map.
      const newPin = createMarker([latitude, longitude], {
        icon,
        draggable: true,
        keyboard: false,
      });
      newPin.on('dragend', () => pick(newPin.getLatLng()));
      pin.current = newPin.addTo(leafletMap);
      // Zoom in unless the user has already done so.
      if (leafletMap.getZoom() <= OVERVIEW.zoom)
        leafletMap.setView([latitude, longitude], NEAR_ZOOM);
    } else {
      pin.current.setLatLng([latitude, longitude]);
    }
    if (zoom !== undefined) {
      leafletMap.setView([latitude, longitude], zoom);
    } else if (!leafletMap.getBounds().contains([latitude, longitude])) {
      leafletMap.panTo([latitude, longitude], {
        animate: leafletMap.options.zoomAnimation === true,
      });
    }
  }, [position, zoom]);

  return (
    <div>
      <div
        ref={box}
        role="application"
        aria-label="Map to set the position. Click, or drag the pin; with the keyboard, move the map with the arrow keys and press the button below."
        className="isolate h-72 w-full overflow-hidden rounded-sm border border-line-strong bg-sunken"
      />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <output className="text-sm text-ink-soft">
          {addressPin?.note ??
            (position === null
              ? 'Click the map to set the pin.'
              : 'Click the map or drag the pin.')}
        </output>
        <Button
          variant="quiet"
          size="sm"
          onClick={() => map.current !== null && pick(map.current.getCenter())}
        >
          Drop pin at center
        </Button>
      </div>
    </div>
  );
}
