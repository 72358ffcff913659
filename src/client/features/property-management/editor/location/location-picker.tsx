import { lazy, Suspense, useMemo } from 'react';
import type { Position } from '#shared/geo/bounds.ts';
import { usePublicSettings } from '../../../../api/page-data/public-settings.ts';
import { Skeleton } from '../../../../ui/waiting/skeleton.tsx';
import { parsePosition } from './coordinates.ts';
import type { AddressPin } from './use-address-pin.ts';

// The map's script is larger than the rest of the form. If it cannot be loaded, the form works
// without it.
const LocationMap = lazy(async () => {
  try {
    return { default: (await import('./location-map.tsx')).LocationMap };
  } catch {
    return { default: NoMap };
  }
});

function NoMap() {
  return (
    <p className="flex h-72 items-center justify-center rounded-sm border border-line bg-sunken p-4 text-center text-sm text-ink-soft">
      We couldn’t load the map. Use the two fields instead.
    </p>
  );
}

export interface LocationPickerProps {
  /** The values of the two fields. */
  latitude: string;
  longitude: string;
  onPick: (position: Position) => void;
  /** The pin's details, if its position came from the address. */
  pin: AddressPin | undefined;
}

/** The small map next to the number fields, with a pin at their position. */
export function LocationPicker({ latitude, longitude, onPick, pin }: LocationPickerProps) {
  const { mapTileUrl } = usePublicSettings();
  const position = useMemo(() => parsePosition(latitude, longitude), [latitude, longitude]);
  return (
    <Suspense
      fallback={
        <>
          <Skeleton className="h-72 w-full" />
          <div className="mt-2 h-9" />
        </>
      }
    >
      <LocationMap position={position} onPick={onPick} pin={pin} tileUrl={mapTileUrl} />
    </Suspense>
  );
}
