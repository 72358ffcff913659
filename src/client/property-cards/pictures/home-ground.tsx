import { useEffect, useState } from 'react';
import { drawStillGround, STILL_SIZE, type StillGround } from '../../ui/map/still-ground.ts';
import './home-ground.css';

export interface HomeGroundProps {
  latitude: number;
  longitude: number;
  /** The label next to the pin. */
  city: string;
}

/** The location of a home without pictures: a small static map instead of a picture. */
export function HomeGround({ latitude, longitude, city }: HomeGroundProps) {
  const [ground, setGround] = useState<StillGround | null>(null);
  useEffect(() => {
    let isCanceled = false;
    const draw = async () => {
      const drawn = await drawStillGround(latitude, longitude);
      if (!isCanceled) setGround(drawn);
    };
    draw().catch(() => undefined);
    return () => {
      isCanceled = true;
    };
  }, [latitude, longitude]);
  if (ground === null) return null;
  const { width, height } = STILL_SIZE;
  const [x, y] = [width / 2, height / 2];
  return (
    <span className="home-ground" aria-hidden="true">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMid slice">
        <path d={ground.land} data-land="" />
        <path d={ground.counties} />
        <path d={ground.states} data-state="" />
        <path d={`M${x} ${y}c-9-13-13-18-13-25a13 13 0 0 1 26 0c0 7-4 12-13 25Z`} data-pin="" />
        <circle cx={x} cy={y - 25} r="4.5" />
      </svg>
      <span className="truncate text-center text-sm font-semibold text-ink-soft">{city}</span>
    </span>
  );
}
