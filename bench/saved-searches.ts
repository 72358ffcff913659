/**
 * Saved searches for the alert benchmark. Each is created around a home so that searches are
 * distributed like homes. 63% are for a city, 1% for half the country, and the others for a ZIP
 * code, a map area, a distance from a place, words, a state, or an agent. 92% send emails, half of
 * them daily. Each user has four searches.
 */

import type pg from 'pg';
import type { SearchInput } from '#shared/saved-searches/saved-search.ts';
import { toSearchValues } from '#server/features/saved-searches/saved-search-values.ts';
import { createRandom, pick } from './random-searches.ts';

/** The number of distinct searches. */
const TEMPLATE_COUNT = 50_000;
const SEARCHES_PER_USER = 4;
const ROWS_PER_BATCH = 50_000;

type Home = {
  city: string;
  state: string;
  zip_code: string;
  latitude: number;
  longitude: number;
  agent_id: string;
  status: 'For Sale' | 'For Rent';
  property_type: string;
  price: number;
  bedrooms: number;
  bathrooms: number;
  sqft: number;
  features: string[];
};

type Random = () => number;
type SearchFactory = (home: Home, random: Random) => SearchInput;

const round = (value: number, step: number) => Math.round(value / step) * step;

function boxAround({ latitude, longitude }: Home, width: number, height = width): string {
  return [longitude - width, latitude - height, longitude + width, latitude + height]
    .map((degrees) => degrees.toFixed(4))
    .join(',');
}

/** The main filter of a search (a place, keywords, or an agent), with percentages. */
const MAIN_FILTERS: [percentage: number, make: SearchFactory][] = [
  [58, ({ city, state }) => ({ city, state })],
  [13, ({ zip_code: zipCode }) => ({ zipCode })],
  [5, (home, random) => ({ bounds: boxAround(home, 0.05 + 0.3 * random()) })],
  [
    6,
    ({ latitude, longitude }, random) => ({
      near: `${latitude},${longitude}`,
      within: pick([2, 5, 10, 25], random),
    }),
  ],
  [5, ({ state }) => ({ state })],
  [5, ({ city, state }, random) => ({ city, state, searchTerm: pick(['garden', 'pool'], random) })],
  [5, (_home, random) => ({ searchTerm: `quarter${Math.floor(1_000 * random())}` })],
  [2, ({ agent_id: agentId }) => ({ agentId })],
  [1, (home) => ({ bounds: boxAround(home, 20, 8) })],
];

/** Other filters, each with its probability. */
const OTHER_FILTERS: [probability: number, make: SearchFactory][] = [
  [0.95, ({ status }) => ({ status })],
  [
    0.8,
    ({ status, price }, random) => ({
      maxPrice: round(price * (0.9 + 0.8 * random()), status === 'For Sale' ? 50_000 : 250),
    }),
  ],
  [
    0.3,
    ({ status, price }, random) => ({
      minPrice: round(price * (0.3 + 0.5 * random()), status === 'For Sale' ? 50_000 : 250),
    }),
  ],
  [0.55, ({ bedrooms }) => ({ bedrooms: Math.min(4, bedrooms) })],
  [0.25, ({ bathrooms }) => ({ bathrooms: Math.min(3, bathrooms) })],
  [0.45, ({ property_type: propertyType }) => ({ propertyType })],
  [0.12, ({ sqft }) => ({ minSqft: round(sqft * 0.8, 250) })],
  [0.1, ({ features: [feature] }) => (feature === undefined ? {} : { features: [feature] })],
  [0.05, () => ({ parking: 1 })],
  [0.03, () => ({ reduced: true })],
];

function makeSearch(home: Home, random: Random): SearchInput {
  const search: SearchInput = {};
  let point = 100 * random();
  for (const [percentage, make] of MAIN_FILTERS) {
    if (point < percentage) {
      Object.assign(search, make(home, random));
      break;
    }
    point -= percentage;
  }
  for (const [probability, make] of OTHER_FILTERS)
    if (random() < probability) Object.assign(search, make(home, random));
  return search;
}

/** Adds saved searches until there are `count`. @param existingCount the number of existing searches */
export async function addSavedSearches(
  pool: pg.Pool,
  existingCount: number,
  count: number,
): Promise<void> {
  if (existingCount === 0) await createTemplates(pool);
  const { rows } = await pool.query<{ definition: string }>(
    `select indexdef as definition from pg_indexes where indexname = 'saved_searches_keys'`,
  );
  // Rebuilding the index is cheaper than updating it.
  await pool.query('drop index saved_searches_keys');
  await pool.query(
    `with added as (
       insert into users (name, email, role, password_hash)
       select 'Watcher ' || g, 'watcher' || g || '@bench.example', 'user', '-'
       from generate_series($1::int, $2::int) g returning id, email
     )
     insert into alert_preferences (user_id, confirmed_email) select id, email from added`,
    [Math.ceil(existingCount / SEARCHES_PER_USER) + 1, Math.ceil(count / SEARCHES_PER_USER)],
  );
  for (let start = existingCount + 1; start <= count; start += ROWS_PER_BATCH) {
    await pool.query(
      `insert into saved_searches (user_id, name, search, filters, frequency, time_zone, keys, seen_at, created_at)
       select u.id, t.name, t.search, t.filters, f.frequency, 'America/Chicago',
         case when f.frequency = 'never' then '{}' else t.keys end, now(), now()
       from generate_series($1::int, $2::int) g
       cross join lateral (select abs(hashint8extended(g, 1)) % 100 as share) s
       cross join lateral (select case when share < 8 then 'never' when share < 20 then 'weekly'
         when share < 65 then 'daily' else 'instant' end as frequency) f
       join bench_searches t on t.id = abs(hashint8extended(g, 2)) % ${TEMPLATE_COUNT}
       join users u on lower(u.email) = 'watcher' || (g + ${SEARCHES_PER_USER - 1}) / ${SEARCHES_PER_USER} || '@bench.example'`,
      [start, Math.min(count, start + ROWS_PER_BATCH - 1)],
    );
  }
  for (const { definition } of rows) await pool.query(definition);
  await pool.query('vacuum analyze users, saved_searches, alert_preferences');
}

/** Creates a table of template searches in the server's format. */
async function createTemplates(pool: pg.Pool): Promise<void> {
  const random = createRandom(3);
  const { rows: homes } = await pool.query<Home>(
    `select city, state, zip_code, latitude, longitude, agent_id, status, property_type, price::float8 as price,
       bedrooms, bathrooms, sqft, features
     from properties where latitude <> 0 order by hashint8extended(id, 90) limit 20000`,
  );
  await pool.query(
    'create table bench_searches (id int primary key, name text, search jsonb, keys text[], filters json)',
  );
  for (let start = 0; start < TEMPLATE_COUNT; start += 5_000) {
    const templates = Array.from({ length: 5_000 }, (_, index) => {
      const search = makeSearch(pick(homes, random), random);
      return {
        id: start + index,
        ...toSearchValues({ search, frequency: 'daily', timeZone: 'UTC' }),
      };
    });
    await pool.query(
      `insert into bench_searches
       select id, name, search, keys, filters
       from jsonb_to_recordset($1) as t (id int, name text, search jsonb, keys text[], filters json)`,
      [JSON.stringify(templates)],
    );
  }
  await pool.query('analyze bench_searches');
}
