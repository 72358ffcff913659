import { expect, test } from 'vitest';
import { readPages, type SourcePage } from './source-client.ts';

test('requests the next page while a page is processed', async () => {
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

test('a page that cannot be read fails after its predecessor was processed', async () => {
  const readPage = async (url: string): Promise<SourcePage> => {
    if (url === 'second') throw new Error('away');
    return { rows: [], next: 'second', count: null, date: null };
  };
  let processed = 0;
  const walk = async () => {
    for await (const _page of readPages({ readPage }, 'first')) processed += 1;
  };
  await expect(walk()).rejects.toThrow('away');
  expect(processed).toBe(1);
});
