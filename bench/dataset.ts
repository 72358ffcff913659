/**
 * Deterministic listings for the benchmark: 64 cities with a long tail, about 410 characters of text, 65 in 100
 * available. Created inside the database and without its indexes, so that a million take a minute and not hours.
 */

import type pg from 'pg';

/** Words that stand in known shares of all listings, for the keyword scenarios. */
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

/** Agents of the benchmark's database. */
export const AGENT_COUNT = 200;
/** Other accounts beside them. */
const USER_COUNT = 4_800;
/** The admin of the dashboard's scenarios, signed in with this token. */
export const ADMIN_TOKEN = 'bench-admin-token';

const BATCH = 25_000;
/** Statements that fill at once: each keeps one core of the database busy. */
const AT_ONCE = 2;

/** A pseudo-random share of 1 that depends on the row and a salt alone. */
const share = (salt: string) => `(abs(hashint8extended(g, ${salt})) % 1000000) / 1000000.0`;
const pick = (salt: string, words: readonly string[]) =>
  `(array[${words.map((word) => `'${word}'`).join(',')}])[1 + abs(hashint8extended(g, ${salt})) % ${words.length}]`;

const INSERT = `
  insert into properties (id, agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
    bedrooms, bathrooms, sqft, property_type, status, is_available, created_at)
  overriding system value
  select
    g, (select min(id) from users) + abs(hashint8extended(g, 1)) % ${AGENT_COUNT},
    ${pick('2', ['Sunny', 'Quiet', 'Bright', 'Modern', 'Old', 'Large', 'Small', 'Tall'])} || ' '
      || ${pick('3', ['flat', 'home', 'loft', 'villa', 'cottage'])} || ' with '
      || ${pick('4', ['garden', 'terrace', 'view', 'garage', 'pool', 'balcony', 'yard', 'porch'])},
    'In quarter' || abs(hashint8extended(g, 5)) % 1000 || ', '
      || ${pick('6', ['near the river', 'by the park', 'close to the school', 'above the harbour'])} || '. '
      || repeat(${pick('7', [
        'Oak floors and tall windows on two sides. ',
        'A kitchen with a stone top and room for six. ',
        'Space for a family and for their guests. ',
        'Walls of brick that keep the summer out. ',
      ])}, 7),
    case when g % 3 = 0 then 800 + round(5000 * ${share('8')}) else 90000 + round(2000000 * power(${share('9')}, 2)) end,
    1 + abs(hashint8extended(g, 10)) % 9999 || ' ' || ${pick('11', ['Oak', 'Elm', 'Main', 'Lake', 'Hill', 'Mill'])} || ' Street',
    'City' || floor(64 * power(${share('12')}, 2.5)),
    ${pick('13', ['CA', 'TX', 'NY', 'IN', 'OR', 'WA', 'FL', 'OH'])},
    lpad((10000 + abs(hashint8extended(g, 14)) % 80000)::text, 5, '0'),
    25 + 20 * ${share('15')}, -120 + 45 * ${share('16')},
    abs(hashint8extended(g, 17)) % 6, 1 + abs(hashint8extended(g, 18)) % 4, 400 + abs(hashint8extended(g, 19)) % 4000,
    ${pick('20', ['House', 'House', 'Apartment', 'Condo'])},
    case when g % 3 = 0 then 'For Rent' else 'For Sale' end,
    ${share('21')} < 0.65,
    timestamptz '2026-01-01' - g * interval '1 minute'
  from generate_series($1::bigint, $2::bigint) g`;

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

/** Brings a migrated database to a number of listings; adds only what is missing. */
export async function fillDatabase(
  pool: pg.Pool,
  rows: number,
  log: (line: string) => void,
): Promise<void> {
  const { rows: found } = await pool.query<{ count: number }>(
    'select count(*)::int as count from properties',
  );
  const have = found[0]?.count ?? 0;
  if (have === 0) for (const statement of PEOPLE) await pool.query(statement);
  const starts = [];
  for (let start = have + 1; start <= rows; start += BATCH) starts.push(start);
  let filled = have;
  // An index costs less to build than to keep up, from about the rows on that it holds already.
  if (rows > have * 2) await putIndexesAside(pool);
  await inTurns(starts, async (start) => {
    const end = Math.min(rows, start + BATCH - 1);
    await pool.query(INSERT, [start, end]);
    filled += end - start + 1;
    log(`${filled.toLocaleString('en-US')} of ${rows.toLocaleString('en-US')} listings`);
  });
  await buildIndexes(pool);
  await pool.query(
    `select setval(pg_get_serial_sequence('properties', 'id'), max(id)) from properties`,
  );
  await pool.query('vacuum analyze');
}

/** Drops the indexes of listings; their definitions stay in a table until they stand again, even if a run breaks off. */
async function putIndexesAside(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create table if not exists bench_indexes as
      select indexname as name, indexdef as definition from pg_indexes i
      where schemaname = 'public' and tablename = 'properties'
        and not exists (select from pg_constraint where conname = i.indexname)`);
  const { rows } = await pool.query<{ name: string }>('select name from bench_indexes');
  for (const { name } of rows) await pool.query(`drop index if exists "${name}"`);
}

/** Builds the indexes that were put aside, if any. */
async function buildIndexes(pool: pg.Pool): Promise<void> {
  const { rows: exists } = await pool.query(
    `select from pg_tables where schemaname = 'public' and tablename = 'bench_indexes'`,
  );
  if (exists.length === 0) return;
  const { rows } = await pool.query<{ definition: string }>('select definition from bench_indexes');
  await inTurns(rows, async ({ definition }) => {
    await pool.query(definition.replace(/INDEX (?!CONCURRENTLY)/, 'INDEX IF NOT EXISTS '));
  });
  await pool.query('drop table bench_indexes');
}

/** Does something with each item, with two of them at once. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
