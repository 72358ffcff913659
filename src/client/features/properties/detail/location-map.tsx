import { useEffect, useRef, useState } from 'react';
import type { Property } from '#shared/schemas/properties/property.ts';
import { useApi } from '../../../api/use-api.ts';
import { fullAddress } from '../../../property-cards/property-facts.ts';
import { useIsNear } from '../../../ui/timing/use-is-near.ts';
import { usePublicSettings } from '../../../api/page-data/public-settings.ts';
import { cx } from '../../../ui/class-names.ts';

/** Distance from the viewport at which the map is loaded. */
const NEAR = '400px';

const boxClass =
  'h-96 w-full overflow-hidden rounded-md border border-line shadow-[0_1px_3px_oklch(0.2_0.02_70/0.12)]';

/**
 * The listing's location (docs/product/pages.md, Property page). Shows no map if latitude or
 * longitude is missing or 0.
 */
export function LocationMap({ property }: { property: Property }) {
  const { latitude, longitude } = property;
  if (!latitude || !longitude) {
    return (
      <div
        className={cx(
          boxClass,
          'flex items-center justify-center bg-sunken px-6 text-center text-ink-soft',
        )}
      >
        <p>Map data is not available for this property.</p>
      </div>
    );
  }
  return <Map key={`${latitude} ${longitude}`} property={property} />;
}

function Map({ property }: { property: Property }) {
  const { latitude, longitude } = property;
  const { mapTileUrl } = usePublicSettings();
  const api = useApi();
  const address = fullAddress(property);
  const { ref, isNear } = useIsNear(NEAR);
  const box = useRef<HTMLElement>(null);
  const [state, setState] = useState<'waiting' | 'shown' | 'failed'>('waiting');

  useEffect(() => {
    if (box.current === null) return;
    // Tab reaches the map before it is loaded, which scrolls it into view and loads it.
    box.current.tabIndex = 0;
    if (!isNear) return;
    let remove: (() => void) | undefined;
    let isCanceled = false;
    async function show(container: HTMLElement) {
      try {
        const { showMap } = await import('../../../ui/map/leaflet-map.ts');
        if (isCanceled) return;
        remove = showMap(container, {
          latitude,
          longitude,
          address,
          tileUrl: mapTileUrl,
          findPlaces: (bounds) => api.call('GET /properties/map/places', { query: { bounds } }),
        });
        setState('shown');
      } catch {
        // The map's script could not be fetched.
        if (isCanceled) return;
        container.tabIndex = -1;
        setState('failed');
      }
    }
    void show(box.current);
    return () => {
      isCanceled = true;
      remove?.();
    };
  }, [isNear, latitude, longitude, address, mapTileUrl, api]);

  return (
    <div ref={ref} className="relative isolate">
      <section ref={box} aria-label={`Map of ${address}`} className={cx(boxClass, 'bg-sunken')} />
      {state !== 'shown' && (
        <p className="absolute inset-0 isolate flex items-center justify-center px-6 text-center [overflow-wrap:anywhere] text-ink-soft">
          {/* The background pulses instead of the text, which must stay readable. */}
          {state === 'waiting' && (
            <span
              aria-hidden="true"
              className="absolute inset-0 -z-10 rounded-md bg-line/50 in-data-js:pulse"
            />
          )}
          {state === 'failed' ? 'The map could not be loaded.' : address}
        </p>
      )}
    </div>
  );
}
