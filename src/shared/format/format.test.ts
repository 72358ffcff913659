import { describe, expect, it } from 'vitest';
import { formatDate, formatDateTime, formatShortDate, yearOf } from './dates.ts';
import { formatMoneyCompact, formatPrice } from './money.ts';
import {
  countOf,
  FIXED_AREA_TEXT,
  formatArea,
  formatNumber,
  formatTotal,
  totalOf,
} from './numbers.ts';

describe('money', () => {
  it('has no decimals on listings', () => {
    expect(formatPrice(1_250_000)).toBe('$1,250,000');
    expect(formatPrice(1499.5)).toBe('$1,500');
    expect(formatPrice(0)).toBe('$0');
  });

  it('is compact on the dashboard', () => {
    expect(formatMoneyCompact(1_250_000)).toBe('$1.3M');
    expect(formatMoneyCompact(52_240_000)).toBe('$52M');
    expect(formatMoneyCompact(450_500)).toBe('$451K');
    expect(formatMoneyCompact(950)).toBe('$950');
    expect(formatMoneyCompact(48_000_000_000)).toBe('$48B');
  });
});

describe('numbers', () => {
  it('have thousands separators and singular or plural nouns', () => {
    expect(formatNumber(1200)).toBe('1,200');
    const numbers = [0, 999, 1000, 999_999.5, 1_000_000, 48_000_000_000, 1234.5, 2.25, 0.999];
    const { format } = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
    expect(numbers.map(formatNumber)).toEqual(numbers.map(format));
    expect(countOf(1, 'bed')).toBe('1 bed');
    expect(countOf(2, 'bed')).toBe('2 beds');
    expect(countOf(0, 'property', 'properties')).toBe('0 properties');
    expect(formatArea(1850)).toBe('1,850 sqft');
    expect(FIXED_AREA_TEXT).toBe('1,200 sqft');
  });

  it('are shown as "10,000+" for search totals above 10,000', () => {
    expect([0, 10_000, 10_001].map(formatTotal)).toEqual(['0', '10,000', '10,000+']);
    expect([1, 2, 433_215].map((total) => totalOf(total, 'home'))).toEqual([
      '1 home',
      '2 homes',
      '10,000+ homes',
    ]);
  });
});

describe('dates', () => {
  const endOfYear = '2025-12-31T23:30:00.000Z';

  it('are in UTC, and times in the given time zone', () => {
    expect(yearOf(endOfYear)).toBe(2025);
    expect(formatDate(endOfYear)).toBe('December 31, 2025');
    expect(formatDate('2026-05-01T00:00:00.000Z')).toBe('May 1, 2026');
    expect(formatShortDate(endOfYear)).toBe('Dec 31, 2025');
    expect(formatDateTime(endOfYear, 'UTC').replaceAll(' ', ' ')).toBe('Dec 31, 2025, 11:30 PM');
    expect(formatDateTime('10000-01-01T22:59:00.000Z', 'UTC')).toBe('');
  });
});
