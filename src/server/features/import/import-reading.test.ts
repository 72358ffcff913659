/** Files written by other programs: encodings, headers, property types, dates, and a dry run. */

import { expect, it } from 'vitest';
import { csv, HEADER, row, setUpImports } from './import.fixture.ts';
import { describeSummary, hasAcceptedRows } from './import-summary.ts';

const imports = setUpImports();
const { run } = imports;
const listings = () =>
  imports.db.selectFrom('properties').selectAll().orderBy('listing_key').execute();

const LATIN = Buffer.from(csv(row('a', { City: 'Cañon City' })), 'latin1');

it('refuses text that is not UTF-8, and suggests how to proceed', async () => {
  await expect(run(LATIN)).rejects.toThrow(
    /^homes\.csv is not UTF-8\. Specify its encoding, such as --encoding windows-1252, or convert it: iconv/,
  );
  const json = Buffer.from('[{"City":"Cañon City"}]', 'latin1');
  await expect(run(json, { name: 'homes.json' })).rejects.toThrow(/not UTF-8/);
  expect(await listings()).toEqual([]);
});

it.each([
  ['windows-1252', LATIN],
  ['utf-16le', Buffer.from(`\uFEFF${csv(row('a', { City: 'Cañon City' }))}`, 'utf16le')],
])('reads %s if it is declared', async (encoding, content) => {
  await run(content, { encoding });
  expect((await listings())[0]?.city).toBe('Cañon City');
});

it('refuses an unknown encoding', async () => {
  await expect(run(LATIN, { encoding: 'klingon' })).rejects.toThrow('Unknown encoding "klingon"');
});

it('finds columns regardless of case, spaces, and underscores', async () => {
  const header = HEADER.replace('ListPrice', 'LIST PRICE').replace('City', 'city');
  const spelled = header.replace('StateOrProvince', 'state_or_province');
  const { summary } = await run(`${spelled}\n${row('a')}\n`);
  expect(summary).toMatchObject({ imported: 1, refused: 0 });
  const entry = { listing_key: 'a', 'List Price': 1, ListPrice: 'much' };
  const { report } = await run(JSON.stringify([entry]), { name: 'homes.json' });
  // The exact name takes precedence.
  expect(report).toContain('ListPrice is "much"');
});

it.each([
  ['SINGLE_FAMILY', 'House'],
  ['Single Family Residential', 'House'],
  ['CONDO', 'Condo'],
  ['Co-op', 'Condo'],
  ['Multi-Family', 'Apartment'],
])('recognizes %s', async (kind, type) => {
  await run(csv(row('a', { PropertySubType: kind })));
  expect((await listings())[0]?.property_type).toBe(type);
});

it('lists the accepted types for an unknown one', async () => {
  const { report } = await run(csv(row('a', { PropertySubType: 'Castle', PropertyType: 'Gift' })));
  expect(report).toContain('PropertySubType is "Castle"; accepted: Single Family Residence,');
  expect(report).toContain('PropertyType is "Gift"; accepted: Residential,');
});

it('reports a missing column once', async () => {
  const without = (line: string) =>
    line
      .split(',')
      .filter((_, index) => HEADER.split(',')[index] !== 'ListPrice')
      .join(',');
  const rows = Array.from({ length: 700 }, (_, index) => without(row(`k${index}`)));
  const bad = without(row('bad', { City: '' }));
  const { summary, report } = await run(`${[without(HEADER), ...rows, bad].join('\n')}\n`);
  expect(summary).toMatchObject({ rows: 701, refused: 701 });
  expect(report.match(/ListPrice/g)).toHaveLength(1);
  expect(report).toContain(
    'There is no column ListPrice: every listing is refused (Missing or invalid price).',
  );
  expect(report).toContain('line 702 (bad): Missing or invalid city (City is empty)\n');
  expect(report).not.toContain('(k0)');
  expect(hasAcceptedRows(summary)).toBe(false);
});

it('reports missing agents once, and refuses no row for it if --agent is given', async () => {
  const without = (line: string) => {
    const fields = line.split(',');
    return fields.filter((_, index) => HEADER.split(',')[index] !== 'ListAgentEmail').join(',');
  };
  const rows = Array.from({ length: 600 }, (_, index) => without(row(`k${index}`)));
  const content = `${[without(HEADER), ...rows, without(row('bad', { City: '' }))].join('\n')}\n`;
  const { summary, report } = await run(content, { agent: null, isDryRun: true });
  expect(summary).toMatchObject({ rows: 601, refused: 601 });
  expect(report.match(/ListAgentEmail/g)).toHaveLength(1);
  expect(report).toContain(
    'There is no column ListAgentEmail, and no other agent was given: every listing is refused (No agent).\n',
  );
  expect(report).toContain('line 602 (bad): Missing or invalid city (City is empty)\n');
  expect(report).not.toContain('(k0)');
  const named = await run(content, { isDryRun: true });
  expect(named.summary).toMatchObject({ imported: 600, refused: 1 });
  expect(named.report).not.toContain('ListAgentEmail');
});

it('replaces an unreadable date with the oldest in the file, and reports it', async () => {
  const content = csv(
    row('a', { OnMarketDate: '2024-05-01' }),
    row('b', { OnMarketDate: '13/31/2024' }),
    row('c', { OnMarketDate: '2022-02-03' }),
    row('d', { OnMarketDate: '' }),
  );
  const now = new Date('2026-03-20T12:00:00Z');
  const { summary, report } = await run(content, { now });
  expect(summary).toMatchObject({ imported: 4, unreadableDates: 1 });
  expect(report).toContain(
    'line 3 (b): OnMarketDate is "13/31/2024", which is not a date such as 2026-03-01; a new listing is dated 2022-02-03 and does not count as new',
  );
  expect((await listings()).map(({ created_at }) => created_at.toISOString().slice(0, 10))).toEqual(
    ['2024-05-01', '2022-02-03', '2022-02-03', '2026-03-20'],
  );
  expect((await run(content, { now })).summary).toMatchObject({ unchanged: 4 });
});

it('reports an unreadable time of a price change', async () => {
  const { summary, report } = await run(
    csv(
      row('a', { PreviousListPrice: '1300', PriceChangeTimestamp: '2026-02-31' }),
      row('b', { PreviousListPrice: '1300', PriceChangeTimestamp: 'unknown', OnMarketDate: 'TBD' }),
      row('c', { PreviousListPrice: '1300', PriceChangeTimestamp: '2026-02-28' }),
    ),
  );
  expect(summary).toMatchObject({ imported: 3, unreadableDates: 3 });
  for (const line of [
    'line 2 (a): PriceChangeTimestamp is "2026-02-31", which is not a date such as 2026-03-01; the time of the price change is unknown\n',
    'line 3 (b): OnMarketDate is "TBD", which is not a date such as 2026-03-01; a new listing is dated 2019-12-26 and does not count as new\n',
    'line 3 (b): PriceChangeTimestamp is "unknown", which',
  ])
    expect(report).toContain(line);
  expect(report).not.toContain('(c)');
  expect((await listings()).map((home) => home.previous_price)).toEqual([null, null, 1_300]);
});

const daysOf = async () =>
  (await listings()).map(({ created_at }) => created_at.toISOString().slice(0, 10));

it.each([
  [
    'month first',
    ['1/15/2024', '2/3/2024', '12/31/2023 1:45 PM'],
    '2024-01-15 2024-02-03 2023-12-31',
  ],
  ['day first', ['15/1/2024', '2/3/2024', '31.12.2023'], '2024-01-15 2024-03-02 2023-12-31'],
])('reads spreadsheet dates, %s', async (_order, given, days) => {
  const rows = given.map((OnMarketDate, index) => row(`k${index}`, { OnMarketDate }));
  const { summary, report } = await run(csv(...rows));
  expect(summary).toMatchObject({ imported: 3, unreadableDates: 0 });
  expect(report).not.toContain('OnMarketDate');
  expect((await daysOf()).join(' ')).toBe(days);
});

it.each([
  ['1/2/2024', '2/3/2024'],
  ['1/2/2024', '1/15/2024', '15/1/2024'],
])('reads no dates from a column with an ambiguous order: %j', async (...given) => {
  const rows = given.map((OnMarketDate, index) => row(`k${index}`, { OnMarketDate }));
  const { summary, report } = await run(csv(...rows), { now: new Date('2026-03-20T12:00:00Z') });
  expect(summary).toMatchObject({ imported: given.length, unreadableDates: given.length });
  expect(report).toContain(
    'OnMarketDate has dates such as "1/2/2024", in which the order of month and day is ambiguous: they are not read.',
  );
  // Without any readable date, homes are old: not reported as new, and not first in lists.
  expect(new Set(await daysOf())).toEqual(new Set(['2026-02-18']));
});

it('determines the order of each column separately', async () => {
  const { report } = await run(
    csv(
      row('a', {
        OnMarketDate: '1/15/2024',
        PriceChangeTimestamp: '15/2/2024',
        PreviousListPrice: '1300',
      }),
      row('b', {
        OnMarketDate: '5/5/2024',
        PriceChangeTimestamp: '3/6/2024',
        PreviousListPrice: '1300',
      }),
    ),
  );
  expect(report).not.toContain('line ');
  const changes = (await listings()).map(({ price_changed_at: at }) =>
    at?.toISOString().slice(0, 10),
  );
  expect(changes).toEqual(['2024-02-15', '2024-06-03']);
});

it('reports in a dry run what an import would do, and changes nothing', async () => {
  await run(csv(row('a'), row('b'), row('c')));
  const before = await listings();
  const history = () => imports.db.selectFrom('property_history').select('id').execute();
  const recorded = await history();
  const content = csv(
    row('a', { ListPrice: '1300' }),
    row('b', { StandardStatus: 'Delete' }),
    row('c'),
    row('d'),
    row('e', { City: '' }),
  );
  const dry = await run(content, { isDryRun: true });
  expect(dry.summary).toMatchObject({
    imported: 1,
    updated: 1,
    deleted: 1,
    unchanged: 1,
    refused: 1,
  });
  expect(describeSummary(dry.summary)[0]).toBe(
    'Dry run: nothing was changed. An import now would give:',
  );
  expect(await listings()).toEqual(before);
  expect(await history()).toEqual(recorded);
  const { summary } = await run(content);
  expect(summary).toMatchObject({ imported: 1, updated: 1, deleted: 1, unchanged: 1, refused: 1 });
});
