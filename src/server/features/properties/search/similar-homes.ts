/**
 * Finds similar homes: nearby homes of about the same size and price with similar features
 * (docs/product/listings.md).
 */

import { type RawBuilder, sql } from 'kysely';
import { crossesAntimeridian } from '#shared/geo/bounds.ts';
import { boundsAround, EARTH_RADIUS_MILES } from '#shared/geo/distance.ts';
import { MAX_SIMILAR } from '#shared/limits.ts';
import type { PropertyStatus, PropertyType } from '#shared/property-choices.ts';
import type { Database } from '../../../database/database.ts';
import { prepareStatement } from '../../../database/prepared-statement.ts';
import { RawJson } from '../../../http/endpoints/raw-json.ts';
import { findAndReadListings } from '../property-serializer.ts';
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

/** Radii in miles. They are searched one after another until there are enough candidates. */
const RADII_MILES = [1, 4, 16, 64];
const MIN_CANDIDATES = 24;

/** The maximum number of cheaper and of more expensive candidates if few homes are nearby. */
const MAX_CANDIDATES_BY_PRICE = 60;

/** Limits the cost if an import puts a million homes in one place. The best six of 5,000 homes are similar enough. */
const MAX_CANDIDATES_PER_RING = 5_000;

/** The assumed distance of homes without a position. */
const UNKNOWN_MILES = 50;

/** Returns the placeholder for a value of a prepared statement. */
type Placeholder = (name: string) => unknown;

/** Computes the great-circle distance in miles between homes `p` and the given home. */
const milesFrom = (
  value: Placeholder,
) => sql`${sql.lit(2 * EARTH_RADIUS_MILES)} * asin(least(1, sqrt(
  ${squaredHalfChord(sql`${value('latitude')}::float8`, sql`${value('longitude')}::float8`)})))`;

/**
 * Computes the dissimilarity between homes `p` and the given home, which have `shared.count` features in common; 0
 * means equal.
 * Prices and sizes are compared by the logarithm of their ratio, so twice the price counts as much as
 * half the price. Ten miles count slightly more than twice the price.
 */
function dissimilarity(value: Placeholder): RawBuilder<unknown> {
  const miles = sql`case when p.latitude = 0 or p.longitude = 0 or not ${value('isMapped')}::boolean
    then ${sql.lit(UNKNOWN_MILES)} else ${milesFrom(value)} end`;
  const logRatio = (column: RawBuilder<unknown>, other: unknown) =>
    sql`abs(ln(greatest(${column}, 1)::float8 / greatest(${other}::float8, 1)))`;
  const featureCount = sql`(cardinality(p.features) + cardinality(${value('features')}::text[]) - shared.count)`;
  return sql`ln(1 + ${miles})
    + 3 * ${logRatio(sql`p.price`, value('price'))}
    + 2 * ${logRatio(sql`p.sqft`, value('sqft'))}
    + case when p.property_type = ${value('type')}::text then 0 else 1 end
    + 0.25 * least(abs(p.bedrooms - ${value('bedrooms')}::int), 4)
    + case when ${featureCount} = 0 then 0 else 0.5 * (1 - shared.count::float8 / ${featureCount}) end`;
}

/** Matches other available listings `p` of the same status. */
const isCandidate = (value: Placeholder) => sql`p.is_available
  and p.status = ${value('status')} and p.id <> ${value('id')}`;

const SIDES = ['west', 'south', 'east', 'north'] as const;

/** Matches candidates `p` in the bounding box of a radius. */
function isInRing(value: Placeholder, miles: number, isCrossing: boolean): RawBuilder<unknown> {
  const [west, south, east, north] = SIDES.map((side) => value(`${side}${miles}`));
  const inStrips = sql`map_strip(p.latitude) = any(${value(`strips${miles}`)}::smallint[])`;
  return sql`${isCandidate(value)} and ${isBetween(inStrips, { west, south, east, north }, isCrossing)}`;
}

const ringOf = (miles: number) => sql.ref(`ring_${miles}`);
const hasEnoughHomes = (miles: number) =>
  sql`(select count(*) from ${ringOf(miles)}) >= ${sql.lit(MIN_CANDIDATES)}`;
const haveTooFewHomes = (radii: readonly number[]) =>
  sql.join([sql`true`, ...radii.map((miles) => sql`not ${hasEnoughHomes(miles)}`)], sql` and `);

/** The columns that are compared. */
const COMPARED_COLUMNS = sql`p.id, p.price, p.sqft, p.property_type, p.bedrooms, p.latitude, p.longitude, p.features`;

/** Selects the homes in the widest ring and the homes closest in price. */
function selectClosestInPrice(value: Placeholder): RawBuilder<unknown> {
  const price = sql`${value('price')}::numeric`;
  const isNeeded = haveTooFewHomes(RADII_MILES);
  const limit = sql.lit(MAX_CANDIDATES_BY_PRICE);
  return sql`select ${COMPARED_COLUMNS} from public_properties p where ${isNeeded} and p.id in (
    select id from ${ringOf(Math.max(...RADII_MILES))}
    union (select p.id from public_properties p where ${isNeeded} and ${isCandidate(value)} and p.price >= ${price}
      order by p.price limit ${limit})
    union (select p.id from public_properties p where ${isNeeded} and ${isCandidate(value)} and p.price <= ${price}
      order by p.price desc limit ${limit}))`;
}

type SimilarRow = { json: string };

/**
 * Prepares a statement for all rings because a round trip to the database costs more than most rings.
 * A ring is read only if the smaller rings have too few homes.
 *
 * @param crossingCount the number of rings that cross the antimeridian, widest first
 */
const prepareFindSimilar = (crossingCount: number) =>
  prepareStatement<Record<string, unknown>, SimilarRow>((value) => {
    const rings = RADII_MILES.map(
      (miles, index) => sql`${ringOf(miles)} as materialized (
        select ${COMPARED_COLUMNS} from public_properties p
        where ${haveTooFewHomes(RADII_MILES.slice(0, index))} and ${isInRing(value, miles, index >= RADII_MILES.length - crossingCount)}
        limit ${sql.lit(MAX_CANDIDATES_PER_RING)})`,
    );
    const candidates = [
      ...RADII_MILES.map(
        (miles) => sql`select * from ${ringOf(miles)} where ${hasEnoughHomes(miles)}`,
      ),
      selectClosestInPrice(value),
    ];
    const mostSimilar = sql`
      select id, row_number() over () as position from (
        select p.id from (${sql.join(candidates, sql` union all `)}) p
        cross join lateral (
          select count(*) from unnest(p.features) f where f = any(${value('features')}::text[])
        ) shared
        order by ${dissimilarity(value)}, p.id desc limit ${sql.lit(MAX_SIMILAR)}) found`;
    const list = findAndReadListings(value('now'), mostSimilar, sql`page.position`);
    return sql`with ${sql.join(rings)} ${list}`;
  });

const FIND_SIMILAR = [0, ...RADII_MILES.keys()].map((_, crossingCount) =>
  prepareFindSimilar(crossingCount),
);

/** The box for homes without a position. */
const EMPTY_BOX = { west: null, south: null, east: null, north: null };

/**
 * Finds up to 6 available homes of the same status, most similar first. Candidates are nearby homes
 * and, if there are few, similarly priced homes anywhere.
 *
 * @param now the current time, for values that depend on it, such as the number of days listed
 * @returns a JSON array; undefined if the listing does not exist
 */
export async function findSimilar(
  db: Database,
  id: string,
  now: Date,
): Promise<RawJson | undefined> {
  const [home] = await READ_HOME(db, { id });
  if (home === undefined) return undefined;
  const boxes = RADII_MILES.map((miles) => (home.isMapped ? boundsAround(home, miles) : undefined));
  const values: Record<string, unknown> = { ...home, now };
  for (const [index, miles] of RADII_MILES.entries()) {
    const box = boxes[index];
    for (const side of SIDES) values[`${side}${miles}`] = (box ?? EMPTY_BOX)[side];
    values[`strips${miles}`] = box === undefined ? [] : stripsOf(box);
  }
  const crossingCount = boxes.filter((box) => box !== undefined && crossesAntimeridian(box)).length;
  const [row] = (await FIND_SIMILAR[crossingCount]?.(db, values)) ?? [];
  return new RawJson(row?.json ?? '[]');
}
