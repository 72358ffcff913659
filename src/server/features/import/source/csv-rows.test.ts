import { describe, expect, it } from 'vitest';
import { readCsvRows } from './csv-rows.ts';
import { decodeText } from './decode-text.ts';
import type { SourceRow } from './source-row.ts';

const HEADER = 'ListingKey,City,PublicRemarks';

/** Reads CSV text in chunks of the given size. */
async function read(text: string, chunkBytes = 7): Promise<SourceRow[]> {
  const bytes = new TextEncoder().encode(text);
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunkBytes)
      yield bytes.subarray(start, start + chunkBytes);
  }
  const rows: SourceRow[] = [];
  for await (const group of readCsvRows(decodeText(chunks(), undefined, 'homes.csv'), 'homes.csv'))
    rows.push(...group);
  return rows;
}

/** Returns each row as a string with its line and its values or error. */
async function readAsStrings(text: string, chunkBytes?: number): Promise<string[]> {
  const rows = await read(text, chunkBytes);
  return rows.map((row) =>
    'error' in row
      ? `${row.position}! ${row.error}`
      : `${row.position}: ${Object.values(row.record).join('|')}`,
  );
}

describe('valid CSV', () => {
  it('returns every row with its line and field names', async () => {
    expect(await read(`${HEADER}\na,Austin,Nice\nb,Boston,Old\n`)).toEqual([
      { position: 2, record: { ListingKey: 'a', City: 'Austin', PublicRemarks: 'Nice' } },
      { position: 3, record: { ListingKey: 'b', City: 'Boston', PublicRemarks: 'Old' } },
    ]);
  });

  it.each([1, 2, 3, 64, 10_000])(
    'is read independently of the chunk size: %i bytes',
    async (chunkBytes) => {
      const text = `\uFEFF${HEADER}\r\na,Añasco,"Two\r\nlines, and ""quotes"""\r\n\r\nb,Boston,\r\nc,Cary,end`;
      expect(await readAsStrings(text, chunkBytes)).toEqual([
        '2: a|Añasco|Two\r\nlines, and "quotes"',
        '5: b|Boston|',
        '6: c|Cary|end',
      ]);
    },
  );

  it.each([';', '\t', '|'])('can use %j as the delimiter', async (delimiter) => {
    const text = `${HEADER}\na,Austin,Nice\n`.replaceAll(',', delimiter);
    expect(await readAsStrings(text)).toEqual(['2: a|Austin|Nice']);
  });

  it.each([
    ['sep=;\r\n', ';'],
    ['"sep=^"\n', '^'],
    ['sep=\t\n', '\t'],
  ])('can declare its delimiter in a line before the header: %j', async (line, delimiter) => {
    const text = `${line}${`${HEADER}\na,Austin,Nice\n`.replaceAll(',', delimiter)}`;
    expect(await readAsStrings(text)).toEqual(['3: a|Austin|Nice']);
  });

  it.each([1, 7, 10_000])('can have CR line endings, in chunks of %i bytes', async (chunkBytes) => {
    const text = `${HEADER}\ra,Austin,Nice\rb,Boston,"Two\rlines"\r`;
    expect(await readAsStrings(text, chunkBytes)).toEqual([
      '2: a|Austin|Nice',
      '3: b|Boston|Two\nlines',
    ]);
  });

  it('prefers exact field names and allows unused duplicate columns', async () => {
    const text = 'City,CITY,ListingKey,Notes,Notes\nAustin,AUSTIN,a,x,y\n';
    expect(await read(text)).toMatchObject([{ record: { City: 'Austin', ListingKey: 'a' } }]);
  });

  it('drops columns that are not imported', async () => {
    const rows = await read('ListingKey,Notes,City,Other\na,x,Austin,y\n');
    expect(rows).toEqual([{ position: 2, record: { ListingKey: 'a', City: 'Austin' } }]);
  });

  it('reads thousands of rows', async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `k${index},Town,"Line\nbreak"`);
    const rows = await read(`${HEADER}\n${lines.join('\n')}\n`, 65_536);
    expect(rows).toHaveLength(5_000);
    expect(rows.at(-1)).toMatchObject({ position: 10_000, record: { ListingKey: 'k4999' } });
  });

  it('allows extra empty fields', async () => {
    expect(await readAsStrings(`${HEADER}\na,Austin,Nice,,\n`)).toEqual(['2: a|Austin|Nice']);
  });
});

describe('invalid rows', () => {
  it('are reported if fields are missing or extra', async () => {
    expect(await readAsStrings(`${HEADER}\na,Austin\nb,Boston,Old,more\nc,Cary,New\n`)).toEqual([
      '2! it has 2 fields instead of 3',
      '3! it has 4 fields instead of 3',
      '4: c|Cary|New',
    ]);
  });

  it('do not affect other rows if a quotation mark is not closed', async () => {
    const validRows = Array.from({ length: 1_200 }, (_, index) => `k${index},Town,Fine`);
    const lines = await readAsStrings([HEADER, 'a,Austin,"Nice', ...validRows].join('\n'), 4_096);
    expect(lines[0]).toBe('2! a quotation mark is not closed');
    expect(lines).toHaveLength(1_201);
    expect(lines[1]).toBe('3: k0|Town|Fine');
    expect(lines.at(-1)).toBe('1202: k1199|Town|Fine');
  });

  it('do not affect later rows with quoted fields if a quotation mark is not closed', async () => {
    const text = [HEADER, 'a,Austin,"Nice', 'b,Boston,"Old, but good"', 'c,Cary,"x', 'd,Dover,"y"'];
    expect(await readAsStrings(text.join('\n'))).toEqual([
      '2! a quotation mark is not closed',
      '3: b|Boston|Old, but good',
      '4! a quotation mark is not closed',
      '5: d|Dover|y',
    ]);
  });

  it.each([7, 4_096])(
    'are read despite misplaced quotation marks, like the rows around them, in chunks of %i bytes',
    async (chunkBytes) => {
      const lines = Array.from({ length: 700 }, (_, index) =>
        index % 50 === 0 ? `k${index},Town,"x" y"` : `k${index},Town,"Two\nlines"`,
      );
      const text = [HEADER, ...lines].join('\n');
      const rows = await read(text, chunkBytes);
      expect(rows.filter((row) => 'error' in row)).toHaveLength(0);
      expect(rows.flatMap((row) => ('record' in row ? [row.record['ListingKey']] : []))).toEqual(
        lines.map((_, index) => `k${index}`),
      );
    },
  );

  it('are read if a quotation mark is inside an unquoted field, as part of its value', async () => {
    expect(await readAsStrings(`${HEADER}\na,Austin,A 12" shelf\nb,Boston,Old\n`)).toEqual([
      '2: a|Austin|A 12" shelf',
      '3: b|Boston|Old',
    ]);
  });
});

describe('an invalid CSV file', () => {
  it.each(['name,age\nAnn,7\n', 'hello\n', '<html>\n'])(
    'is rejected if it has no header with RESO field names: %j',
    async (text) => {
      await expect(read(text)).rejects.toThrow(/homes\.csv does not begin with a line of RESO/);
    },
  );

  it.each([
    ['ListingKey,City,City', 'City, City'],
    ['ListingKey,city,CITY,List Price,list_price', 'city, CITY; List Price, list_price'],
  ])('is rejected if it has duplicate columns: %s', async (header, duplicates) => {
    await expect(read(`${header}\n`)).rejects.toThrow(
      `homes.csv has more than one column for the same field: ${duplicates}. Keep one of each.`,
    );
  });

  it('is rejected if it has too many columns', async () => {
    const columns = Array.from({ length: 5_001 }, (_, index) => `Local${index}`);
    const header = ['ListingKey', 'ListPrice', ...columns].join(',');
    await expect(read(`${header}\n`)).rejects.toThrow(
      'homes.csv has 5,003 columns. At most 5,000 can be imported.',
    );
  });

  it('is rejected if a line is too long', async () => {
    const message =
      'homes.csv has more than 500,000 characters in line 2, which is too long for a listing.';
    const longLine = 'x'.repeat(500_000);
    await expect(read(`${HEADER}\n${longLine}`, 65_536)).rejects.toThrow(message);
    await expect(read(`${HEADER}\n${longLine}x\nb,Boston,Old\n`, 600_000)).rejects.toThrow(message);
    const header = ['ListingKey', 'ListPrice', ','.repeat(600_000)].join(',');
    await expect(read(`${header}\n`, 65_536)).rejects.toThrow('500,000 characters in line 1');
  });
});
