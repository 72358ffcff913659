/**
 * Listings in responses (docs/product/listings.md, Fields), serialized to JSON by PostgreSQL. That
 * saves parsing and serializing every value again, a fifth of the response time. Endpoint tests
 * check the result against `propertySchema`.
 */

import { type RawBuilder, sql } from 'kysely';
import { PRICE_CHANGE_DAYS } from '#shared/limits.ts';
import { columnOf } from '#shared/properties/property-columns.ts';
import {
  FIELD_NAMES,
  type FieldName,
  PROPERTY_FIELDS,
} from '#shared/properties/property-fields.ts';
import { VERIFICATION_JSON } from '../../database/agent-verification.ts';
import { officeOf } from '../../database/agent-office.ts';
import type { Database } from '../../database/database.ts';
import { prepareStatement } from '../../database/prepared-statement.ts';
import { RawJson } from '../../http/endpoints/raw-json.ts';
import { INQUIRIES_OF, SAVES_OF, viewsOf } from './listed-figures-repository.ts';
import { imagePath } from '../../storage/image-paths.ts';

/** The URL of the picture whose key is in a column. */
const imagePathOf = (column: RawBuilder<unknown>) => {
  const [before = '', after = ''] = imagePath('|').split('|');
  return sql`${sql.lit(before)} || ${column} || ${sql.lit(after)}`;
};

/** ISO 8601 in UTC, to the millisecond. */
const time = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Columns with a private value if the address is withheld (docs/product/import.md, Display and
 * attribution).
 */
const WITHHELD: ReadonlySet<FieldName> = new Set(['address', 'latitude', 'longitude']);

/** A field's JSON value: money without trailing zeros. */
function fieldOf(name: FieldName, source: Source): RawBuilder<unknown> {
  const column = sql.ref(`p.${columnOf(name)}`);
  if ((source === 'managed' || source === 'own') && WITHHELD.has(name)) {
    return sql`coalesce(${sql.ref(`p.private_${columnOf(name)}`)}, ${column})`;
  }
  return PROPERTY_FIELDS[name].kind === 'money' ? sql`trim_scale(${column})` : column;
}

const fieldsOf = (source: Source) =>
  sql.join(
    FIELD_NAMES.map((name) => sql`${fieldOf(name, source)} as ${sql.ref(name)}`),
    sql`, `,
  );

/** The last price change, if it is recent. */
const priceChange = (now: unknown) => sql`
  case when p.price_changed_at >= ${now}::timestamptz - interval '${sql.lit(PRICE_CHANGE_DAYS)} days' then json_build_object(
    'amount', trim_scale(p.price - p.previous_price),
    'percent', trim_scale(round((p.price - p.previous_price) * 100 / nullif(p.previous_price, 0), 1)),
    'previousPrice', trim_scale(p.previous_price),
    'date', ${time(sql`p.price_changed_at`)}
  ) end`;

/** The current or next open house of an available listing. */
const nextOpenHouse = (now: unknown) => sql`(
  select json_build_object('start', ${time(sql`o.start_at`)}, 'end', ${time(sql`o.end_at`)}, 'timeZone', o.time_zone)
  from open_houses o where o.property_id = p.id and o.end_at > ${now}::timestamptz and p.is_available
  order by o.start_at, o.id limit 1)`;

/** The tour mode of the listing's agent, if tours are enabled. */
const TOUR_MODE = sql`(
  select h.mode from tour_hours h
  where h.agent_id = p.agent_id and h.is_enabled and p.is_available and u.role in ('agent', 'admin'))`;

/** Columns of a listing `p` with its agent `u`, named as in the response. */
const columns = (now: unknown, source: Source) => sql`
  p.id::text as "_id", ${fieldsOf(source)}, p.is_available as "isAvailable", p.is_under_contract as "isUnderContract",
  p.publish_state as "publishState", ${time(sql`p.publish_at`)} as "publishAt", p.expires_on as "expiresOn",
  p.review_reason as "reviewReason",
  coalesce(i.images, '[]') as images, coalesce(i.pictures, '[]') as pictures,
  json_build_object('_id', u.id::text, 'name', u.name, 'email', u.email,
    'avatar', ${imagePathOf(sql`u.avatar_key`)}, 'phone', u.phone,
    'office', ${officeOf(sql`u.id`)}, 'isVerified', u.verified_at is not null,
    'verification', ${VERIFICATION_JSON}) as agent,
  p.attribution,
  ${time(sql`p.created_at`)} as "createdAt", ${time(sql`p.updated_at`)} as "updatedAt",
  greatest(0, floor(extract(epoch from ${now}::timestamptz - p.created_at) / 86400))::int as "daysListed",
  ${priceChange(now)} as "priceChange",
  ${nextOpenHouse(now)} as "nextOpenHouse", ${TOUR_MODE} as "tourMode"`;

/** Joins the pictures in `rows` as `i`. */
const picturesOf = (rows: RawBuilder<unknown>) => sql`
  left join lateral (
    select json_agg(picture.path order by is_floor_plan, position) as images,
      json_agg(row_to_json(picture) order by is_floor_plan, position) as pictures
    from ${rows}
    cross join lateral (select ${imagePathOf(sql`key`)} as path, width, height, placeholder, text,
      case when is_floor_plan then 'floor_plan' else 'photo' end as kind) picture
    where property_id = p.id
  ) i on true`;

/** The figures of listing `p` in My Listings. */
const figures = (now: unknown) =>
  sql`json_build_object('views', ${viewsOf(now)}, 'saves', ${SAVES_OF}, 'inquiries', ${INQUIRIES_OF})`;
const PICTURES = picturesOf(sql`property_images`);

/** Which listings are read: visitors see published ones, agents and admins all. */
const SOURCES = {
  available: { table: sql`public_properties`, condition: sql`p.is_available` },
  published: { table: sql`public_properties`, condition: sql`true` },
  managed: { table: sql`properties`, condition: sql`true` },
  /** With figures, for My Listings. */
  own: { table: sql`properties`, condition: sql`true` },
};
type Source = keyof typeof SOURCES;

/** Listings `p` whose ids are in `page`. */
const listOf = (
  now: unknown,
  {
    page,
    source,
    order,
  }: { page: RawBuilder<unknown>; source: Source; order: RawBuilder<unknown> },
) => sql`(
  select ${columns(now, source)}${source === 'own' ? sql`, ${figures(now)} as figures` : sql``} from ${page}
  join ${SOURCES[source].table} p on p.id = page.id
  join users u on u.id = p.agent_id
  ${PICTURES}
  where ${SOURCES[source].condition}
  order by ${order}
) property`;

/**
 * Builds a statement that finds a page and reads its listings.
 *
 * @param now a statement parameter
 * @param found selects the column `id` of some available listings
 * @param order of listings `p`
 * @returns one row: the identifiers, and a JSON array
 */
export const foundListOf = (
  now: unknown,
  found: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<{ ids: string[]; json: string }> => sql`
  select coalesce(array_agg("_id"), '{}') as ids, coalesce(json_agg(row_to_json(property)), '[]')::text as json
  from ${listOf(now, { page: sql`(${found}) page`, source: 'available', order })}`;

/**
 * Ids as rows, in a subquery that hides their number from the planner: fewer than it expects would
 * be planned each time, which takes five times as long as reading one listing.
 */
const idsIn = (ids: unknown) => sql`unnest((select ${ids}::bigint[]))`;

const readListOf = (source: Source) =>
  prepareStatement<{ ids: readonly string[]; now: Date }, { json: string }>((value) => {
    const page = sql`${idsIn(value('ids'))} with ordinality as page (id, place)`;
    return sql`select coalesce(json_agg(row_to_json(property)), '[]')::text as json
      from ${listOf(value('now'), { page, source, order: sql`page.place` })}`;
  });

const READ_LIST = {
  available: readListOf('available'),
  published: readListOf('published'),
  managed: readListOf('managed'),
  own: readListOf('own'),
};

const readEachOf = (source: Exclude<Source, 'available' | 'own'>) =>
  prepareStatement<{ ids: readonly string[]; now: Date }, { id: string; json: string }>(
    (value) => sql`
      select property."_id" as id, row_to_json(property)::text as json
      from (
        select ${columns(value('now'), source)} from ${idsIn(value('ids'))} as page (id)
        join ${SOURCES[source].table} p on p.id = page.id join users u on u.id = p.agent_id ${PICTURES}
      ) property`,
  );

const READ_EACH = { published: readEachOf('published'), managed: readEachOf('managed') };

/**
 * Reads listings by id, in the same order. A separate statement has a cached plan; a search is
 * planned again for each request, which costs as much as the search itself and more with every table
 * it reads.
 *
 * @param now for the number of days listed
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
 * Reads listings as separate objects, available or not.
 *
 * @returns a JSON object for each existing id
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
 * @returns the object of the response
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
      cross join ${row(sql`users`, stored.agent)} u ${picturesOf(images)}
    ) property`.execute(db);
  const property = rows[0]?.property;
  return property && { ...property, nextOpenHouse: stored.nextOpenHouse ?? null };
}
