import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readHistory } from '../properties/property-history-repository.ts';
import { buildCsv, buildRow, setUpImports } from './import.fixture.ts';

const imports = setUpImports();

const SALE_FIELDS = {
  PropertyType: 'Residential',
  ListPrice: '480000',
  OnMarketDate: '2026-01-10',
  ListAgentEmail: 'agent@example.org',
};

let days = 0;

/**
 * Imports the same row on two days. Returns its history as `event price previousPrice date`, where
 * '-' means the time of the import.
 */
async function importTwice(fields: Record<string, string>): Promise<string[]> {
  const content = buildCsv(buildRow('a', { ...SALE_FIELDS, ...fields }));
  await imports.run(content, { now: nextDay() });
  const entries = await readHistoryOfA();
  await imports.run(content, { now: nextDay() });
  expect(await readHistoryOfA()).toEqual(entries);
  return entries;
}

function nextDay(): Date {
  days += 1;
  return new Date(Date.UTC(2026, 2, days, 12));
}

async function readHistoryOfA(): Promise<string[]> {
  const { id, updated_at: importedAt } = await imports.db
    .selectFrom('properties')
    .select(['id', 'updated_at'])
    .where('listing_key', '=', 'a')
    .executeTakeFirstOrThrow();
  const entries = (await readHistory(imports.db, id)) ?? [];
  return entries.map(({ event, price, previousPrice, date }) =>
    [event, price, previousPrice, date === importedAt.toISOString() ? '-' : date.slice(0, 10)]
      .filter((part) => part !== undefined)
      .join(' '),
  );
}

test.each<[string, Record<string, string>, string[]]>([
  ['no previous price', {}, ['listed 480000 2026-01-10']],
  ['an original price', { OriginalListPrice: '$500,000' }, ['listed 500000 2026-01-10']],
  [
    'a price change',
    { PreviousListPrice: '495000', PriceChangeTimestamp: '2026-02-01T10:00:00Z' },
    ['price_changed 480000 495000 2026-02-01', 'listed 495000 2026-01-10'],
  ],
  [
    'a price change after an earlier one',
    {
      OriginalListPrice: '520000',
      PreviousListPrice: '495000',
      PriceChangeTimestamp: '2026-02-01',
    },
    ['price_changed 480000 495000 2026-02-01', 'listed 520000 2026-01-10'],
  ],
  [
    'a price change in the future',
    { PreviousListPrice: '495000', PriceChangeTimestamp: '2999-02-01' },
    ['listed 480000 2026-01-10'],
  ],
  [
    'a price change before its listing date',
    { PreviousListPrice: '495000', PriceChangeTimestamp: '2026-01-01' },
    ['listed 480000 2026-01-10'],
  ],
  ['a sale', { StandardStatus: 'Closed' }, ['sold 480000 -', 'listed 480000 2026-01-10']],
  [
    'a withdrawal',
    { StandardStatus: 'Withdrawn' },
    ['off_market 480000 -', 'listed 480000 2026-01-10'],
  ],
])('records the history of a new listing with %s once', async (_name, fields, expected) => {
  expect(await importTwice(fields)).toEqual(expected);
});

test('takes the date of a price change from the file if possible, otherwise from the import', async () => {
  await importTwice({});
  const priceCut = {
    ListPrice: '470000',
    PreviousListPrice: '480000',
    PriceChangeTimestamp: '2026-02-01',
  };
  expect(await importTwice(priceCut)).toEqual([
    'price_changed 470000 480000 2026-02-01',
    'listed 480000 2026-01-10',
  ]);
  const outdatedCut = { ...priceCut, ListPrice: '460000', PriceChangeTimestamp: '2026-01-20' };
  expect(await importTwice(outdatedCut)).toEqual([
    'price_changed 460000 470000 -',
    'price_changed 470000 480000 2026-02-01',
    'listed 480000 2026-01-10',
  ]);
});

test('records when an existing listing leaves the market, is relisted, and is sold', async () => {
  await importTwice({});
  expect((await importTwice({ StandardStatus: 'Expired' }))[0]).toBe('off_market 480000 -');
  expect((await importTwice({}))[0]).toBe('relisted 480000 -');
  expect((await importTwice({ StandardStatus: 'Closed' }))[0]).toBe('sold 480000 -');
});

const events = (entries: readonly string[]) => entries.map((entry) => entry.split(' ')[0]);

test.each([
  ['Residential', 'sold'],
  ['Residential Lease', 'rented'],
])(
  'records a %s listing that is off the market as %s once it closes',
  async (PropertyType, closedEvent) => {
    const fields = { PropertyType, LivingArea: '80000' };
    await importTwice({ ...fields, StandardStatus: 'Pending' });
    const entries = await importTwice({ ...fields, StandardStatus: 'Closed' });
    expect(events(entries)).toEqual([closedEvent, 'off_market', 'listed']);
    expect(entries[0]).toBe(`${closedEvent} 480000 -`);
    // The sale fell through, and the home is relisted.
    await importTwice({ ...fields, StandardStatus: 'Withdrawn' });
    const relistedHistory = await importTwice(fields);
    const expected = ['relisted', 'off_market', closedEvent, 'off_market', 'listed'];
    expect(events(relistedHistory)).toEqual(expected);
  },
);

test('records a manual change during an import before the import’s own change', async () => {
  // More than one batch of rows.
  const content = (ListPrice: string) =>
    buildCsv(
      ...Array.from({ length: 500 }, (_, index) => buildRow(`k${index}`)),
      buildRow('a', { ...SALE_FIELDS, ListPrice }),
    );
  await imports.run(content('480000'), { now: nextDay() });
  let time = nextDay().getTime();
  const now = () => {
    time += 1_000;
    return new Date(time);
  };
  let isChanged = false;
  const afterBatch = async () => {
    if (isChanged) return;
    isChanged = true;
    await imports.db
      .updateTable('properties')
      .set({ price: 470_000, updated_at: now() })
      .where('listing_key', '=', 'a')
      .execute();
  };
  await imports.run(content('460000'), { now, afterBatch });
  expect(await readHistoryOfA()).toEqual([
    'price_changed 460000 470000 -',
    expect.stringMatching(/^price_changed 470000 480000 /),
    'listed 480000 2026-01-10',
  ]);
});

test('does not record a sale when the file lists a hidden home as available', async () => {
  await importTwice({ StandardStatus: 'Pending' });
  await sql`insert into hidden_properties (property_id, was_available) select id, false from properties`.execute(
    imports.db,
  );
  await imports.run(buildCsv(buildRow('a', SALE_FIELDS)), { now: nextDay() });
  expect(events(await readHistoryOfA())).toEqual(['off_market', 'listed']);
});
