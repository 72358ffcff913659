import { useEffect, useState } from 'react';
import { drawStaticBasemap, STATIC_SIZE, type StaticBasemap } from '../../ui/map/static-basemap.ts';
import './static-map.css';

export interface StaticMapProps {
  latitude: number;
  longitude: number;
  /** The label below the pin; absent if the city is displayed next to the map. */
  city?: string;
}

/** A small static map of a home's location, shown if the home has no photos. */
export function StaticMap({ latitude, longitude, city }: StaticMapProps) {
  const [basemap, setBasemap] = useState<StaticBasemap | null>(null);
  useEffect(() => {
    let isCanceled = false;
    const draw = async () => {
      const newBasemap = await drawStaticBasemap(latitude, longitude);
      if (!isCanceled) setBasemap(newBasemap);
    };
    draw().catch(() => undefined);
    return () => {
      isCanceled = true;
    };
  }, [latitude, longitude]);
  if (basemap === null) return null;
  const { width, height } = STATIC_SIZE;
  const [x, y] = [width / 2, height / 2];
  return (
    <span className="static-map" aria-hidden="true">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMid slice">
        <path d={basemap.land} data-land="" />
        <path d={basemap.counties} />
        <path d={basemap.states} data-state="" />
        <path d={`M${x} ${y}c-9-13-13-18-13-25a13 13 0 0 1 26 0c0 7-4 12-13 25Z`} data-pin="" />
        <circle cx={x} cy={y - 25} r="4.5" />
      </svg>
      {city !== undefined && (
        <span className="truncate text-center text-sm font-semibold text-ink-soft">{city}</span>
      )}
    </span>
  );
}
