/** Counts and areas in words. */

const GROUPED = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** `1,200`: with thousands separators. */
export function formatNumber(value: number): string {
  return GROUPED.format(value);
}

/** `1 bed`, `3 beds`, `1,204 homes`: the number and its noun. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** The area text on every card (spec sections 2 and 9), which is not read from data. */
export const FIXED_AREA_TEXT = '1,200 sqft';

/** `1,850 sqft`. */
export function formatArea(sqft: number): string {
  return `${formatNumber(sqft)} sqft`;
}
