/**
 * Homes like another one: near it, of about the same size and price, with the same features (docs/product/listings.md).
 */

import { type RawBuilder, sql } from 'kysely';
import { type Bounds, crossesAntimeridian } from '#shared/geo/bounds.ts';
import { boundsAround, EARTH_RADIUS_MILES } from '#shared/geo/distance.ts';
import { SIMILAR_MAX } from '#shared/limits.ts';
import type { PropertySearch } from '#shared/properties/property-filters.ts';
import type { PropertyStatus, PropertyType } from '#shared/property-choices.ts';
import type { Database } from '../../../database/database.ts';
import { prepareStatement } from '../../../database/prepared-statement.ts';
import { isBetween, stripsOf } from './spatial-conditions.ts';

type Home = {
  id: string;
  status: PropertyStatus;
  type: PropertyType;
  price: number;
  sqft: number;
  bedrooms: number;
  latitude: number;
  longitude: number;
  features: string[];
  isMapped: boolean;
};

const READ_HOME = prepareStatement<{ id: string }, Home>(
  (value) => sql`
    select id, status, property_type as type, price, sqft, bedrooms, latitude, longitude, features,
      latitude <> 0 and longitude <> 0 as "isMapped"
    from properties where id = ${value('id')}`,
);

/** Miles around a home that are looked through, one after another, until there is enough to choose from. */
const RADII = [1, 4, 16, 64];
const ENOUGH = 24;

/** Homes next in price on either side that are compared where few are near. */
const NEXT_IN_PRICE = 60;

/** Counted as so far away where nobody knows where a home is. */
const UNKNOWN_MILES = 50;

/** Says where a value of a prepared statement goes. */
type Value = (name: keyof Home) => unknown;

/** Great-circle miles from homes `p` (haversine formula), said in place: a function would be called for each. */
const milesFrom = (value: Value) => sql`${sql.lit(2 * EARTH_RADIUS_MILES)} * asin(least(1, sqrt(
  power(sin(radians(p.latitude - ${value('latitude')}::float8) / 2), 2)
  + cos(radians(p.latitude)) * cos(radians(${value('latitude')}::float8))
    * power(sin(radians(p.longitude - ${value('longitude')}::float8) / 2), 2))))`;

/**
 * How unlike homes `p` are, of which features `shared.count` are the same: 0 for the same. What differs by a factor
 * counts by its logarithm, so that twice the price is as unlike as half; a home ten miles off counts like one of more
 * than twice the price.
 */
function unlikeness(value: Value): RawBuilder<unknown> {
  const miles = sql`case when p.latitude = 0 or p.longitude = 0 or not ${value('isMapped')}::boolean
    then ${sql.lit(UNKNOWN_MILES)} else ${milesFrom(value)} end`;
  const factor = (column: RawBuilder<unknown>, other: unknown) =>
    sql`abs(ln(greatest(${column}, 1)::float8 / greatest(${other}::float8, 1)))`;
  const all = sql`(cardinality(p.features) + cardinality(${value('features')}::text[]) - shared.count)`;
  return sql`ln(1 + ${miles})
    + 3 * ${factor(sql`p.price`, value('price'))}
    + 2 * ${factor(sql`p.sqft`, value('sqft'))}
    + case when p.property_type = ${value('type')}::text then 0 else 1 end
    + 0.25 * least(abs(p.bedrooms - ${value('bedrooms')}::int), 4)
    + case when ${all} = 0 then 0 else 0.5 * (1 - shared.count::float8 / ${all}) end`;
}

/** Available listings `p` of the same status. */
const others = (value: Value) => sql`select p.* from properties p
  where p.is_available and p.status = ${value('status')} and p.id <> ${value('id')}`;

/** The most alike among some homes. */
const mostAlike = (value: Value, candidates: RawBuilder<unknown>) => sql<Alike>`
  select p.id, (count(*) over ())::int as count from (${candidates}) p
  cross join lateral (
    select count(*) from unnest(p.features) f where f = any(${value('features')}::text[])
  ) shared
  order by ${unlikeness(value)}, p.id desc limit ${sql.lit(SIMILAR_MAX)}`;

type Alike = { id: string; count: number };
type Near = Home & Bounds & { strips: number[] };

const near = (value: (name: keyof Near) => unknown, isCrossing: boolean) => {
  const box = {
    west: value('west'),
    south: value('south'),
    east: value('east'),
    north: value('north'),
  };
  const inStrips = sql`map_strip(p.latitude) = any(${value('strips')}::smallint[])`;
  return sql`${others(value)} and ${isBetween(inStrips, box, isCrossing)}`;
};

const pickNear = (isCrossing: boolean) =>
  prepareStatement<Near, Alike>((value) => mostAlike(value, near(value, isCrossing)));

const PICK_NEAR = { plain: pickNear(false), crossing: pickNear(true) };

/** Among those next in price on either side, and some more. */
const amongPrices = (value: Value, more: RawBuilder<unknown>[]) => {
  const price = value('price');
  const most = sql.lit(NEXT_IN_PRICE);
  const candidates = [
    ...more,
    sql`(${others(value)} and p.price >= ${price}::numeric order by p.price limit ${most})`,
    sql`(${others(value)} and p.price <= ${price}::numeric order by p.price desc limit ${most})`,
  ].map((part) => sql`select id from (${part}) found`);
  const found = sql`select p.* from properties p where p.id in (${sql.join(candidates, sql` union `)})`;
  return mostAlike(value, found);
};

const PICK_ANYWHERE = {
  plain: prepareStatement<Near, Alike>((value) => amongPrices(value, [near(value, false)])),
  crossing: prepareStatement<Near, Alike>((value) => amongPrices(value, [near(value, true)])),
  unmapped: prepareStatement<Home, Alike>((value) => amongPrices(value, [])),
};

/** Homes like another one, and the search that everything is in that they were chosen from. */
export type SimilarHomes = { ids: string[]; candidates: PropertySearch };

/**
 * Up to 6 available homes of the same status, most alike first. Those near by are compared; where they are few, also
 * homes anywhere that cost about the same.
 *
 * @returns undefined if there is no such listing
 */
export async function findSimilarIds(db: Database, id: string): Promise<SimilarHomes | undefined> {
  const [home] = await READ_HOME(db, { id });
  if (home === undefined) return undefined;
  const { status, isMapped } = home;
  const idsOf = (rows: Alike[]) => rows.map((row) => row.id);
  let widest: { values: Near; form: 'plain' | 'crossing' } | undefined;
  for (const miles of isMapped ? RADII : []) {
    const bounds = boundsAround(home, miles);
    const form = crossesAntimeridian(bounds) ? 'crossing' : 'plain';
    const values = { ...home, ...bounds, strips: stripsOf(bounds) };
    const rows = await PICK_NEAR[form](db, values);
    if ((rows[0]?.count ?? 0) >= ENOUGH)
      return { ids: idsOf(rows), candidates: { status, bounds } };
    widest = { values, form };
  }
  const rows =
    widest === undefined
      ? await PICK_ANYWHERE.unmapped(db, home)
      : await PICK_ANYWHERE[widest.form](db, widest.values);
  return { ids: idsOf(rows), candidates: { status } };
}
