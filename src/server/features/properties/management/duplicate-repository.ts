/** Copies listings (docs/product/listings.md, Duplicate). */

import { sql } from 'kysely';
import { columnOf } from '#shared/properties/property-columns.ts';
import { FIELD_NAMES } from '#shared/properties/property-fields.ts';
import { actualColumn } from '../../../database/actual-column.ts';
import type { Database } from '../../../database/database.ts';

/** Fields that must be unique to a listing and are not copied. */
const UNIQUE_FIELDS: ReadonlySet<string> = new Set(['mlsNumber']);

const COLUMNS = [
  ...FIELD_NAMES.filter((name) => !UNIQUE_FIELDS.has(name)).map(columnOf),
  'agent_id',
  'attribution',
  'is_address_displayed',
];

const TARGET_COLUMNS = sql.join(COLUMNS.map((name) => sql.ref(name)));
const SOURCE_VALUES = sql.join(COLUMNS.map((name) => actualColumn(name)));

/** Inserts a draft of the same agent with a listing's fields and pictures. @returns the draft's ID */
export async function insertDuplicate(db: Database, id: string, now: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into properties (${TARGET_COLUMNS}, publish_state, is_available, created_at, updated_at)
    select ${SOURCE_VALUES}, 'draft', false, ${now}, ${now} from properties where id = ${id}
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
