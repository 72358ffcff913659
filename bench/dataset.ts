/**
 * Deterministic listings for the benchmark: 64 cities with a long tail, about 410 characters of text, 65 in 100
 * available. Made inside the database, so that a million take minutes and not hours.
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
/** The admin of the desk's scenarios, signed in with this token. */
export const ADMIN_TOKEN = 'bench-admin-token';

const BATCH = 50_000;

/** A pseudo-random share of 1 that depends on the row and a salt alone. */
const share = (salt: string) => `(abs(hashint8extended(g, ${salt})) % 1000000) / 1000000.0`;
const pick = (salt: string, words: readonly string[]) =>
  `(array[${words.map((word) => `'${word}'`).join(',')}])[1 + abs(hashint8extended(g, ${salt})) % ${words.length}]`;

const INSERT = `
  insert into properties (agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
    bedrooms, bathrooms, sqft, property_type, status, is_available, created_at)
  select
    (select min(id) from users) + abs(hashint8extended(g, 1)) % ${AGENT_COUNT},
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

/** Brings a migrated database to a number of listings; adds only what is missing. */
export async function fillDatabase(
  pool: pg.Pool,
  rows: number,
  log: (line: string) => void,
): Promise<void> {
  const { rows: found } = await pool.query<{ count: number }>(
    'select count(*)::int as count from properties',
  );
  let have = found[0]?.count ?? 0;
  if (have === 0) {
    await pool.query(
      `insert into users (name, email, role, password_hash)
       select 'Agent ' || g, 'agent' || g || '@bench.example', 'agent', '-' from generate_series(1, ${AGENT_COUNT}) g`,
    );
    await pool.query(
      `insert into users (name, email, role, password_hash)
       select 'Person ' || g, 'person' || g || '@bench.example', 'user', '-' from generate_series(1, ${USER_COUNT}) g`,
    );
    await pool.query(
      `with admin as (
         insert into users (name, email, role, password_hash) values ('Admin', 'admin@bench.example', 'admin', '-') returning id
       )
       insert into sessions (token_hash, user_id, expires_at)
       select sha256($1::bytea), id, now() + interval '30 days' from admin`,
      [ADMIN_TOKEN],
    );
    await pool.query(
      `insert into contact_messages (name, email, subject, message, is_read)
       select 'Writer ' || g, 'writer' || g || '@bench.example', 'Question ' || g, 'Is the garden open to the south?', g % 3 > 0
       from generate_series(1, 5000) g`,
    );
  }
  while (have < rows) {
    const next = Math.min(rows, have + BATCH);
    await pool.query(INSERT, [have + 1, next]);
    have = next;
    log(`${have.toLocaleString('en-US')} of ${rows.toLocaleString('en-US')} listings`);
  }
  await pool.query('vacuum analyze');
}
