/**
 * Formats counts and areas without `Intl`. Every page needs them, and creating the first `Intl` formatter blocks a slow
 * phone for 40 milliseconds.
 */

import { MAX_REACHABLE_ENTRIES } from '../limits.ts';

/** Formats a number with thousands separators and at most two decimals: `1,200`, `2.25`. */
export function formatNumber(value: number): string {
  const [integerPart = '', decimals] = String(Math.round(value * 100) / 100).split('.');
  const grouped = integerPart.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** Formats a number with its noun: `1 bed`, `3 beds`, `1,204 homes`. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}

/** Formats a search total: `1,204`, or `10,000+` if it could be an estimate (docs/product/api.md, Lists). */
export function formatTotal(total: number): string {
  return total > MAX_REACHABLE_ENTRIES
    ? `${formatNumber(MAX_REACHABLE_ENTRIES)}+`
    : formatNumber(total);
}

/** Formats a search total with its noun: `1 home`, `1,204 homes`, `10,000+ homes`. */
export function totalOf(total: number, singular: string): string {
  return `${formatTotal(total)} ${total === 1 ? singular : `${singular}s`}`;
}

/** The area shown on every card unless the policy `cardArea` is `actual` (docs/product/pages.md, Property card). */
export const FIXED_AREA_TEXT = '1,200 sqft';

/** Formats an area: `1,850 sqft`. */
export function formatArea(sqft: number): string {
  return `${formatNumber(sqft)} sqft`;
}
