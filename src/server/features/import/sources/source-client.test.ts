import { expect, test } from 'vitest';
import { readPages, type SourcePage } from './source-client.ts';

test('requests the next page while the current one is processed', async () => {
  const requestedUrls: string[] = [];
  const readPage = async (url: string): Promise<SourcePage> => {
    requestedUrls.push(url);
    const next = { first: 'second', second: 'third' }[url] ?? null;
    return { rows: [{ url }], next, count: null, date: null };
  };
  const processedPages: unknown[] = [];
  for await (const page of readPages({ readPage }, 'first'))
    processedPages.push([page.rows[0]?.['url'], requestedUrls.at(-1)]);
  expect(processedPages).toEqual([
    ['first', 'second'],
    ['second', 'third'],
    ['third', 'third'],
  ]);
});

test('reports a failed page only after the previous page is processed', async () => {
  const readPage = async (url: string): Promise<SourcePage> => {
    if (url === 'second') throw new Error('unavailable');
    return { rows: [], next: 'second', count: null, date: null };
  };
  let processedCount = 0;
  const processPages = async () => {
    for await (const _page of readPages({ readPage }, 'first')) processedCount += 1;
  };
  await expect(processPages()).rejects.toThrow('unavailable');
  expect(processedCount).toBe(1);
});

test('stops after 100 empty pages in a row', async () => {
  let requestCount = 0;
  const readPage = async (): Promise<SourcePage> => {
    requestCount += 1;
    const rows = requestCount === 50 ? [{}] : [];
    return { rows, next: String(requestCount), count: null, date: null };
  };
  let processedCount = 0;
  const processPages = async () => {
    for await (const _page of readPages({ readPage }, 'first')) processedCount += 1;
  };
  await expect(processPages()).rejects.toThrow('more than 100 empty pages in a row');
  expect(processedCount).toBe(150);
});

test.each([
  [[{}], 'The server sent more than 100,000 pages.', 99_999],
  [Array.from({ length: 5_000 }, () => ({})), 'The server sent more than 5,000,000 rows.', 1_000],
])('stops if the pages never end (%#)', async (rows, message, expectedPages) => {
  let requestCount = 0;
  const readPage = async (): Promise<SourcePage> => {
    requestCount += 1;
    // Ends the pages if the limit does not work.
    const next = requestCount > 200_000 ? null : String(requestCount);
    return { rows, next, count: null, date: null };
  };
  let processedCount = 0;
  const processPages = async () => {
    for await (const _page of readPages({ readPage }, 'first')) processedCount += 1;
  };
  await expect(processPages()).rejects.toThrow(message);
  expect(processedCount).toBe(expectedPages);
});

test.each([
  [1, 3],
  [2, 3],
  [7, 1],
  [40, 9],
])(
  'stops if pages repeat (a page links back to page %i, %i pages earlier)',
  async (target, distance) => {
    let requestCount = 0;
    const readPage = async (url: string): Promise<SourcePage> => {
      requestCount += 1;
      if (requestCount > 1_000) return { rows: [{}], next: null, count: null, date: null };
      const page = Number(url);
      const next = page === target + distance ? target : page + 1;
      return { rows: [{}], next: String(next), count: null, date: null };
    };
    const processPages = async () => {
      for await (const _page of readPages({ readPage }, '0'));
    };
    await expect(processPages()).rejects.toThrow('links to a page that it has already sent');
    expect(requestCount).toBeLessThan(4 * (target + distance));
  },
);
