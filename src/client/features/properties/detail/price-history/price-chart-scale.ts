/** The scale of the price chart. Pure. */

import type { PricePoint } from './history-rows.ts';

/** A position from the top left, as fractions of the chart's width and height. */
export interface ChartSpot {
  x: number;
  y: number;
}

export interface PriceScale {
  /** The position of each price when it took effect. */
  spots: readonly ChartSpot[];
  /** The end of the line. */
  end: ChartSpot;
  /** The grid lines from the bottom up, at round prices in US dollars. */
  lines: readonly { price: number; y: number }[];
}

/** The maximum number of steps between the lowest and the highest price. */
const MAX_STEPS = 3;

/** Places prices in a chart. Takes at least three points from `pricePoints`. */
export function scalePrices(points: readonly PricePoint[]): PriceScale {
  const times = points.map(({ time }) => time);
  const prices = points.map(({ price }) => price);
  const [start, stop] = [Math.min(...times), Math.max(...times)];
  const [min, max] = [Math.min(...prices), Math.max(...prices)];
  const step = roundStep((max - min) / MAX_STEPS);
  const bottom = Math.max(0, Math.floor(min / step) * step);
  const top = Math.max(Math.ceil(max / step) * step, bottom + step);
  const place = ({ time, price }: PricePoint): ChartSpot => ({
    x: stop === start ? 1 : (time - start) / (stop - start),
    y: (top - price) / (top - bottom),
  });
  const count = Math.round((top - bottom) / step);
  const lines = Array.from({ length: count + 1 }, (_, index) => {
    const price = bottom + index * step;
    return { price, y: (top - price) / (top - bottom) };
  });
  const spots = points.map(place);
  return { spots: spots.slice(0, -1), end: spots.at(-1) ?? { x: 1, y: 0 }, lines };
}

/** Returns the smallest of 1, 2, 5, 10, 20 … that is at least `min`. */
function roundStep(min: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(min, 1)));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * unit >= min) ?? 10;
  return factor * unit;
}
