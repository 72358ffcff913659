import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';
import { readJsonRows } from './json-rows.ts';
import type { SourceRow } from './source-row.ts';

async function read(text: string, pieceBytes = 5): Promise<SourceRow[]> {
  const bytes = new TextEncoder().encode(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const isArray = /^\s*\[/.test(text);
  const rows: SourceRow[] = [];
  const decoded = decodeText(pieces(), undefined, 'homes.json');
  for await (const group of readJsonRows(decoded, 'homes.json', isArray)) rows.push(...group);
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
    ['an OData answer of version 2', JSON.stringify({ d: { results: ENTRIES, __count: '2' } })],
    ['an OData answer of version 1', JSON.stringify({ d: ENTRIES }, null, 2)],
    ['JSON lines', `${ENTRIES.map((entry) => JSON.stringify(entry)).join('\r\n\r\n')}\r\n`],
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

  it.each([
    '[{"a":1}, {]',
    '[{"a":1}',
    '{"value":[{"a":1}',
    '{"value":{"a":1}}',
    '{"City":"A"}\n{"City"',
  ])('that is broken ends with a sentence: %s', async (text) => {
    await expect(read(text)).rejects.toThrow(/^homes\.json is not valid JSON \(/);
  });

  it('may be a single record on one line', async () => {
    const record = { ListingKey: 'a', City: 'Austin' };
    expect(await read(`${JSON.stringify(record)}\n`)).toEqual([{ position: 0, record }]);
  });

  it.each(['{"listings":[]}', '{"error":"none"}\n', '{\n  "ListingKey": "a"\n}\n'])(
    'without records is refused with what is expected: %j',
    async (text) => {
      await expect(read(text)).rejects.toThrow(
        'homes.json holds no records: expected are an array of them, an OData response with "value" or "d.results", or one record on each line.',
      );
    },
  );
});
