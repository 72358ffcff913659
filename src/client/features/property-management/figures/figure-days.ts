/** The days of a listing's chart (docs/product/figures.md, Chart). */

import { formatPrice } from '#shared/format/money.ts';
import type { HistoryEntry } from '#shared/schemas/properties/property-history.ts';
import type { Figures, SimilarFigures } from '#shared/schemas/properties/property-figures.ts';

/** One day of the chart. */
export interface FigureDay {
  /** `Nov 26`. */
  label: string;
  views: number;
  /** The median views of similar homes; null if there are too few homes. */
  similar: number | null;
  /** 'Price: $480,000' on days of a price change. */
  price: string | null;
}

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Joins a listing's daily views, the medians of similar homes, and price changes by UTC day. */
export function toFigureDays(
  figures: Figures,
  similar: SimilarFigures,
  history: readonly HistoryEntry[],
): FigureDay[] {
  const medians = new Map(similar.days.map(({ date, views }) => [date, views]));
  // The history is newest first, so the last change of a day takes precedence.
  const prices = new Map(
    history
      .filter(({ event }) => event === 'price_changed')
      .toReversed()
      .map(({ date, price }) => [date.slice(0, 10), `Price: ${formatPrice(price)}`]),
  );
  return figures.days.map(({ date, views }) => ({
    label: DAY.format(new Date(date)),
    views,
    similar: medians.get(date) ?? null,
    price: prices.get(date) ?? null,
  }));
}
