/** Reads a place's market: prices, days listed, and price cuts. */

import { sql } from 'kysely';
import type { PropertyStatus } from '#shared/property-choices.ts';
import type { Database } from '../../database/database.ts';
import type { PlaceKeys, PlaceRow } from './place-repository.ts';

/** The market of a place. */
type PlaceMarket = PlaceRow & {
  medianPrice: number | null;
  medianPricePerSqft: number | null;
  medianDaysListed: number | null;
  reducedShare: number | null;
};

/**
 * The maximum number of a place's homes to read. It is more than any real city has, and limits the cost
 * if an import contains a million homes in one city.
 */
const MAX_HOMES = 50_000;

const isInPlace = ({ state, city, zip }: PlaceKeys) => sql`
  fold_state(p.state) = ${state} and fold_place(p.city) = ${city}
  ${zip === undefined ? sql`` : sql`and fold_zip(p.zip_code) = ${zip}`}`;

const LOCATION_COLUMNS = sql`
  mode() within group (order by p.city) as city, mode() within group (order by p.state) as state,
  mode() within group (order by short_zip(p.zip_code)) as "zipCode", null::text as "propertyId", null::text as address,
  avg(p.latitude) filter (where p.latitude <> 0 and p.longitude <> 0) as latitude,
  avg(p.longitude) filter (where p.latitude <> 0 and p.longitude <> 0) as longitude,
  min(p.longitude) filter (where p.latitude <> 0 and p.longitude <> 0) as west,
  min(p.latitude) filter (where p.latitude <> 0 and p.longitude <> 0) as south,
  max(p.longitude) filter (where p.latitude <> 0 and p.longitude <> 0) as east,
  max(p.latitude) filter (where p.latitude <> 0 and p.longitude <> 0) as north`;

/**
 * Returns the market of a place's available homes of one status. If there are none, returns only
 * the location of all its listings; undefined if the place has no listings.
 *
 * @param options.reducedDays for how many days a price cut counts
 */
export async function findPlace(
  db: Database,
  keys: PlaceKeys,
  options: { status: PropertyStatus; now: Date; reducedDays: number },
): Promise<PlaceMarket | undefined> {
  const { status, now, reducedDays } = options;
  const { rows } = await sql<PlaceMarket>`
    select count(*)::int as count, ${LOCATION_COLUMNS},
      percentile_cont(0.5) within group (order by p.price::float8) as "medianPrice",
      percentile_cont(0.5) within group (order by p.price::float8 / nullif(p.sqft, 0)) as "medianPricePerSqft",
      percentile_cont(0.5) within group (
        order by greatest(0, floor(extract(epoch from ${now}::timestamptz - p.created_at) / 86400))::float8
      ) as "medianDaysListed",
      avg(case when p.previous_price > p.price
        and p.price_changed_at >= ${now}::timestamptz - ${reducedDays}::int * interval '24 hours'
        then 1 else 0 end)::float8 as "reducedShare"
    from (
      select * from public_properties p where ${isInPlace(keys)} and p.is_available and p.status = ${status}
      limit ${MAX_HOMES}
    ) p`.execute(db);
  const [market] = rows;
  if (market !== undefined && market.count > 0) return market;
  const { rows: locations } = await sql<PlaceMarket & { listings: number }>`
    select 0 as count, count(*)::int as listings, ${LOCATION_COLUMNS}, null as "medianPrice", null as "medianPricePerSqft",
      null as "medianDaysListed", null as "reducedShare"
    from (select * from public_properties p where ${isInPlace(keys)} limit ${MAX_HOMES}) p`.execute(
    db,
  );
  const [location] = locations;
  return location === undefined || location.listings === 0 ? undefined : location;
}
