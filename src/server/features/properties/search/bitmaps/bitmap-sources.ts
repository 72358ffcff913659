/**
 * What an index says better than bits: homes on a map, open houses, and prices that were cut lately. What the index finds is compared
 * with the bits of everything else, without a look at a listing.
 */

import { type RawBuilder, sql } from 'kysely';
import { boundsOfArea } from '#shared/geo/area.ts';
import type { Bounds } from '#shared/geo/bounds.ts';
import { boundsAround } from '#shared/geo/distance.ts';
import { isSpatial } from '#shared/geo/matches-place.ts';
import type { FilterName } from '#shared/properties/property-filters.ts';
import { lookedAtBesidePositions } from './beside-positions.ts';
import { inEachListing } from '../planner-hints.ts';
import { matches, openSoon, type SearchConditions, toParts } from '../search-conditions.ts';
import { countCells } from '../spatial-conditions.ts';

/** What listings that have the bits are looked for among. */
export type Source = 'homes on a map' | 'homes without a position' | 'open houses' | 'cut prices';

/** What the indexes of the map hold beside positions (migration 0028). */
const OF_MAP: readonly FilterName[] = [
  'status',
  'propertyType',
  'minPrice',
  'maxPrice',
  'bedrooms',
  'bathrooms',
  'minSqft',
  'maxSqft',
  'minLotSqft',
  'minYearBuilt',
  'parking',
  'maxHoa',
  'listedWithin',
];

/** Filters that each source says exactly. */
const SAID: Record<Source, readonly FilterName[]> = {
  'homes on a map': ['bounds', 'area', 'near', ...OF_MAP],
  'homes without a position': OF_MAP,
  'open houses': ['openHouseWithin'],
  'cut prices': ['reduced', 'status', 'minPrice', 'maxPrice'],
};

export const isSaidBy = (among: Source | undefined, name: FilterName) =>
  among !== undefined && SAID[among].includes(name);

export function chooseSource(conditions: SearchConditions): Source | undefined {
  if (isSpatial(conditions)) return 'homes on a map';
  if (conditions.openHouseWithin !== undefined) return 'open houses';
  return conditions.reduced === undefined ? undefined : 'cut prices';
}

/** `id` of what the index finds; on a map also what homes are sorted by, and what the map shows of them. */
export function findSource(among: Source, conditions: SearchConditions): RawBuilder<unknown> {
  if (among === 'open houses')
    return sql`select distinct o.property_id as id from ${openSoon(conditions)}`;
  if (among === 'homes on a map') {
    const lookedAt = lookedAtBesidePositions(conditions);
    const isMeant = sql.join(
      [
        matches(
          conditions,
          SAID[among].filter((name) => !lookedAt.has(name)),
        ),
        ...toParts(
          conditions,
          SAID[among].filter((name) => lookedAt.has(name)),
        ).map(inEachListing),
      ],
      sql` and `,
    );
    return sql`
      select p.id, p.price, p.created_at, p.latitude, p.longitude, p.status, p.property_type, p.bedrooms
      from properties p where ${isMeant}`;
  }
  const isMeant = matches(conditions, SAID[among]);
  if (among === 'cut prices') return sql`select p.id from properties p where ${isMeant}`;
  return sql`select p.id from properties p where (p.latitude = 0 or p.longitude = 0) and ${isMeant}`;
}

/** About how many the index goes through, as a number. */
export function countSource(
  among: Source | undefined,
  conditions: SearchConditions,
): RawBuilder<unknown> {
  // Of the others there are never many.
  if (among !== 'homes on a map' && among !== 'open houses') return sql`null::int`;
  if (among === 'open houses') return sql`(select count(*)::int from ${openSoon(conditions)})`;
  const { bounds, area, near, within = 0 } = conditions;
  const boxes: Bounds[][] = [
    ...(bounds === undefined ? [] : [[bounds]]),
    ...(area === undefined ? [] : [area.map(boundsOfArea)]),
    ...(near === undefined ? [] : [[boundsAround(near, within)]]),
  ];
  const counts = boxes.map((each) => sql`(${sql.join(each.map(countCells), sql` + `)})`);
  return sql`least(${sql.join(counts)})::int`;
}
