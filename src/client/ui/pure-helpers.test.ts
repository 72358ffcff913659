import { describe, expect, it } from 'vitest';
import { cx } from './class-names.ts';
import { initialsOf, pickByText } from './pictures/initials.ts';
import { pageNumbers } from './tables/page-numbers.ts';

describe('cx', () => {
  it('joins class names, without empty ones', () => {
    expect(cx('a', false, null, undefined, '', 'b')).toBe('a b');
  });
});

describe('initialsOf', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['  ada  king  lovelace ', 'AL'],
    ['Cher', 'C'],
    ['Émile Zola', 'ÉZ'],
    ['😀 Smith', '😀S'],
    ['', '?'],
  ])('abbreviates %j as %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe('pickByText', () => {
  it('returns the same number every time, below the count', () => {
    const picks = ['Ada', 'Ben', 'Cleo', 'Dan', ''].map((name) => pickByText(name, 3));
    expect(picks).toEqual(['Ada', 'Ben', 'Cleo', 'Dan', ''].map((name) => pickByText(name, 3)));
    expect(picks.every((pick) => pick >= 0 && pick < 3)).toBe(true);
  });
});

describe('pageNumbers', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, null, 9]],
    [3, 9, [1, 2, 3, 4, null, 9]],
    [4, 9, [1, 2, 3, 4, 5, null, 9]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [9, 9, [1, null, 8, 9]],
  ])('returns the numbers for page %d of %d', (page, pageCount, numbers) => {
    expect(pageNumbers(page, pageCount)).toEqual(numbers);
  });
});
