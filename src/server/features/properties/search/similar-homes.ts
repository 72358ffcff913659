/**
 * Homes like another one: near it, of about the same size and price, with the same features (docs/product/listings.md).
 */

import { type RawBuilder, sql } from 'kysely';
import { boundsAround } from '#shared/geo/distance.ts';
import { SIMILAR_MAX } from '#shared/limits.ts';
import type { PropertySearch } from '#shared/properties/property-filters.ts';
import type { PropertyStatus, PropertyType } from '#shared/property-choices.ts';
import type { Database } from '../../../database/database.ts';
import { isInBox } from './spatial-conditions.ts';

type Home = {
  id: string;
  status: PropertyStatus;
  property_type: PropertyType;
  price: number;
  sqft: number;
  bedrooms: number;
  latitude: number;
  longitude: number;
  features: string[];
};

/** Miles around a home that are looked through, one after another, until there is enough to choose from. */
const RADII = [1, 4, 16, 64];
const ENOUGH = 24;

/** Homes next in price on either side that are compared where few are near. */
const NEXT_IN_PRICE = 60;

/** Counted as so far away where nobody knows where a home is. */
const UNKNOWN_MILES = 50;

/**
 * How unlike homes `p` are: 0 for the same. What differs by a factor counts by its logarithm, so that twice the price
 * is as unlike as half; a home ten miles off counts like one of more than twice the price.
 */
function unlikeness(home: Home): RawBuilder<unknown> {
  const hasPosition = home.latitude !== 0 && home.longitude !== 0;
  const miles = hasPosition
    ? sql`case when p.latitude = 0 or p.longitude = 0 then ${UNKNOWN_MILES}
        else miles_between(p.latitude, p.longitude, ${home.latitude}::float8, ${home.longitude}::float8) end`
    : sql`${UNKNOWN_MILES}`;
  const factor = (column: RawBuilder<unknown>, value: number) =>
    sql`abs(ln(greatest(${column}, 1)::float8 / ${Math.max(value, 1)}::float8))`;
  const shared = sql`(select count(*) from unnest(p.features) f where f = any(${home.features}::text[]))`;
  const all = sql`(cardinality(p.features) + ${home.features.length} - ${shared})`;
  return sql`ln(1 + ${miles})
    + 3 * ${factor(sql`p.price`, home.price)}
    + 2 * ${factor(sql`p.sqft`, home.sqft)}
    + case when p.property_type = ${home.property_type} then 0 else 1 end
    + 0.25 * least(abs(p.bedrooms - ${home.bedrooms}), 4)
    + case when ${all} = 0 then 0 else 0.5 * (1 - ${shared}::float8 / ${all}) end`;
}

/** The most alike among some homes. */
async function pickMostAlike(db: Database, home: Home, candidates: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: string; count: number }>`
    select p.id, (count(*) over ())::int as count from (${candidates}) p
    order by ${unlikeness(home)}, p.id desc limit ${SIMILAR_MAX}`.execute(db);
  return { ids: rows.map(({ id }) => id), count: rows[0]?.count ?? 0 };
}

/** Homes like another one, and the search that everything is in that they were chosen from. */
export type SimilarHomes = { ids: string[]; candidates: PropertySearch };

/**
 * Up to 6 available homes of the same status, most alike first. Those near by are compared; where they are few, also
 * homes anywhere that cost about the same.
 *
 * @returns undefined if there is no such listing
 */
export async function findSimilarIds(db: Database, id: string): Promise<SimilarHomes | undefined> {
  const home = await db
    .selectFrom('properties')
    .select(['id', 'status', 'property_type', 'price', 'sqft', 'bedrooms'])
    .select(['latitude', 'longitude', 'features'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (home === undefined) return undefined;
  const others = sql`select p.* from properties p
    where p.is_available and p.status = ${home.status} and p.id <> ${id}`;
  const isMapped = home.latitude !== 0 && home.longitude !== 0;
  const radii = isMapped ? RADII : [];
  for (const miles of radii) {
    const bounds = boundsAround(home, miles);
    const near = sql`${others} and ${isInBox(bounds)}`;
    const { ids, count } = await pickMostAlike(db, home, near);
    if (count >= ENOUGH) return { ids, candidates: { status: home.status, bounds } };
  }
  const widest = radii.at(-1);
  const near =
    widest === undefined ? [] : [sql`${others} and ${isInBox(boundsAround(home, widest))}`];
  const candidates = [
    ...near,
    sql`(${others} and p.price >= ${home.price} order by p.price limit ${NEXT_IN_PRICE})`,
    sql`(${others} and p.price <= ${home.price} order by p.price desc limit ${NEXT_IN_PRICE})`,
  ].map((part) => sql`select id from (${part}) found`);
  const all = sql`select p.* from properties p where p.id in (${sql.join(candidates, sql` union `)})`;
  const { ids } = await pickMostAlike(db, home, all);
  return { ids, candidates: { status: home.status } };
}
