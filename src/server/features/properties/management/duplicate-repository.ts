/** Copies of listings (docs/product/listings.md, Duplicate). */

import { sql } from 'kysely';
import { columnOf } from '#shared/properties/property-columns.ts';
import { FIELD_NAMES } from '#shared/properties/property-fields.ts';
import type { Database } from '../../../database/database.ts';

/** Fields that belong to one listing alone. */
const NOT_COPIED: ReadonlySet<string> = new Set(['mlsNumber']);

const COLUMNS = [
  ...FIELD_NAMES.filter((name) => !NOT_COPIED.has(name)).map(columnOf),
  'agent_id',
  'attribution',
  'is_address_displayed',
];

/** Where an address is withheld, what visitors do not see is copied, too. */
const WITHHELD: ReadonlySet<string> = new Set(['address', 'latitude', 'longitude']);

const INTO = sql.join(COLUMNS.map((name) => sql.ref(name)));
const FROM = sql.join(
  COLUMNS.map((name) =>
    WITHHELD.has(name)
      ? sql`coalesce(${sql.ref(`private_${name}`)}, ${sql.ref(name)})`
      : sql.ref(name),
  ),
);

/** Enters a draft with the fields and pictures of a listing, for the same agent; gives its identifier. */
export async function insertDuplicate(db: Database, id: string, now: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into properties (${INTO}, publish_state, is_available, created_at, updated_at)
    select ${FROM}, 'draft', false, ${now}, ${now} from properties where id = ${id}
    returning id`.execute(db);
  const [made] = rows;
  if (made === undefined) throw new Error('The listing is locked, and was there.');
  await sql`
    insert into property_images
      (property_id, position, key, width, height, placeholder, text, is_floor_plan)
    select ${made.id}, position, key, width, height, placeholder, text, is_floor_plan
    from property_images where property_id = ${id}`.execute(db);
  return made.id;
}
