/**
 * Serializes listings for responses in PostgreSQL (docs/product/listings.md, Fields). This avoids
 * parsing and serializing every value again, which would take a fifth of the response time. Endpoint
 * tests check the result against `propertySchema`.
 */

import { type RawBuilder, sql } from 'kysely';
import { PRICE_CHANGE_DAYS } from '#shared/limits.ts';
import { columnOf } from '#shared/properties/property-columns.ts';
import {
  FIELD_NAMES,
  type FieldName,
  PROPERTY_FIELDS,
} from '#shared/properties/property-fields.ts';
import { actualColumn } from '../../database/actual-column.ts';
import { VERIFICATION_JSON } from '../../database/agent-verification.ts';
import { officeOf } from '../../database/agent-office.ts';
import type { Database } from '../../database/database.ts';
import { prepareStatement } from '../../database/prepared-statement.ts';
import { RawJson } from '../../http/endpoints/raw-json.ts';
import { INQUIRIES_OF, SAVES_OF, viewsOf } from './listed-figures-repository.ts';
import { imagePath } from '../../storage/image-paths.ts';

/** Builds the path of a picture from its key column. */
const imagePathOf = (column: RawBuilder<unknown>) => {
  const [before = '', after = ''] = imagePath('|').split('|');
  return sql`${sql.lit(before)} || ${column} || ${sql.lit(after)}`;
};

/** Formats a time in ISO 8601 in UTC, to the millisecond. */
const isoTime = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Selects a field's JSON value. Formats money without trailing zeros. */
function selectField(name: FieldName, source: Source): RawBuilder<unknown> {
  const column =
    source === 'managed' || source === 'own'
      ? actualColumn(columnOf(name), 'p')
      : sql.ref(`p.${columnOf(name)}`);
  return PROPERTY_FIELDS[name].kind === 'money' ? sql`trim_scale(${column})` : column;
}

const selectFields = (source: Source) =>
  sql.join(
    FIELD_NAMES.map((name) => sql`${selectField(name, source)} as ${sql.ref(name)}`),
    sql`, `,
  );

/** Selects the last price change if it is recent. */
const priceChange = (now: unknown) => sql`
  case when p.price_changed_at >= ${now}::timestamptz - interval '${sql.lit(PRICE_CHANGE_DAYS)} days' then json_build_object(
    'amount', trim_scale(p.price - p.previous_price),
    'percent', trim_scale(round((p.price - p.previous_price) * 100 / nullif(p.previous_price, 0), 1)),
    'previousPrice', trim_scale(p.previous_price),
    'date', ${isoTime(sql`p.price_changed_at`)}
  ) end`;

/** Selects the current or next open house of an available listing. */
const nextOpenHouse = (now: unknown) => sql`(
  select json_build_object('start', ${isoTime(sql`o.start_at`)}, 'end', ${isoTime(sql`o.end_at`)}, 'timeZone', o.time_zone)
  from open_houses o where o.property_id = p.id and o.end_at > ${now}::timestamptz and p.is_available
  order by o.start_at, o.id limit 1)`;

/** The tour mode of the listing's agent; null if the home cannot be toured. */
const TOUR_MODE = sql`(
  select h.mode from tour_hours h
  where h.agent_id = p.agent_id and h.is_enabled and p.is_available and u.role in ('agent', 'admin'))`;

/** Selects the columns of a listing `p` with its agent `u`, named as in the response. */
const columns = (now: unknown, source: Source) => sql`
  p.id::text as "_id", ${selectFields(source)}, p.is_available as "isAvailable",
  p.is_off_market as "isOffMarket", p.is_under_contract as "isUnderContract",
  p.publish_state as "publishState", ${isoTime(sql`p.publish_at`)} as "publishAt", p.expires_on as "expiresOn",
  p.review_reason as "reviewReason",
  coalesce(i.images, '[]') as images, coalesce(i.pictures, '[]') as pictures,
  json_build_object('_id', u.id::text, 'name', u.name, 'email', u.email,
    'avatar', ${imagePathOf(sql`u.avatar_key`)}, 'phone', u.phone,
    'office', ${officeOf(sql`u.id`)}, 'isVerified', u.verified_at is not null,
    'verification', ${VERIFICATION_JSON}) as agent,
  p.attribution,
  ${isoTime(sql`p.created_at`)} as "createdAt", ${isoTime(sql`p.updated_at`)} as "updatedAt",
  greatest(0, floor(extract(epoch from ${now}::timestamptz - p.created_at) / 86400))::int as "daysListed",
  ${priceChange(now)} as "priceChange",
  ${nextOpenHouse(now)} as "nextOpenHouse", ${TOUR_MODE} as "tourMode"`;

/** Joins the pictures in `rows` as `i`. */
const joinPictures = (rows: RawBuilder<unknown>) => sql`
  left join lateral (
    select json_agg(picture.path order by is_floor_plan, position) as images,
      json_agg(row_to_json(picture) order by is_floor_plan, position) as pictures
    from ${rows}
    cross join lateral (select ${imagePathOf(sql`key`)} as path, width, height, placeholder, text,
      case when is_floor_plan then 'floor_plan' else 'photo' end as kind) picture
    where property_id = p.id
  ) i on true`;

/** Selects the figures of listing `p` for My Listings. */
const selectFigures = (now: unknown) =>
  sql`json_build_object('views', ${viewsOf(now)}, 'saves', ${SAVES_OF}, 'inquiries', ${INQUIRIES_OF})`;

/** The number of tours that are canceled if listing `p` becomes unavailable. */
const upcomingTours = (now: unknown) => sql`(
  select count(*)::int from tours t
  where t.property_id = p.id and t.status in ('requested', 'booked') and t.start_at > ${now}::timestamptz)`;
const PICTURES = joinPictures(sql`property_images`);

/**
 * The listings that can be read. Visitors read published listings. `managed` and `own` also contain
 * unpublished ones; their callers check permissions.
 */
const SOURCES = {
  available: { table: sql`public_properties`, condition: sql`p.is_available` },
  published: { table: sql`public_properties`, condition: sql`true` },
  managed: { table: sql`properties`, condition: sql`true` },
  /** With figures, for My Listings. */
  own: { table: sql`properties`, condition: sql`true` },
};
type Source = keyof typeof SOURCES;

/** Selects the listings `p` in `page`. */
const selectListings = (
  now: unknown,
  {
    page,
    source,
    order,
  }: { page: RawBuilder<unknown>; source: Source; order: RawBuilder<unknown> },
) => sql`(
  select ${columns(now, source)}
    ${source === 'own' ? sql`, ${selectFigures(now)} as figures` : sql``}
    ${source === 'own' || source === 'managed' ? sql`, ${upcomingTours(now)} as "upcomingTours"` : sql``}
  from ${page}
  join ${SOURCES[source].table} p on p.id = page.id
  join users u on u.id = p.agent_id
  ${PICTURES}
  where ${SOURCES[source].condition}
  order by ${order}
) property`;

/**
 * Builds a statement that finds a page of listings and reads them.
 *
 * @param now a statement parameter
 * @param found a query for the IDs of available listings
 * @param order the order of listings `p`
 * @returns a row with a JSON array
 */
export const findAndReadListings = (
  now: unknown,
  found: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<{ json: string }> => sql`
  select coalesce(json_agg(row_to_json(property)), '[]')::text as json
  from ${selectListings(now, { page: sql`(${found}) page`, source: 'available', order })}`;

/**
 * Selects IDs as rows. The subquery hides the number of IDs from the planner, which would otherwise
 * replan the statement for every short list. Planning takes five times as long as reading a
 * listing.
 */
const idRows = (ids: unknown) => sql`unnest((select ${ids}::bigint[]))`;

const prepareReadList = (source: Source) =>
  prepareStatement<{ ids: readonly string[]; now: Date }, { json: string }>((value) => {
    const page = sql`${idRows(value('ids'))} with ordinality as page (id, position)`;
    return sql`select coalesce(json_agg(row_to_json(property)), '[]')::text as json
      from ${selectListings(value('now'), { page, source, order: sql`page.position` })}`;
  });

const READ_LIST = {
  available: prepareReadList('available'),
  published: prepareReadList('published'),
  managed: prepareReadList('managed'),
  own: prepareReadList('own'),
};

const prepareReadEach = (source: Exclude<Source, 'available' | 'own'>) =>
  prepareStatement<{ ids: readonly string[]; now: Date }, { id: string; json: string }>(
    (value) => sql`
      select property."_id" as id, row_to_json(property)::text as json
      from (
        select ${columns(value('now'), source)} from ${idRows(value('ids'))} as page (id)
        join ${SOURCES[source].table} p on p.id = page.id join users u on u.id = p.agent_id ${PICTURES}
      ) property`,
  );

const READ_EACH = { published: prepareReadEach('published'), managed: prepareReadEach('managed') };

/**
 * Reads listings by ID in the given order. Unlike a search, this separate statement has a cached
 * plan. Planning it for each request would cost as much as the search itself, and more with each
 * table that it reads.
 *
 * @param now the current time, for values that depend on it, such as the number of days listed
 * @param source `available` omits listings that have just become unavailable
 * @returns a JSON array
 */
export async function readPropertyList(
  db: Database,
  ids: readonly string[],
  source: Source,
  now: Date,
): Promise<RawJson> {
  if (ids.length === 0) return new RawJson('[]');
  const [row] = await READ_LIST[source](db, { ids, now });
  return new RawJson(row?.json ?? '[]');
}

/**
 * Reads available and unavailable listings as separate objects.
 *
 * @returns a JSON object for each existing ID
 */
export async function readEachProperty(
  db: Database,
  ids: readonly string[],
  source: Exclude<Source, 'available' | 'own'>,
  now: Date,
): Promise<ReadonlyMap<string, RawJson>> {
  const rows = await READ_EACH[source](db, { ids, now });
  return new Map(rows.map(({ id, json }) => [id, new RawJson(json)]));
}

/**
 * Rebuilds a deleted listing's last state from the saved rows of the listing, its agent, and its
 * pictures.
 *
 * @returns the response object
 */
export async function readDeletedProperty(
  db: Database,
  stored: { property: unknown; agent: unknown; images: unknown; nextOpenHouse?: unknown },
  now: Date,
): Promise<unknown> {
  const row = (table: RawBuilder<unknown>, value: unknown) =>
    sql`jsonb_populate_record(null::${table}, ${JSON.stringify(value)}::jsonb)`;
  const images = sql`jsonb_populate_recordset(null::property_images, ${JSON.stringify(stored.images)}::jsonb)`;
  const { rows } = await sql<{ property: Record<string, unknown> }>`
    select row_to_json(property) as property from (
      select ${columns(sql`${now}`, 'published')} from ${row(sql`properties`, stored.property)} p
      cross join ${row(sql`users`, stored.agent)} u ${joinPictures(images)}
    ) property`.execute(db);
  const property = rows[0]?.property;
  return property && { ...property, nextOpenHouse: stored.nextOpenHouse ?? null };
}
