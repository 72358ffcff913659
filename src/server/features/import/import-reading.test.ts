/** Tests reading files (encodings, headers, property types, dates, and size limits) and dry runs. */

import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { buildCsv, HEADER, buildRow, setUpImports } from './import.fixture.ts';
import { describeSummary, hasAcceptedRows } from './import-summary.ts';

const imports = setUpImports();
const { run } = imports;
const findListings = () =>
  imports.db.selectFrom('properties').selectAll().orderBy('listing_key').execute();

const LATIN_1_FILE = Buffer.from(buildCsv(buildRow('a', { City: 'Cañon City' })), 'latin1');

it('rejects text that is not UTF-8 and suggests a fix', async () => {
  await expect(run(LATIN_1_FILE)).rejects.toThrow(
    /^homes\.csv is not UTF-8\. Specify its encoding, such as --encoding windows-1252, or convert it: iconv/,
  );
  const json = Buffer.from('[{"City":"Cañon City"}]', 'latin1');
  await expect(run(json, { name: 'homes.json' })).rejects.toThrow(/not UTF-8/);
  expect(await findListings()).toEqual([]);
});

it.each([
  ['windows-1252', LATIN_1_FILE],
  ['utf-16le', Buffer.from(`\uFEFF${buildCsv(buildRow('a', { City: 'Cañon City' }))}`, 'utf16le')],
])('reads %s if that encoding is specified', async (encoding, content) => {
  await run(content, { encoding });
  expect((await findListings())[0]?.city).toBe('Cañon City');
});

it('rejects an unknown encoding', async () => {
  await expect(run(LATIN_1_FILE, { encoding: 'klingon' })).rejects.toThrow(
    'Unknown encoding "klingon"',
  );
});

it('finds columns regardless of case, spaces, and underscores', async () => {
  const header = HEADER.replace('ListPrice', 'LIST PRICE').replace('City', 'city');
  const respelledHeader = header.replace('StateOrProvince', 'state_or_province');
  const { summary } = await run(`${respelledHeader}\n${buildRow('a')}\n`);
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
])('recognizes the property type %s', async (subType, type) => {
  await run(buildCsv(buildRow('a', { PropertySubType: subType })));
  expect((await findListings())[0]?.property_type).toBe(type);
});

it('lists the accepted property types for an unknown one', async () => {
  const { report } = await run(
    buildCsv(buildRow('a', { PropertySubType: 'Castle', PropertyType: 'Gift' })),
  );
  expect(report).toContain('PropertySubType is "Castle"; accepted: Single Family Residence,');
  expect(report).toContain('PropertyType is "Gift"; accepted: Residential,');
});

it('reports a missing column once', async () => {
  const withoutColumn = (line: string) =>
    line
      .split(',')
      .filter((_, index) => HEADER.split(',')[index] !== 'ListPrice')
      .join(',');
  const rows = Array.from({ length: 700 }, (_, index) => withoutColumn(buildRow(`k${index}`)));
  const invalidRow = withoutColumn(buildRow('bad', { City: '' }));
  const { summary, report } = await run(
    `${[withoutColumn(HEADER), ...rows, invalidRow].join('\n')}\n`,
  );
  expect(summary).toMatchObject({ rows: 701, refused: 701 });
  expect(report.match(/ListPrice/g)).toHaveLength(1);
  expect(report).toContain(
    'There is no column ListPrice: every listing is rejected (Missing or invalid price).',
  );
  expect(report).toContain('line 702 (bad): Missing or invalid city (City is empty)\n');
  expect(report).not.toContain('(k0)');
  expect(hasAcceptedRows(summary)).toBe(false);
});

it('reports a missing agent column once, and only without --agent', async () => {
  const withoutColumn = (line: string) => {
    const fields = line.split(',');
    return fields.filter((_, index) => HEADER.split(',')[index] !== 'ListAgentEmail').join(',');
  };
  const rows = Array.from({ length: 600 }, (_, index) => withoutColumn(buildRow(`k${index}`)));
  const content = `${[withoutColumn(HEADER), ...rows, withoutColumn(buildRow('bad', { City: '' }))].join('\n')}\n`;
  const { summary, report } = await run(content, { agent: null, isDryRun: true });
  expect(summary).toMatchObject({ rows: 601, refused: 601 });
  expect(report.match(/ListAgentEmail/g)).toHaveLength(1);
  expect(report).toContain(
    'There is no column ListAgentEmail, and no default agent was specified: every listing is rejected (No agent).\n',
  );
  expect(report).toContain('line 602 (bad): Missing or invalid city (City is empty)\n');
  expect(report).not.toContain('(k0)');
  const withAgent = await run(content, { isDryRun: true });
  expect(withAgent.summary).toMatchObject({ imported: 600, refused: 1 });
  expect(withAgent.report).not.toContain('ListAgentEmail');
});

it('replaces an unreadable date with the oldest one in the file and reports it', async () => {
  const content = buildCsv(
    buildRow('a', { OnMarketDate: '2024-05-01' }),
    buildRow('b', { OnMarketDate: '13/31/2024' }),
    buildRow('c', { OnMarketDate: '2022-02-03' }),
    buildRow('d', { OnMarketDate: '' }),
  );
  const now = new Date('2026-03-20T12:00:00Z');
  const { summary, report } = await run(content, { now });
  expect(summary).toMatchObject({ imported: 4, unreadableDates: 1 });
  expect(report).toContain(
    'line 3 (b): OnMarketDate is "13/31/2024", which is not a valid date, such as 2026-03-01; if the listing is not on the site yet, it gets the date 2022-02-03 so that it does not count as newly listed',
  );
  expect(
    (await findListings()).map(({ created_at }) => created_at.toISOString().slice(0, 10)),
  ).toEqual(['2024-05-01', '2022-02-03', '2022-02-03', '2026-03-20']);
  expect((await run(content, { now })).summary).toMatchObject({ unchanged: 4 });
});

it('reports an unreadable price change time', async () => {
  const { summary, report } = await run(
    buildCsv(
      buildRow('a', { PreviousListPrice: '1300', PriceChangeTimestamp: '2026-02-31' }),
      buildRow('b', {
        PreviousListPrice: '1300',
        PriceChangeTimestamp: 'unknown',
        OnMarketDate: 'TBD',
      }),
      buildRow('c', { PreviousListPrice: '1300', PriceChangeTimestamp: '2026-02-28' }),
    ),
  );
  expect(summary).toMatchObject({ imported: 3, unreadableDates: 3 });
  for (const line of [
    'line 2 (a): PriceChangeTimestamp is "2026-02-31", which is not a valid date, such as 2026-03-01; the time of the price change is unknown\n',
    'line 3 (b): OnMarketDate is "TBD", which is not a valid date, such as 2026-03-01; if the listing is not on the site yet, it gets the date 2019-12-26 so that it does not count as newly listed\n',
    'line 3 (b): PriceChangeTimestamp is "unknown", which',
  ])
    expect(report).toContain(line);
  expect(report).not.toContain('(c)');
  expect((await findListings()).map((home) => home.previous_price)).toEqual([null, null, 1_300]);
});

const readListingDates = async () =>
  (await findListings()).map(({ created_at }) => created_at.toISOString().slice(0, 10));

it.each([
  [
    'month first',
    ['1/15/2024', '2/3/2024', '12/31/2023 1:45 PM'],
    '2024-01-15 2024-02-03 2023-12-31',
  ],
  ['day first', ['15/1/2024', '2/3/2024', '31.12.2023'], '2024-01-15 2024-03-02 2023-12-31'],
])('reads spreadsheet dates, %s', async (_order, dates, expected) => {
  const rows = dates.map((OnMarketDate, index) => buildRow(`k${index}`, { OnMarketDate }));
  const { summary, report } = await run(buildCsv(...rows));
  expect(summary).toMatchObject({ imported: 3, unreadableDates: 0 });
  expect(report).not.toContain('OnMarketDate');
  expect((await readListingDates()).join(' ')).toBe(expected);
});

it.each([
  ['1/2/2024', '2/3/2024'],
  ['1/2/2024', '1/15/2024', '15/1/2024'],
])('does not read dates in an ambiguous order: %j', async (...dates) => {
  const rows = dates.map((OnMarketDate, index) => buildRow(`k${index}`, { OnMarketDate }));
  const { summary, report } = await run(buildCsv(...rows), {
    now: new Date('2026-03-20T12:00:00Z'),
  });
  expect(summary).toMatchObject({ imported: dates.length, unreadableDates: dates.length });
  expect(report).toContain(
    'OnMarketDate has dates such as "1/2/2024", with an ambiguous order of month and day. These dates are not read.',
  );
  // Without any readable date, homes get an old date, so that they neither count as new nor come
  // first in lists.
  expect(new Set(await readListingDates())).toEqual(new Set(['2026-02-18']));
});

it('determines the order of month and day for each column separately', async () => {
  const { report } = await run(
    buildCsv(
      buildRow('a', {
        OnMarketDate: '1/15/2024',
        PriceChangeTimestamp: '15/2/2024',
        PreviousListPrice: '1300',
      }),
      buildRow('b', {
        OnMarketDate: '5/5/2024',
        PriceChangeTimestamp: '3/6/2024',
        PreviousListPrice: '1300',
      }),
    ),
  );
  expect(report).not.toContain('line ');
  const changes = (await findListings()).map(({ price_changed_at: at }) =>
    at?.toISOString().slice(0, 10),
  );
  expect(changes).toEqual(['2024-02-15', '2024-06-03']);
});

it('reports the changes of a dry run without making them', async () => {
  await run(buildCsv(buildRow('a'), buildRow('b'), buildRow('c')));
  const before = await findListings();
  const findHistory = () => imports.db.selectFrom('property_history').select('id').execute();
  const historyBefore = await findHistory();
  const content = buildCsv(
    buildRow('a', { ListPrice: '1300' }),
    buildRow('b', { StandardStatus: 'Delete' }),
    buildRow('c'),
    buildRow('d'),
    buildRow('e', { City: '' }),
  );
  const dryRun = await run(content, { isDryRun: true });
  expect(dryRun.summary).toMatchObject({
    imported: 1,
    updated: 1,
    deleted: 1,
    unchanged: 1,
    refused: 1,
  });
  expect(describeSummary(dryRun.summary)[0]).toBe(
    'Dry run: nothing was changed. An import would have these results:',
  );
  expect(await findListings()).toEqual(before);
  expect(await findHistory()).toEqual(historyBefore);
  const { summary } = await run(content);
  expect(summary).toMatchObject({ imported: 1, updated: 1, deleted: 1, unchanged: 1, refused: 1 });
});

it('stops reading a file that decompresses to more than the limit', async () => {
  const content = buildCsv(...Array.from({ length: 30 }, (_, index) => buildRow(`k${index}`)));
  const limits = { maxBytes: 1024 * 1024, maxRows: 1_000_000 };
  // A small file that decompresses to 20 MB; most of it is never read.
  const bomb = gzipSync(`${content}${'\n'.repeat(20 * 1024 * 1024)}`);
  for (const name of ['homes.csv', 'homes.json']) {
    const data =
      name === 'homes.csv' ? bomb : gzipSync(`[${' '.repeat(400_000)}${'1,'.repeat(600_000)}1]`);
    await expect(run(data, { name, limits })).rejects.toThrow(
      `${name} has more than 1 MB of text. Split it into smaller files.`,
    );
  }
  expect(await findListings()).toEqual([]);
  const { summary } = await run(gzipSync(content), { limits });
  expect(summary).toMatchObject({ imported: 30 });
});

it('rejects a file with more rows than the limit before importing any', async () => {
  const rows = Array.from({ length: 1_001 }, (_, index) =>
    buildRow(`k${index}`, { ListPrice: '0' }),
  );
  const limits = { maxBytes: 1024 * 1024, maxRows: 1_000 };
  await expect(run(buildCsv(buildRow('a'), ...rows), { limits })).rejects.toThrow(
    'homes.csv has more than 1,000 rows. Split it into smaller files.',
  );
  expect(await findListings()).toEqual([]);
  const { summary } = await run(buildCsv(...rows.slice(0, 1_000)), { limits });
  expect(summary).toMatchObject({ rows: 1_000 });
});
