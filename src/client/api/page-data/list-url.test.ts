import { describe, expect, it } from 'vitest';
import { countPages, readPage, readSearchTerm } from './list-url.ts';

describe('readPage', () => {
  it.each([
    ['', 1],
    ['page=7', 7],
    ['page=0', 1],
    ['page=-1', 1],
    ['page=2.5', 1],
    ['page=x', 1],
  ])('reads "%s" as page %i', (search, page) => {
    expect(readPage(new URLSearchParams(search))).toBe(page);
  });
});

describe('readSearchTerm', () => {
  it('normalizes the term as the server does', () => {
    const search = new URLSearchParams({ searchTerm: ` a\0b ${'x'.repeat(300)}` });
    expect(readSearchTerm(search)).toMatch(/^ab x+$/);
    expect(readSearchTerm(search)).toHaveLength(200);
    expect(readSearchTerm(new URLSearchParams())).toBe('');
  });
});

describe('countPages', () => {
  it.each([
    [0, 1],
    [24, 1],
    [25, 2],
    [10_000, 417],
    [1_000_000, 417],
  ])('for %i entries, returns %i pages', (totalCount, pages) => {
    expect(countPages(totalCount)).toBe(pages);
  });
});
