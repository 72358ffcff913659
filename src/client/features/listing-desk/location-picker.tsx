import { lazy, Suspense, useMemo } from 'react';
import { usePublicSettings } from '../../layout/public-settings.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { readPosition, type Position } from './coordinates.ts';

// The map is larger than the rest of the form.
const LocationMap = lazy(async () => ({
  default: (await import('./location-map.tsx')).LocationMap,
}));

export interface LocationPickerProps {
  /** The texts of the two fields. */
  latitude: string;
  longitude: string;
  onPick: (position: Position) => void;
}

/** The small map beside the two number fields; it shows what they say. */
export function LocationPicker({ latitude, longitude, onPick }: LocationPickerProps) {
  const { mapTileUrl } = usePublicSettings();
  const position = useMemo(() => readPosition(latitude, longitude), [latitude, longitude]);
  return (
    <Suspense
      fallback={
        <>
          <Skeleton className="h-72 w-full" />
          <div className="mt-2 h-9" />
        </>
      }
    >
      <LocationMap position={position} onPick={onPick} tileUrl={mapTileUrl} />
    </Suspense>
  );
}
