import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readHistory } from '../properties/property-history-repository.ts';
import { csv, row, setUpImports } from './import.fixture.ts';

const imports = setUpImports();

const SALE = {
  PropertyType: 'Residential',
  ListPrice: '480000',
  OnMarketDate: '2026-01-10',
  ListAgentEmail: 'agent@example.org',
};

let days = 0;

/**
 * Imports a row on two days; returns its history as `event price previousPrice date`, with '-' for
 * the import's time.
 */
async function importTwice(fields: Record<string, string>): Promise<string[]> {
  const content = csv(row('a', { ...SALE, ...fields }));
  await imports.run(content, { now: nextDay() });
  const once = await historyOfA();
  await imports.run(content, { now: nextDay() });
  expect(await historyOfA()).toEqual(once);
  return once;
}

function nextDay(): Date {
  days += 1;
  return new Date(Date.UTC(2026, 2, days, 12));
}

async function historyOfA(): Promise<string[]> {
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
  ['nothing', {}, ['listed 480000 2026-01-10']],
  ['the first price', { OriginalListPrice: '$500,000' }, ['listed 500000 2026-01-10']],
  [
    'a change',
    { PreviousListPrice: '495000', PriceChangeTimestamp: '2026-02-01T10:00:00Z' },
    ['price_changed 480000 495000 2026-02-01', 'listed 495000 2026-01-10'],
  ],
  [
    'a change after another',
    {
      OriginalListPrice: '520000',
      PreviousListPrice: '495000',
      PriceChangeTimestamp: '2026-02-01',
    },
    ['price_changed 480000 495000 2026-02-01', 'listed 520000 2026-01-10'],
  ],
  [
    'a change in the future',
    { PreviousListPrice: '495000', PriceChangeTimestamp: '2999-02-01' },
    ['listed 480000 2026-01-10'],
  ],
  [
    'a change before its listing date',
    { PreviousListPrice: '495000', PriceChangeTimestamp: '2026-01-01' },
    ['listed 480000 2026-01-10'],
  ],
  ['a sale', { StandardStatus: 'Closed' }, ['sold 480000 -', 'listed 480000 2026-01-10']],
  [
    'a withdrawal',
    { StandardStatus: 'Withdrawn' },
    ['off_market 480000 -', 'listed 480000 2026-01-10'],
  ],
])('a new listing can have %s, recorded once', async (_name, fields, expected) => {
  expect(await importTwice(fields)).toEqual(expected);
});

test('an existing listing changes at the file’s time, or else at the import’s', async () => {
  await importTwice({});
  const cut = {
    ListPrice: '470000',
    PreviousListPrice: '480000',
    PriceChangeTimestamp: '2026-02-01',
  };
  expect(await importTwice(cut)).toEqual([
    'price_changed 470000 480000 2026-02-01',
    'listed 480000 2026-01-10',
  ]);
  const older = { ...cut, ListPrice: '460000', PriceChangeTimestamp: '2026-01-20' };
  expect(await importTwice(older)).toEqual([
    'price_changed 460000 470000 -',
    'price_changed 470000 480000 2026-02-01',
    'listed 480000 2026-01-10',
  ]);
});

test('an existing listing leaves the market and comes back', async () => {
  await importTwice({});
  expect((await importTwice({ StandardStatus: 'Expired' }))[0]).toBe('off_market 480000 -');
  expect((await importTwice({}))[0]).toBe('relisted 480000 -');
  expect((await importTwice({ StandardStatus: 'Closed' }))[0]).toBe('sold 480000 -');
});

const events = (entries: readonly string[]) => entries.map((entry) => entry.split(' ')[0]);

test.each([
  ['Residential', 'sold'],
  ['Residential Lease', 'rented'],
])('a %s listing that is off the market is %s once it is closed', async (PropertyType, closed) => {
  const offer = { PropertyType, LivingArea: '80000' };
  await importTwice({ ...offer, StandardStatus: 'Pending' });
  const entries = await importTwice({ ...offer, StandardStatus: 'Closed' });
  expect(events(entries)).toEqual([closed, 'off_market', 'listed']);
  expect(entries[0]).toBe(`${closed} 480000 -`);
  // The sale fell through, and the home comes back.
  await importTwice({ ...offer, StandardStatus: 'Withdrawn' });
  const back = await importTwice(offer);
  expect(events(back)).toEqual(['relisted', 'off_market', closed, 'off_market', 'listed']);
});

test('a manual change during the import precedes the import’s own change', async () => {
  // Two batches.
  const content = (ListPrice: string) =>
    csv(
      ...Array.from({ length: 500 }, (_, index) => row(`k${index}`)),
      row('a', { ...SALE, ListPrice }),
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
  expect(await historyOfA()).toEqual([
    'price_changed 460000 470000 -',
    expect.stringMatching(/^price_changed 470000 480000 /),
    'listed 480000 2026-01-10',
  ]);
});

test('a listing hidden by an admin is not recorded as sold if the file lists it as available', async () => {
  await importTwice({ StandardStatus: 'Pending' });
  await sql`insert into hidden_properties (property_id, was_available) select id, false from properties`.execute(
    imports.db,
  );
  await imports.run(csv(row('a', SALE)), { now: nextDay() });
  expect(events(await historyOfA())).toEqual(['off_market', 'listed']);
});
