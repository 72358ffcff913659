/** Data and texts of the charts (docs/product/dashboard.md, Admin overview). */

import { countOf, formatNumber } from '#shared/format/numbers.ts';
import { PROPERTY_TYPES } from '#shared/property-choices.ts';
import type { AdminStats } from '#shared/schemas/stats.ts';

/** One day in the line chart. */
export interface Day {
  /** `Sat`, for the axis: the seven names are unique. */
  short: string;
  /** `Saturday, November 14`. */
  long: string;
  count: number;
}

// The dates are already days in the user's time zone; as times they are midnight UTC.
const SHORT_DAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
const LONG_DAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Returns the days, oldest first as in the response. */
export function toDays(perDay: AdminStats['newListingsPerDay']): Day[] {
  return perDay.map(({ date, count }) => {
    const day = new Date(date);
    return {
      short: SHORT_DAY.format(day),
      long: LONG_DAY.format(day),
      count,
    };
  });
}

/** One segment of the pie chart. */
export interface Share {
  type: string;
  count: number;
  /** `52%`, or `<1%` for a tiny share. */
  percent: string;
  /** A CSS color, one of `CHART_SHADES`. */
  fill: string;
}

/**
 * The colors of the pie chart, darkest first in the light theme (docs/product/dashboard.md, Admin
 * overview).
 */
export const CHART_SHADES = [
  'var(--color-chart-1)',
  'var(--color-chart-2)',
  'var(--color-chart-3)',
  'var(--color-chart-4)',
] as const;

/** Returns the shares of the home types that have listings, in display order. */
export function toShares(counts: AdminStats['propertyTypeCounts']): Share[] {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const order = (type: string) => PROPERTY_TYPES.findIndex((known) => known === type);
  return counts
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => order(a._id) - order(b._id))
    .map(({ _id, count }, index) => ({
      type: _id,
      count,
      percent: percentText(count / total),
      fill: CHART_SHADES[index % CHART_SHADES.length] ?? CHART_SHADES[0],
    }));
}

function percentText(share: number): string {
  const percent = Math.round(share * 100);
  return percent === 0 ? '<1%' : `${percent}%`;
}

/** Formats the count: `3 new listings`. */
export function newListingsText(count: number): string {
  return countOf(count, 'new listing');
}

/** Formats a share: `124 homes, 52%`. */
export function shareText({ count, percent }: Share): string {
  return `${formatNumber(count)} ${count === 1 ? 'home' : 'homes'}, ${percent}`;
}
