import { hasPosition, type Position } from '#shared/geo/bounds.ts';
import { StaticMap } from './static-map.tsx';

/** A small map in place of a home's picture; empty while the home loads, or if it has no position. */
export function MapTile({ home }: { home: Position | undefined }) {
  return (
    <span className="relative block aspect-[4/3] overflow-hidden rounded-sm border border-line bg-sunken">
      {home !== undefined && hasPosition(home) && (
        <StaticMap latitude={home.latitude} longitude={home.longitude} />
      )}
    </span>
  );
}
