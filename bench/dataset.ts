/**
 * Deterministic listings for the benchmark: 64 cities with a long tail and 600 small towns, each in eight states, about
 * 350 characters of title and description, 65% available, facts as often as agents enter them, and one new listing per
 * minute up to today. Created inside the database without indexes so that a million take a minute instead of hours.
 */

import type pg from 'pg';
import { FEATURE_CODES, type FeatureCode } from '#shared/property-choices.ts';

/** Words that occur in a known fraction of listings, for the keyword scenarios. */
export const KEYWORDS = {
  common: [
    'garden',
    'terrace',
    'garage',
    'pool',
    'river',
    'sunny',
    'quiet',
    'loft',
    'brick',
    'oak',
  ],
  rare: Array.from({ length: 30 }, (_, index) => `quarter${(index * 37) % 1000}`),
} as const;

export const AGENT_COUNT = 200;
const USER_COUNT = 4_800;
/** The admin's token for the dashboard scenarios. */
export const ADMIN_TOKEN = 'bench-admin-token';

const ROWS_PER_BATCH = 25_000;
/** Concurrent statements that fill the database; each occupies one core. */
const CONCURRENT_STATEMENTS = 2;

/** Returns SQL for a pseudo-random number from 0 to 1 that depends only on the row and a salt. */
const random = (salt: string) => `(abs(hashint8extended(g, ${salt})) % 1000000) / 1000000.0`;
const pick = (salt: string, words: readonly string[]) =>
  `(array[${words.map((word) => `'${word}'`).join(',')}])[1 + abs(hashint8extended(g, ${salt})) % ${words.length}]`;

/** Names of small towns from typical parts; one in ten listings is in a town. */
const TOWN = `${pick('40', ['Ash', 'Bell', 'Birch', 'Bright', 'Clear', 'Copper', 'Eagle', 'East', 'Fair', 'Fox', 'George', 'Glen', 'Green', 'Hamil', 'Hart', 'High', 'James', 'King', 'Lake', 'Maple', 'Mill', 'North', 'Oak', 'Pine', 'Red', 'River', 'Salt', 'Stone', 'West', 'Win'])}
  || ${pick('41', ['borough', 'burg', 'bridge', 'brook', 'dale', 'field', 'ford', 'gate', 'grove', 'ham', 'haven', 'land', 'mont', 'port', 'side', 'ton', 'town', 'view', 'ville', 'wood'])}`;

/** The fraction of homes that have each feature. Features of expensive homes are more frequent at higher sale prices. */
const FEATURE_SHARES: Record<FeatureCode, number | 'of expensive homes'> = {
  air_conditioning: 0.6,
  heat_pump: 0.08,
  fireplace: 0.3,
  hardwood_floors: 0.4,
  dishwasher: 0.65,
  washer_dryer: 0.45,
  shared_laundry: 0.12,
  balcony: 0.25,
  patio: 0.4,
  garden: 0.35,
  pool: 'of expensive homes',
  hot_tub: 0.04,
  gym: 0.1,
  elevator: 0.12,
  garage: 0.5,
  ev_charging: 0.05,
  storage: 0.3,
  basement: 0.2,
  attic: 0.12,
  doorman: 0.03,
  gated: 0.06,
  waterfront: 'of expensive homes',
  view: 0.2,
  solar_panels: 0.05,
  step_free: 0.08,
  wheelchair_access: 0.02,
  office: 0.25,
  new_construction: 0.04,
  renovated: 0.18,
  utilities_included: 0.07,
  smoke_free: 0.15,
};

const FEATURES_OF_HOME = FEATURE_CODES.map((code, index) => {
  const fraction = FEATURE_SHARES[code];
  const max = fraction === 'of expensive homes' ? `0.3 * power(${random('9')}, 2)` : fraction;
  return `case when ${random(String(100 + index))} < ${max} then '${code}' end`;
});

/** SQL for a home's latitude or longitude, near other homes in the same place. One in a hundred homes has no position. */
const coordinate = (axis: string, salts: [string, string], min: number, span: number) => `
  case when g % 100 = 0 then 0 else ${min} + ${span} * (abs(hashtextextended(city || state, ${axis})) % 10000) / 10000.0
    + 0.4 * (${random(salts[0])} + ${random(salts[1])} - 1) end`;

const INSERT = `
  insert into properties (id, agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
    bedrooms, bathrooms, sqft, property_type, status, is_available, created_at,
    year_built, lot_sqft, stories, parking_spaces, hoa_fee, tax_annual, features, pets, furnished, available_from,
    lease_months, deposit, previous_price, price_changed_at)
  overriding system value
  select
    g, (select min(id) from users) + abs(hashint8extended(g, 1)) % ${AGENT_COUNT},
    ${pick('2', ['Sunny', 'Quiet', 'Bright', 'Modern', 'Old', 'Large', 'Small', 'Tall'])} || ' '
      || ${pick('3', ['condo', 'home', 'loft', 'villa', 'cottage'])} || ' with '
      || ${pick('4', ['garden', 'terrace', 'view', 'garage', 'pool', 'balcony', 'yard', 'porch'])},
    'In quarter' || abs(hashint8extended(g, 5)) % 1000 || ', '
      || ${pick('6', ['near the river', 'by the park', 'close to the school', 'above the harbor'])} || '. '
      || repeat(${pick('7', [
        'Oak floors and tall windows on two sides. ',
        'A kitchen with a stone top and room for six. ',
        'Space for a family and for their guests. ',
        'Walls of brick that keep the summer out. ',
      ])}, 7),
    price,
    1 + abs(hashint8extended(g, 10)) % 9999 || ' ' || ${pick('11', ['Oak', 'Elm', 'Main', 'Lake', 'Hill', 'Mill'])} || ' Street',
    city,
    state,
    lpad((10000 + abs(hashtextextended(city || state, 0)) % 79000
      + abs(hashint8extended(g, 14)) % case when city like 'City%' then 40 else 2 end)::text, 5, '0'),
    ${coordinate('1', ['15', '22'], 26, 18)},
    ${coordinate('2', ['16', '23'], -119, 43)},
    abs(hashint8extended(g, 17)) % 6, 1 + abs(hashint8extended(g, 18)) % 4, 400 + abs(hashint8extended(g, 19)) % 4000,
    property_type,
    case when is_rent then 'For Rent' else 'For Sale' end,
    ${random('21')} < 0.65,
    date_trunc('day', now()) - g * interval '1 minute',
    case when ${random('50')} < 0.9 then 2026 - floor(126 * power(${random('51')}, 1.5)) end,
    case when property_type = 'House' and ${random('52')} < 0.9 then 1000 + floor(60000 * power(${random('53')}, 3)) end,
    case when ${random('54')} < 0.7 then 1 + floor(3 * ${random('55')}) end,
    case when ${random('56')} < 0.75 then floor(5 * power(${random('57')}, 1.5)) end,
    case when not is_rent and ${random('58')} < case when property_type = 'House' then 0.2 else 0.8 end
      then 50 + floor(900 * power(${random('59')}, 2)) end,
    case when not is_rent and ${random('60')} < 0.6 then round(price * 0.012) end,
    array_remove(array[${FEATURES_OF_HOME.join(', ')}], null),
    case when is_rent and ${random('61')} < 0.8 then ${pick('62', ['none', 'cats', 'dogs', 'cats_and_dogs', 'cats_and_dogs'])} end,
    case when is_rent and ${random('63')} < 0.8 then ${pick('64', ['no', 'no', 'no', 'partly', 'yes'])} end,
    case when is_rent and ${random('65')} < 0.7 then current_date - 30 + floor(120 * ${random('66')})::int end,
    case when is_rent and ${random('67')} < 0.7 then ${pick('68', ['6', '12', '12', '24'])}::int end,
    case when is_rent and ${random('69')} < 0.7 then price end,
    case when ${random('70')} < 0.12 then round(price * 1.05) end,
    case when ${random('70')} < 0.12 then date_trunc('day', now()) - least(g, 400 * 1440 * ${random('71')}) * interval '1 minute' end
  from (
    select g,
      case when ${random('39')} < 0.1 then ${TOWN} else 'City' || floor(64 * power(${random('12')}, 2.5)) end as city,
      ${pick('13', ['CA', 'TX', 'NY', 'IN', 'OR', 'WA', 'FL', 'OH'])} as state,
      ${pick('20', ['House', 'House', 'Apartment', 'Condo'])} as property_type,
      g % 3 = 0 as is_rent,
      case when g % 3 = 0 then 800 + round(5000 * ${random('8')}) else 90000 + round(2000000 * power(${random('9')}, 2)) end as price
    from generate_series($1::bigint, $2::bigint) g
  ) homes`;

/** One in fifty available homes has an open house within the next four weeks. */
const OPEN_HOUSES = `
  insert into open_houses (property_id, start_at, end_at, time_zone)
  select id, at, at + interval '2 hours', 'America/Chicago'
  from (
    select g as id, date_trunc('hour', now()) + interval '1 hour' + (abs(hashint8extended(g, 80)) % 672) * interval '1 hour' as at
    from properties p, lateral (select p.id as g) own
    where p.id between $1 and $2 and p.is_available and ${random('81')} < 0.02
  ) homes`;

const PEOPLE = [
  `insert into users (name, email, role, password_hash)
   select 'Agent ' || g, 'agent' || g || '@bench.example', 'agent', '-' from generate_series(1, ${AGENT_COUNT}) g`,
  `insert into users (name, email, role, password_hash)
   select 'Person ' || g, 'person' || g || '@bench.example', 'user', '-' from generate_series(1, ${USER_COUNT}) g`,
  `with admin as (
     insert into users (name, email, role, password_hash) values ('Admin', 'admin@bench.example', 'admin', '-') returning id
   )
   insert into sessions (token_hash, user_id, expires_at)
   select sha256('${ADMIN_TOKEN}'::bytea), id, now() + interval '30 days' from admin`,
  `insert into contact_messages (name, email, subject, message, is_read)
   select 'Writer ' || g, 'writer' || g || '@bench.example', 'Question ' || g, 'Is the garden open to the south?', g % 3 > 0
   from generate_series(1, 5000) g`,
];

/** Adds listings to a migrated database until it has `rows` of them. */
export async function fillDatabase(
  pool: pg.Pool,
  rows: number,
  log: (line: string) => void,
): Promise<void> {
  const { rows: counts } = await pool.query<{ count: number }>(
    'select count(*)::int as count from properties',
  );
  const existingCount = counts[0]?.count ?? 0;
  if (existingCount === 0) for (const statement of PEOPLE) await pool.query(statement);
  const starts = [];
  for (let start = existingCount + 1; start <= rows; start += ROWS_PER_BATCH) starts.push(start);
  let filledCount = existingCount;
  // Rebuilding an index is cheaper than updating it if the number of rows more than doubles.
  if (rows > existingCount * 2) await dropIndexes(pool);
  await forEachConcurrently(starts, async (start) => {
    const end = Math.min(rows, start + ROWS_PER_BATCH - 1);
    await pool.query(INSERT, [start, end]);
    await pool.query(OPEN_HOUSES, [start, end]);
    filledCount += end - start + 1;
    log(`${filledCount.toLocaleString('en-US')} of ${rows.toLocaleString('en-US')} listings`);
  });
  await buildIndexes(pool);
  await pool.query(
    `select setval(pg_get_serial_sequence('properties', 'id'), max(id)) from properties`,
  );
  // No saved searches exist that could match.
  await pool.query('truncate property_changes');
  await pool.query('vacuum analyze');
}

/** Drops the listings' indexes. A table stores their definitions until they are rebuilt, even if a run fails. */
async function dropIndexes(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create table if not exists bench_indexes as
      select indexname as name, indexdef as definition from pg_indexes i
      where schemaname = 'public' and tablename = 'properties'
        and not exists (select from pg_constraint where conname = i.indexname)`);
  const { rows } = await pool.query<{ name: string }>('select name from bench_indexes');
  for (const { name } of rows) await pool.query(`drop index if exists "${name}"`);
}

/** Rebuilds the dropped indexes, if any. */
async function buildIndexes(pool: pg.Pool): Promise<void> {
  const { rows: exists } = await pool.query(
    `select from pg_tables where schemaname = 'public' and tablename = 'bench_indexes'`,
  );
  if (exists.length === 0) return;
  const { rows } = await pool.query<{ definition: string }>('select definition from bench_indexes');
  await forEachConcurrently(rows, async ({ definition }) => {
    await pool.query(definition.replace(/INDEX (?!CONCURRENTLY)/, 'INDEX IF NOT EXISTS '));
  });
  await pool.query('drop table bench_indexes');
}

/** Processes the items with limited concurrency. */
async function forEachConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items.values();
  const worker = async () => {
    for (const item of iterator) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENT_STATEMENTS }, worker));
}
