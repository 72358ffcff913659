import { describe, expect, it } from 'vitest';
import { readCsvRows } from './csv-rows.ts';
import { decodeText } from './decode-text.ts';
import type { SourceRow } from './source-row.ts';

const HEADER = 'ListingKey,City,PublicRemarks';

/** Reads text in chunks of a given number of bytes. */
async function read(text: string, pieceBytes = 7): Promise<SourceRow[]> {
  const bytes = new TextEncoder().encode(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const rows: SourceRow[] = [];
  for await (const group of readCsvRows(decodeText(pieces(), undefined, 'homes.csv'), 'homes.csv'))
    rows.push(...group);
  return rows;
}

/** Reads rows in short form: the line and the values or the fault. */
async function readShort(text: string, pieceBytes?: number): Promise<string[]> {
  const rows = await read(text, pieceBytes);
  return rows.map((row) =>
    'fault' in row
      ? `${row.position}! ${row.fault}`
      : `${row.position}: ${Object.values(row.record).join('|')}`,
  );
}

describe('valid CSV', () => {
  it('returns every row with its line and the header’s names', async () => {
    expect(await read(`${HEADER}\na,Austin,Nice\nb,Boston,Old\n`)).toEqual([
      { position: 2, record: { ListingKey: 'a', City: 'Austin', PublicRemarks: 'Nice' } },
      { position: 3, record: { ListingKey: 'b', City: 'Boston', PublicRemarks: 'Old' } },
    ]);
  });

  it.each([1, 2, 3, 64, 10_000])('is read the same in chunks of %i bytes', async (pieceBytes) => {
    const text = `\uFEFF${HEADER}\r\na,Añasco,"Two\r\nlines, and ""quotes"""\r\n\r\nb,Boston,\r\nc,Cary,end`;
    expect(await readShort(text, pieceBytes)).toEqual([
      '2: a|Añasco|Two\r\nlines, and "quotes"',
      '5: b|Boston|',
      '6: c|Cary|end',
    ]);
  });

  it.each([';', '\t', '|'])('can be separated by %j', async (delimiter) => {
    const text = `${HEADER}\na,Austin,Nice\n`.replaceAll(',', delimiter);
    expect(await readShort(text)).toEqual(['2: a|Austin|Nice']);
  });

  it.each([
    ['sep=;\r\n', ';'],
    ['"sep=^"\n', '^'],
    ['sep=\t\n', '\t'],
  ])('can have its delimiter in a line before the header: %j', async (line, delimiter) => {
    const text = `${line}${`${HEADER}\na,Austin,Nice\n`.replaceAll(',', delimiter)}`;
    expect(await readShort(text)).toEqual(['3: a|Austin|Nice']);
  });

  it.each([1, 7, 10_000])(
    'can have lines that end with CR only, in chunks of %i',
    async (pieceBytes) => {
      const text = `${HEADER}\ra,Austin,Nice\rb,Boston,"Two\rlines"\r`;
      expect(await readShort(text, pieceBytes)).toEqual([
        '2: a|Austin|Nice',
        '3: b|Boston|Two\nlines',
      ]);
    },
  );

  it.each([
    ['ListingKey,City,City', 'City, City'],
    ['ListingKey,city,CITY,List Price,list_price', 'city, CITY; List Price, list_price'],
  ])('fails for duplicate columns: %s', async (header, named) => {
    await expect(read(`${header}\n`)).rejects.toThrow(
      `homes.csv has more than one column for the same field: ${named}. Keep one of each.`,
    );
  });

  it('prefers the exact name to another spelling, and allows unused duplicate columns', async () => {
    const text = 'City,CITY,ListingKey,Notes,Notes\nAustin,AUSTIN,a,x,y\n';
    expect(await read(text)).toMatchObject([{ record: { City: 'Austin', ListingKey: 'a' } }]);
  });

  it('reads thousands of rows', async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `k${index},Town,"Line\nbreak"`);
    const rows = await read(`${HEADER}\n${lines.join('\n')}\n`, 65_536);
    expect(rows).toHaveLength(5_000);
    expect(rows.at(-1)).toMatchObject({ position: 10_000, record: { ListingKey: 'k4999' } });
  });

  it('allows extra empty fields', async () => {
    expect(await readShort(`${HEADER}\na,Austin,Nice,,\n`)).toEqual(['2: a|Austin|Nice']);
  });
});

describe('an invalid row', () => {
  it('reports missing and extra fields', async () => {
    expect(await readShort(`${HEADER}\na,Austin\nb,Boston,Old,more\nc,Cary,New\n`)).toEqual([
      '2! it has 2 fields instead of 3',
      '3! it has 4 fields instead of 3',
      '4: c|Cary|New',
    ]);
  });

  it('with an unclosed quotation mark does not affect others', async () => {
    const good = Array.from({ length: 1_200 }, (_, index) => `k${index},Town,Fine`);
    const short = await readShort([HEADER, 'a,Austin,"Nice', ...good].join('\n'), 4_096);
    expect(short[0]).toBe('2! a quotation mark is not closed');
    expect(short).toHaveLength(1_201);
    expect(short[1]).toBe('3: k0|Town|Fine');
    expect(short.at(-1)).toBe('1202: k1199|Town|Fine');
  });

  it('with an unclosed quotation mark before rows with quoted fields does not affect others', async () => {
    const text = [HEADER, 'a,Austin,"Nice', 'b,Boston,"Old, but good"', 'c,Cary,"x', 'd,Dover,"y"'];
    expect(await readShort(text.join('\n'))).toEqual([
      '2! a quotation mark is not closed',
      '3: b|Boston|Old, but good',
      '4! a quotation mark is not closed',
      '5: d|Dover|y',
    ]);
  });

  it('with quotation marks inside an unquoted field is read literally', async () => {
    expect(await readShort(`${HEADER}\na,Austin,A 12" shelf\nb,Boston,Old\n`)).toEqual([
      '2: a|Austin|A 12" shelf',
      '3: b|Boston|Old',
    ]);
  });
});

describe('a file without listings', () => {
  it.each(['name,age\nAnn,7\n', 'hello\n', '<html>\n'])('is refused: %j', async (text) => {
    await expect(read(text)).rejects.toThrow(/homes\.csv does not begin with a line of RESO/);
  });

  it('is refused if a line is too long', async () => {
    await expect(read(`${HEADER}\n${'x'.repeat(4_100_000)}`, 65_536)).rejects.toThrow(
      'homes.csv is not CSV: line 2 does not end.',
    );
  });
});
