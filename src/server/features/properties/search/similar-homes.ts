/**
 * Homes like another one: near it, of about the same size and price, with the same features (docs/product/listings.md).
 */

import { type RawBuilder, sql } from 'kysely';
import { crossesAntimeridian } from '#shared/geo/bounds.ts';
import { boundsAround, EARTH_RADIUS_MILES } from '#shared/geo/distance.ts';
import { SIMILAR_MAX } from '#shared/limits.ts';
import type { PropertyStatus, PropertyType } from '#shared/property-choices.ts';
import type { Database } from '../../../database/database.ts';
import { prepareStatement } from '../../../database/prepared-statement.ts';
import { RawJson } from '../../../http/endpoints/raw-json.ts';
import { foundListOf } from '../property-serializer.ts';
import { isBetween, squaredHalfChord, stripsOf } from './spatial-conditions.ts';

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
    from public_properties where id = ${value('id')}`,
);

/** Miles around a home that are looked through, one after another, until there is enough to choose from. */
const RADII = [1, 4, 16, 64];
const ENOUGH = 24;

/** Homes next in price on either side that are compared where few are near. */
const NEXT_IN_PRICE = 60;

/** The assumed distance of homes without a position. */
const UNKNOWN_MILES = 50;

/** Says where a value of a prepared statement goes. */
type Value = (name: string) => unknown;

/** Great-circle miles from homes `p`. */
const milesFrom = (value: Value) => sql`${sql.lit(2 * EARTH_RADIUS_MILES)} * asin(least(1, sqrt(
  ${squaredHalfChord(sql`${value('latitude')}::float8`, sql`${value('longitude')}::float8`)})))`;

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
const others = (value: Value) => sql`p.is_available
  and p.status = ${value('status')} and p.id <> ${value('id')}`;

const SIDES = ['west', 'south', 'east', 'north'] as const;

/** The homes `p` of a ring, all that are nearer included. */
function inRing(value: Value, miles: number, isCrossing: boolean): RawBuilder<unknown> {
  const [west, south, east, north] = SIDES.map((side) => value(`${side}${miles}`));
  const inStrips = sql`map_strip(p.latitude) = any(${value(`strips${miles}`)}::smallint[])`;
  return sql`${others(value)} and ${isBetween(inStrips, { west, south, east, north }, isCrossing)}`;
}

const ringOf = (miles: number) => sql.ref(`ring_${miles}`);
const isEnough = (miles: number) =>
  sql`(select count(*) from ${ringOf(miles)}) >= ${sql.lit(ENOUGH)}`;
const areTooFew = (radii: readonly number[]) =>
  sql.join([sql`true`, ...radii.map((miles) => sql`not ${isEnough(miles)}`)], sql` and `);

/** The compared columns. */
const COMPARED = sql`p.id, p.price, p.sqft, p.property_type, p.bedrooms, p.latitude, p.longitude, p.features`;

/** The homes of the widest ring, and those next in price on either side. */
function amongPrices(value: Value): RawBuilder<unknown> {
  const price = sql`${value('price')}::numeric`;
  const isAsked = areTooFew(RADII);
  const most = sql.lit(NEXT_IN_PRICE);
  return sql`select ${COMPARED} from public_properties p where ${isAsked} and p.id in (
    select id from ${ringOf(Math.max(...RADII))}
    union (select p.id from public_properties p where ${isAsked} and ${others(value)} and p.price >= ${price}
      order by p.price limit ${most})
    union (select p.id from public_properties p where ${isAsked} and ${others(value)} and p.price <= ${price}
      order by p.price desc limit ${most}))`;
}

type SimilarRow = { json: string };

/**
 * One statement for all rings, since each way to the database costs more than most rings: a ring is only looked into
 * where those within it have too few.
 *
 * @param crossing how many of the rings, the widest first, lie across the antimeridian
 */
const findAround = (crossing: number) =>
  prepareStatement<Record<string, unknown>, SimilarRow>((value) => {
    const rings = RADII.map(
      (miles, index) => sql`${ringOf(miles)} as materialized (
        select ${COMPARED} from public_properties p
        where ${areTooFew(RADII.slice(0, index))} and ${inRing(value, miles, index >= RADII.length - crossing)})`,
    );
    const candidates = [
      ...RADII.map((miles) => sql`select * from ${ringOf(miles)} where ${isEnough(miles)}`),
      amongPrices(value),
    ];
    const mostAlike = sql`
      select id, row_number() over () as place from (
        select p.id from (${sql.join(candidates, sql` union all `)}) p
        cross join lateral (
          select count(*) from unnest(p.features) f where f = any(${value('features')}::text[])
        ) shared
        order by ${unlikeness(value)}, p.id desc limit ${sql.lit(SIMILAR_MAX)}) found`;
    const list = foundListOf(value('now'), mostAlike, sql`page.place`);
    return sql`with ${sql.join(rings)} select list.json from (${list}) list`;
  });

const FIND_AROUND = [0, ...RADII.keys()].map((_, crossing) => findAround(crossing));

/** Homes without a position. */
const NOWHERE = { west: null, south: null, east: null, north: null };

/**
 * Up to 6 available homes of the same status, most alike first. Those near by are compared; where they are few, also
 * homes anywhere that cost about the same.
 *
 * @param now the days listed are counted to it
 * @returns a JSON array; undefined if there is no such listing
 */
export async function findSimilar(
  db: Database,
  id: string,
  now: Date,
): Promise<RawJson | undefined> {
  const [home] = await READ_HOME(db, { id });
  if (home === undefined) return undefined;
  const boxes = RADII.map((miles) => (home.isMapped ? boundsAround(home, miles) : undefined));
  const values: Record<string, unknown> = { ...home, now };
  for (const [index, miles] of RADII.entries()) {
    const box = boxes[index];
    for (const side of SIDES) values[`${side}${miles}`] = (box ?? NOWHERE)[side];
    values[`strips${miles}`] = box === undefined ? [] : stripsOf(box);
  }
  const crossing = boxes.filter((box) => box !== undefined && crossesAntimeridian(box)).length;
  const [row] = (await FIND_AROUND[crossing]?.(db, values)) ?? [];
  return new RawJson(row?.json ?? '[]');
}
