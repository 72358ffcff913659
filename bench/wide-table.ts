/** The baseline server's table, whose rows contain everything in a listing's response. */

import type pg from 'pg';

/** The same indexes that searches use on the real table (db/migrations). */
const INDEXES = [
  'create unique index bench_wide_id on bench_wide (id)',
  'create index bench_wide_newest on bench_wide (created_at desc, id desc, status, property_type, bedrooms, price) where is_available',
  'create index bench_wide_status_price on bench_wide (status, price, id, property_type, bedrooms) where is_available',
  'create index bench_wide_price on bench_wide (price, id, property_type, bedrooms, status) where is_available',
  'create index bench_wide_filter on bench_wide (status, property_type, bedrooms, price) where is_available',
  'create index bench_wide_agent on bench_wide (agent_id, created_at desc, id desc) where is_available',
  'create index bench_wide_search on bench_wide using gin (status, property_type, search) with (fastupdate = off) where is_available',
];

/** Fills the table unless it already contains all listings. */
export async function fillWideTable(pool: pg.Pool): Promise<void> {
  if (await isFilled(pool)) return;
  await pool.query('drop table if exists bench_wide');
  await pool.query(`
    create unlogged table bench_wide as
    select p.id, p.agent_id, p.title, p.description, p.price, p.address, p.city, p.state, p.zip_code, p.latitude,
      p.longitude, p.bedrooms, p.bathrooms, p.sqft, p.property_type, p.status, p.is_available, p.created_at,
      p.updated_at, p.search, u.name as agent_name, u.email as agent_email, u.avatar_key as agent_avatar,
      coalesce((
        select jsonb_agg('/images/' || i.key || '/full.webp' order by i.position)
        from property_images i where i.property_id = p.id
      ), '[]') as images
    from properties p join users u on u.id = p.agent_id
    order by p.id`);
  for (const index of INDEXES) await pool.query(index);
  await pool.query('vacuum analyze bench_wide');
}

async function isFilled(pool: pg.Pool): Promise<boolean> {
  const { rows: tables } = await pool.query(
    `select from pg_tables where schemaname = 'public' and tablename = 'bench_wide'`,
  );
  if (tables.length === 0) return false;
  const { rows } = await pool.query<{ isSame: boolean }>(
    'select (select count(*) from bench_wide) = (select count(*) from properties) as "isSame"',
  );
  return rows[0]?.isSame ?? false;
}
