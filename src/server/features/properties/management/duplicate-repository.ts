/** Copies listings (docs/product/listings.md, Duplicate). */

import { sql } from 'kysely';
import { columnOf } from '#shared/properties/property-columns.ts';
import { FIELD_NAMES } from '#shared/properties/property-fields.ts';
import type { Database } from '../../../database/database.ts';

/** Fields unique to one listing. */
const NOT_COPIED: ReadonlySet<string> = new Set(['mlsNumber']);

const COLUMNS = [
  ...FIELD_NAMES.filter((name) => !NOT_COPIED.has(name)).map(columnOf),
  'agent_id',
  'attribution',
  'is_address_displayed',
];

/** Columns copied with their private values if the address is withheld. */
const WITHHELD: ReadonlySet<string> = new Set(['address', 'latitude', 'longitude']);

const INTO = sql.join(COLUMNS.map((name) => sql.ref(name)));
const FROM = sql.join(
  COLUMNS.map((name) =>
    WITHHELD.has(name)
      ? sql`coalesce(${sql.ref(`private_${name}`)}, ${sql.ref(name)})`
      : sql.ref(name),
  ),
);

/** Inserts a draft with a listing's fields and pictures, for the same agent. @returns its id */
export async function insertDuplicate(db: Database, id: string, now: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into properties (${INTO}, publish_state, is_available, created_at, updated_at)
    select ${FROM}, 'draft', false, ${now}, ${now} from properties where id = ${id}
    returning id`.execute(db);
  const [copy] = rows;
  if (copy === undefined) throw new Error('The caller has not locked the listing.');
  await sql`
    insert into property_images
      (property_id, position, key, width, height, placeholder, text, is_floor_plan)
    select ${copy.id}, position, key, width, height, placeholder, text, is_floor_plan
    from property_images where property_id = ${id}`.execute(db);
  return copy.id;
}
