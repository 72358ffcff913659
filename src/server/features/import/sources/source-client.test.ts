import { expect, test } from 'vitest';
import { readPages, type SourcePage } from './source-client.ts';

test('requests the next page while the current one is processed', async () => {
  const requested: string[] = [];
  const readPage = async (url: string): Promise<SourcePage> => {
    requested.push(url);
    const next = { first: 'second', second: 'third' }[url] ?? null;
    return { rows: [{ url }], next, count: null, date: null };
  };
  const processed: unknown[] = [];
  for await (const page of readPages({ readPage }, 'first'))
    processed.push([page.rows[0]?.['url'], requested.at(-1)]);
  expect(processed).toEqual([
    ['first', 'second'],
    ['second', 'third'],
    ['third', 'third'],
  ]);
});

test('reports a page that fails only after processing the previous page', async () => {
  const readPage = async (url: string): Promise<SourcePage> => {
    if (url === 'second') throw new Error('unavailable');
    return { rows: [], next: 'second', count: null, date: null };
  };
  let processed = 0;
  const processPages = async () => {
    for await (const _page of readPages({ readPage }, 'first')) processed += 1;
  };
  await expect(processPages()).rejects.toThrow('unavailable');
  expect(processed).toBe(1);
});

test('stops after 100 empty pages in a row', async () => {
  let requestCount = 0;
  const readPage = async (): Promise<SourcePage> => {
    requestCount += 1;
    const rows = requestCount === 50 ? [{}] : [];
    return { rows, next: String(requestCount), count: null, date: null };
  };
  let processed = 0;
  const processPages = async () => {
    for await (const _page of readPages({ readPage }, 'first')) processed += 1;
  };
  await expect(processPages()).rejects.toThrow('more than 100 empty pages in a row');
  expect(processed).toBe(150);
});
