/** Tests upgrading a database with listings from an older release. */

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/database.ts';
import { migrateTo, migrateToLatest } from '#server/database/migrate.ts';
import { buildPropertyRow } from '#tests/factories/build-property-row.ts';
import { buildUserRow } from '#tests/factories/build-user-row.ts';
import { createEmptyDatabase } from '#tests/helpers/test-database.ts';
import { createFindPage } from './search/search.ts';

const findPage = createFindPage({ now: () => 0, cacheVersion: () => null, isBusy: () => false });
const countListings = async (db: Database, minPrice: number) => {
  const request = {
    conditions: { minPrice },
    sort: 'createdAt_desc',
    slice: { offset: 0, limit: 1 },
  } as const;
  return (await findPage(db, request, { bypassCache: false })).total;
};

/** Reads the bitmap tables as the older release does. */
const readBitmaps = async (db: Database) => {
  const { rows } = await sql`
    select name from search_bitmap_terms
    union all select b.name from search_bitmaps b, search_bitmaps_ready r where r.version <> ''
    union all select property_id::text from search_bitmap_changes`.execute(db);
  return rows;
};

test('listings can be found and changed after an upgrade, including by the older release', async () => {
  const database = await createEmptyDatabase();
  const { db, pool } = openDatabase(database.url);
  try {
    await migrateTo(db, '0040_signs_beyond_ascii');
    const { id: agentId } = await db
      .insertInto('users')
      .values(buildUserRow({ role: 'agent' }))
      .returning('id')
      .executeTakeFirstOrThrow();
    const addListing = async (price: number) =>
      db.insertInto('properties').values(buildPropertyRow(agentId, { price })).execute();
    for (const price of [100, 200, 300]) await addListing(price);
    await sql`insert into search_bitmap_terms values ('word oak')`.execute(db);
    await sql`insert into search_bitmaps values ('available', 0, repeat('1', 8192)::bit(8192))`.execute(
      db,
    );
    await sql`insert into search_bitmaps_ready values ('1')`.execute(db);
    // The state that a killed import leaves behind.
    await sql`alter index properties_all_search set (fastupdate = on)`.execute(db);
    await addListing(400);
    expect(await readBitmaps(db)).not.toEqual([]);

    await migrateToLatest(db);

    expect(await countListings(db, 200)).toBe(3);
    expect(await readBitmaps(db)).toEqual([]);
    await expect(sql`insert into search_bitmaps_ready values ('1')`.execute(db)).rejects.toThrow(
      'cannot insert into view',
    );
    await addListing(500);
    await sql`update properties set price = price + 100 where price = 100`.execute(db);
    await sql`delete from properties where price = 300`.execute(db);
    expect(await countListings(db, 200)).toBe(4);
    // Each change is recorded once.
    const { rows: changes } = await sql<{ change: string }>`
      select change from property_history order by id`.execute(db);
    expect(changes.map(({ change }) => change)).toEqual([
      ...Array.from({ length: 5 }, () => 'created'),
      'price',
      'deleted',
    ]);
    const { rows: totals } = await sql<{ listings: number; price: number; created: number }>`
      select sum(listing_count)::int as listings, sum(total_price) as price,
        (select sum(step)::int from property_creation_steps) as created
      from property_totals`.execute(db);
    expect(totals).toEqual([{ listings: 4, price: 200 + 200 + 400 + 500, created: 4 }]);
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where reloptions @> '{fastupdate=on}'`.execute(db);
    expect(rows).toEqual([]);
    const { rows: triggers } = await sql<{ verb: string; count: number }>`
      select event_manipulation as verb, count(*)::int as count from information_schema.triggers
      where event_object_table = 'properties' and action_orientation = 'STATEMENT' group by 1 order by 1`.execute(
      db,
    );
    expect(triggers).toEqual([
      { verb: 'DELETE', count: 1 },
      { verb: 'INSERT', count: 1 },
      { verb: 'UPDATE', count: 1 },
    ]);
  } finally {
    await pool.end();
    await database.drop();
  }
});

test('listings that were hidden before an upgrade are off the market, unless they were sold', async () => {
  const database = await createEmptyDatabase();
  const { db } = openDatabase(database.url);
  try {
    await migrateTo(db, '0261_own_data_indexes');
    const { id: agentId } = await db
      .insertInto('users')
      .values(buildUserRow({ role: 'agent' }))
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const price of [100, 200])
      await db
        .insertInto('properties')
        .values(buildPropertyRow(agentId, { price, is_available: false }))
        .execute();
    await sql`insert into hidden_properties (property_id, was_available)
      select id, price = 100 from properties`.execute(db);

    await migrateToLatest(db);

    const { rows } = await sql`
      select price::int, is_off_market from properties order by price`.execute(db);
    expect(rows).toEqual([
      { price: 100, is_off_market: true },
      { price: 200, is_off_market: false },
    ]);
  } finally {
    await db.destroy();
    await database.drop();
  }
});

test('ZIP+4 codes of withheld addresses from an older release become private', async () => {
  const database = await createEmptyDatabase();
  const { db } = openDatabase(database.url);
  try {
    await migrateTo(db, '0270_largest_cities');
    const { id: agentId } = await db
      .insertInto('users')
      .values(buildUserRow({ role: 'agent' }))
      .returning('id')
      .executeTakeFirstOrThrow();
    const addHome = async (zipCode: string, isAddressDisplayed: boolean) => {
      const { id } = await db
        .insertInto('properties')
        .values(
          buildPropertyRow(agentId, {
            zip_code: zipCode,
            is_address_displayed: isAddressDisplayed,
          }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      await sql`
        insert into tours (property_id, property_title, property_price, property_address, agent_id,
          name, start_at, end_at, time_zone, status, is_in_calendars)
        select id, title, 1, format('%s, %s, %s %s', address, 'Austin', 'TX', zip_code), ${agentId},
          'Visitor', now() + id * interval '2 hours', now() + id * interval '3 hours', 'UTC', 'booked', true
        from properties where id = ${id}`.execute(db);
    };
    await addHome('78701-4321', false);
    await addHome('78701', false);
    await addHome('78701-4321', true);

    await migrateToLatest(db);

    const { rows } = await sql`
      select zip_code, private_zip_code, search @@ to_tsquery('simple', '4321') as is_found,
        substring(property_address from 'Austin.*') as tour_place
      from properties p join tours t on t.property_id = p.id order by p.id`.execute(db);
    const short = { zip_code: '78701', is_found: false, tour_place: 'Austin, TX 78701' };
    expect(rows).toEqual([
      { ...short, private_zip_code: '78701-4321' },
      { ...short, private_zip_code: null },
      {
        zip_code: '78701-4321',
        private_zip_code: null,
        is_found: true,
        tour_place: 'Austin, TX 78701-4321',
      },
    ]);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
