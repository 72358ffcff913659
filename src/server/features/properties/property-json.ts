/**
 * A listing as it goes out (spec section 3): exactly these fields, written as JSON by PostgreSQL itself. That
 * saves reading and writing every value once more on the way, a fifth of the time of an answer (search.md).
 * The tests of every call check the result against `propertySchema`.
 */

import { type RawBuilder, sql } from 'kysely';
import { type Database, KEEP_PLAN } from '../../database/database.ts';
import { RawJson } from '../../http/endpoints/raw-json.ts';
import { imagePath } from '../../storage/image-paths.ts';

/** The address of a picture whose key a column holds. */
const imagePathOf = (column: RawBuilder<unknown>) => {
  const [before = '', after = ''] = imagePath('|').split('|');
  return sql`${sql.lit(before)} || ${column} || ${sql.lit(after)}`;
};

/** ISO 8601 in UTC, to the millisecond. */
const time = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Columns of a listing `p` with its agent `u`; the names are those of the answer. */
const COLUMNS = sql`
  p.id::text as "_id", p.title, p.description, trim_scale(p.price) as price, p.address, p.city, p.state,
  p.zip_code as "zipCode", p.latitude, p.longitude, p.bedrooms, p.bathrooms, p.sqft,
  p.property_type as "propertyType", p.status, p.is_available as "isAvailable",
  coalesce(i.images, '[]') as images, coalesce(i.pictures, '[]') as pictures,
  json_build_object('_id', u.id::text, 'name', u.name, 'email', u.email,
    'avatar', ${imagePathOf(sql`u.avatar_key`)}) as agent,
  ${time(sql`p.created_at`)} as "createdAt", ${time(sql`p.updated_at`)} as "updatedAt"`;

const PICTURES = sql`
  left join lateral (
    select json_agg(picture.path order by position) as images, json_agg(row_to_json(picture) order by position) as pictures
    from property_images
    cross join lateral (select ${imagePathOf(sql`key`)} as path, width, height, placeholder) picture
    where property_id = p.id
  ) i on true`;

/** Which listings a list may hold, besides those that its identifiers name. */
const HELD = {
  public: sql`p.is_available`,
  all: sql`true`,
};

/**
 * Listings by their identifiers, in the same order. In a statement of its own: its plan is kept, while that of a
 * search is made anew for its values, which costs as much as the search itself and grows with what it reads.
 *
 * @param held `public`: only those that are still available, should one have changed in between
 * @returns a JSON array
 */
export async function readPropertyList(
  db: Database,
  ids: readonly string[],
  held: keyof typeof HELD,
): Promise<RawJson> {
  if (ids.length === 0) return new RawJson('[]');
  const { rows } = await sql<{ json: string }>`${KEEP_PLAN}
    select coalesce(json_agg(row_to_json(property)), '[]')::text as json
    from (
      select ${COLUMNS}
      from unnest(${ids}::bigint[]) with ordinality as page (id, place)
      join properties p on p.id = page.id
      join users u on u.id = p.agent_id
      ${PICTURES}
      where ${HELD[held]}
      order by page.place
    ) property`.execute(db);
  return new RawJson(rows[0]?.json ?? '[]');
}

/**
 * One listing, available or not.
 *
 * @returns a JSON object, or undefined if there is none
 */
export async function readProperty(db: Database, id: string): Promise<RawJson | undefined> {
  const { rows } = await sql<{ json: string }>`${KEEP_PLAN}
    select row_to_json(property)::text as json
    from (select ${COLUMNS} from properties p join users u on u.id = p.agent_id ${PICTURES} where p.id = ${id}) property`.execute(
    db,
  );
  return rows[0] === undefined ? undefined : new RawJson(rows[0].json);
}
