import { describe, expect, it } from 'vitest';
import { readJsonRows } from './json-rows.ts';
import type { SourceRow } from './source-row.ts';

async function read(text: string, pieceBytes = 5): Promise<SourceRow[]> {
  const bytes = new TextEncoder().encode(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const isArray = /^\s*\[/.test(text);
  const rows: SourceRow[] = [];
  for await (const group of readJsonRows(pieces(), 'homes.json', isArray)) rows.push(...group);
  return rows;
}

const ENTRIES = [{ ListingKey: 'a', City: 'Añasco', Media: [{ Order: 1 }] }, { ListingKey: 'b' }];

describe('JSON', () => {
  it.each([
    ['an array', JSON.stringify(ENTRIES)],
    ['an array behind a byte order mark', `\uFEFF  ${JSON.stringify(ENTRIES)}`],
    [
      'an OData answer',
      JSON.stringify({ '@odata.context': 'x', value: ENTRIES, '@odata.count': 2 }),
    ],
    [
      'an OData answer over several lines',
      JSON.stringify({ a: { value: 1 }, value: ENTRIES }, null, 2),
    ],
  ])('may be %s', async (_form, text) => {
    expect(await read(text)).toEqual([
      { position: 0, record: ENTRIES[0] },
      { position: 1, record: ENTRIES[1] },
    ]);
  });

  it('may be empty', async () => {
    expect(await read('[]')).toEqual([]);
    expect(await read('{"value":[]}')).toEqual([]);
  });

  it('gives many entries in their order', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => ({ ListingKey: `${index}` }));
    const rows = await read(JSON.stringify(many), 10_000);
    expect(rows.map(({ position }) => position)).toEqual(many.map((_, index) => index));
  });

  it('tells entries that are no objects', async () => {
    const fault = 'it is no object';
    expect(await read('[1, {"ListingKey":"a"}, null, [2], "x"]')).toEqual([
      { position: 0, fault },
      { position: 1, record: { ListingKey: 'a' } },
      { position: 2, fault },
      { position: 3, fault },
      { position: 4, fault },
    ]);
  });

  it.each(['[{"a":1}, {]', '[{"a":1}', '{"value":[{"a":1}', '{"value":{"a":1}}'])(
    'that is broken ends with a sentence: %s',
    async (text) => {
      await expect(read(text)).rejects.toThrow(/^homes\.json is not valid JSON \(/);
    },
  );

  it('without an array is refused', async () => {
    await expect(read('{"listings":[]}')).rejects.toThrow('holds neither an array nor an OData');
  });
});
