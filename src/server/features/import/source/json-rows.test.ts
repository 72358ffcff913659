import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';
import { readJsonRows } from './json-rows.ts';
import type { SourceRow } from './source-row.ts';

async function read(text: string, chunkBytes = 5): Promise<SourceRow[]> {
  const bytes = new TextEncoder().encode(text);
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunkBytes)
      yield bytes.subarray(start, start + chunkBytes);
  }
  const isArray = /^\s*\[/.test(text);
  const rows: SourceRow[] = [];
  const decoded = decodeText(chunks(), undefined, 'homes.json');
  for await (const group of readJsonRows(decoded, 'homes.json', isArray)) rows.push(...group);
  return rows;
}

const ENTRIES = [{ ListingKey: 'a', City: 'Añasco', Media: [{ Order: 1 }] }, { ListingKey: 'b' }];

describe('JSON', () => {
  it.each([
    ['an array', JSON.stringify(ENTRIES)],
    ['an array after a byte order mark', `\uFEFF  ${JSON.stringify(ENTRIES)}`],
    [
      'an OData response',
      JSON.stringify({ '@odata.context': 'x', value: ENTRIES, '@odata.count': 2 }),
    ],
    ['an OData version 2 response', JSON.stringify({ d: { results: ENTRIES, __count: '2' } })],
    ['an OData version 1 response', JSON.stringify({ d: ENTRIES }, null, 2)],
    ['JSON lines', `${ENTRIES.map((entry) => JSON.stringify(entry)).join('\r\n\r\n')}\r\n`],
    [
      'an OData response on several lines',
      JSON.stringify({ a: { value: 1 }, value: ENTRIES }, null, 2),
    ],
  ])('can be %s', async (_name, text) => {
    expect(await read(text)).toEqual([
      { position: 1, record: ENTRIES[0] },
      { position: 2, record: ENTRIES[1] },
    ]);
  });

  it('can be empty', async () => {
    expect(await read('[]')).toEqual([]);
    expect(await read('{"value":[]}')).toEqual([]);
  });

  it('returns many entries in order', async () => {
    const manyEntries = Array.from({ length: 3_000 }, (_, index) => ({ ListingKey: `${index}` }));
    const rows = await read(JSON.stringify(manyEntries), 10_000);
    expect(rows.map(({ position }) => position)).toEqual(manyEntries.map((_, index) => index + 1));
  });

  it('reports entries that are not objects', async () => {
    const error = 'it is not an object';
    expect(await read('[1, {"ListingKey":"a"}, null, [2], "x"]')).toEqual([
      { position: 1, error },
      { position: 2, record: { ListingKey: 'a' } },
      { position: 3, error },
      { position: 4, error },
      { position: 5, error },
    ]);
  });

  it.each([
    '[{"a":1}, {]',
    '[{"a":1}',
    '{"value":[{"a":1}',
    '[{"a":1} {"a":2}]',
    '[{"a":1},]',
    '[{"a":1}]]',
    '[{"a":1}] {}',
    '{"value":[{"a":1}],"count":}',
    '{"City":"A"}\n{"City"',
  ])('is rejected with a message if invalid: %s', async (text) => {
    await expect(read(text)).rejects.toThrow(/^homes\.json is not valid JSON \(/);
  });

  it('can be a single record on one line', async () => {
    const record = { ListingKey: 'a', City: 'Austin' };
    expect(await read(`${JSON.stringify(record)}\n`)).toEqual([{ position: 1, record }]);
  });

  it.each([
    '{"listings":[]}',
    '{"value":{"a":1}}',
    '{"a":{"value":[{"City":"Austin"}]}}',
    '{"error":"none"}\n',
    '{\n  "ListingKey": "a"\n}\n',
  ])('is rejected with a hint if it has no records: %j', async (text) => {
    await expect(read(text)).rejects.toThrow(
      'homes.json has no records. Expected an array of records, an OData response with "value" or "d.results", or one record per line.',
    );
  });

  it.each([1, 2, 3, 7, 10_000])(
    'is read independently of the chunk size: %i bytes',
    async (chunkBytes) => {
      const record = { ListingKey: 'a"]}', City: '[{\\', Media: [{ Order: 1 }, ['"', '\\"']] };
      const text = JSON.stringify({ '@odata.context': '"value":[', value: [record, record] });
      expect(await read(text, chunkBytes)).toEqual([
        { position: 1, record },
        { position: 2, record },
      ]);
    },
  );

  it('drops fields that are not imported', async () => {
    const [row] = await read('[{"ListingKey":"a","LocalField":{"x":[1,2,3]}}]');
    expect(row).toEqual({ position: 1, record: { ListingKey: 'a' } });
  });

  it.each([
    ['an array', (entry: string) => `[{"City":"A"},${entry}]`, 'entry 2'],
    ['an OData response', (entry: string) => `{"value":[{"City":"A"},${entry}]}`, 'entry 2'],
    ['JSON lines', (entry: string) => `{"City":"A"}\n${entry}\n`, 'line 2'],
  ])('is rejected if an entry is very long in %s', async (_name, build, location) => {
    const message = `homes.json has more than 500,000 characters in ${location}, which is too long for a listing.`;
    const longText = `{"City":"${'x'.repeat(600_000)}"}`;
    await expect(read(build(longText), 65_536)).rejects.toThrow(message);
    // An unfinished record with many short values instead of one long one.
    const manyValues = `{"Media":[${'[],'.repeat(200_000)}`;
    await expect(read(build(manyValues), 65_536)).rejects.toThrow(message);
  });

  it('is rejected if the text outside its records is too long', async () => {
    const text = `{"a":{"b":[${'[],'.repeat(200_000)}[]]},"value":[]}`;
    await expect(read(text, 65_536)).rejects.toThrow(
      'homes.json has more than 500,000 characters outside its records.',
    );
  });

  it.each([
    ['an array', (entry: string) => `[${entry},{"City":"A"}]`],
    ['JSON lines', (entry: string) => `{"City":"A"}\n${entry}\n`],
  ])('reports values that are nested too deeply in %s', async (_name, build) => {
    const nestedEntry = `{"ListingKey":"deep","Media":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const rows = await read(build(nestedEntry), 65_536);
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({
      position: expect.any(Number) as number,
      error: 'its values are more than 20 levels deep',
    });
  });

  it('reports entries with too many values', async () => {
    const pictures = (count: number) => `{"ListingKey":"a","Media":[${'[],'.repeat(count - 1)}[]]}`;
    expect(await read(`[${pictures(10_000)},${pictures(9_000)}]`, 65_536)).toMatchObject([
      { position: 1, error: 'it has more than 10,000 values' },
      { position: 2, record: { ListingKey: 'a' } },
    ]);
  });
});
