import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/** A listing with the same address or picture. */
export type OtherListing = { id: string; title: string };

/** Maximum number of listings per kind of signal. */
const MAX_LISTINGS_PER_KIND = 5;
/** Minimum number of similar homes for a median. */
const MIN_SIMILAR_HOMES = 10;

/** Returns the title and description of a listing in any state; undefined if it does not exist. */
export async function findListingText(
  db: Database,
  id: string,
): Promise<{ title: string; description: string } | undefined> {
  const { rows } = await sql<{ title: string; description: string }>`
    select title, coalesce(description, '') as description from properties where id = ${id}`.execute(
    db,
  );
  return rows[0];
}

const addressKey = (alias: 'o' | 'p') => sql`
  trim(fold_text(coalesce(${sql.ref(`${alias}.private_address`)}, ${sql.ref(`${alias}.address`)})))`;

/** Finds other listings at the same address, even if it is withheld. */
export async function findSameAddress(db: Database, id: string): Promise<OtherListing[]> {
  const { rows } = await sql<OtherListing>`
    select o.id, o.title from properties p join properties o
      on fold_state(o.state) = fold_state(p.state) and fold_place(o.city) = fold_place(p.city)
        and fold_zip(o.zip_code) = fold_zip(p.zip_code) and ${addressKey('o')} = ${addressKey('p')}
    where p.id = ${id} and o.id <> p.id and ${addressKey('p')} <> ''
    order by o.id limit ${MAX_LISTINGS_PER_KIND}`.execute(db);
  return rows;
}

/** Finds other listings that share a picture. */
export async function findSamePicture(db: Database, id: string): Promise<OtherListing[]> {
  const { rows } = await sql<OtherListing>`
    select distinct o.id, o.title from property_images i
    join property_images s on md5(s.placeholder) = md5(i.placeholder) and s.placeholder = i.placeholder
      and s.width = i.width and s.height = i.height and s.property_id <> i.property_id
    join properties o on o.id = s.property_id
    where i.property_id = ${id} order by o.id limit ${MAX_LISTINGS_PER_KIND}`.execute(db);
  return rows;
}

/**
 * Compares a listing's price per square foot with that of similar homes: available ones with the
 * same status and type in the same city.
 *
 * @returns the median of the similar homes and their median absolute deviation; undefined if there
 *   are too few similar homes, or if the listing's area is unknown
 */
export async function comparePrice(
  db: Database,
  id: string,
): Promise<{ own: number; median: number; deviation: number; homeCount: number } | undefined> {
  const { rows } = await sql<{ own: number; median: number; deviation: number; homeCount: number }>`
    with own as (
      select price::float8 / sqft as value, status, property_type, fold_state(state) as state,
        fold_place(city) as city
      from properties where id = ${id} and sqft > 0
    ), homes as (
      select h.price::float8 / h.sqft as value from own o join public_properties h
        on fold_state(h.state) = o.state and fold_place(h.city) = o.city and h.status = o.status
          and h.property_type = o.property_type
      where h.is_available and h.sqft > 0 and h.id <> ${id}
    ), middle as (
      select percentile_cont(0.5) within group (order by value) as median, count(*)::int as "homeCount" from homes
    )
    select o.value as own, m.median, m."homeCount",
      (select percentile_cont(0.5) within group (order by abs(h.value - m.median)) from homes h) as deviation
    from own o, middle m where m."homeCount" >= ${MIN_SIMILAR_HOMES}`.execute(db);
  return rows[0];
}
