/** Statements about single listings and people's own ones; the public search is in property-search.ts. */

import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { PROPERTY_COLUMNS, type PropertyRow } from './property-row.ts';

/** A listing, available or not; undefined if there is none. */
export async function findProperty(db: Database, id: string): Promise<PropertyRow | undefined> {
  const { rows } = await sql<PropertyRow>`
    select ${PROPERTY_COLUMNS} from properties p join users u on u.id = p.agent_id where p.id = ${id}`.execute(
    db,
  );
  return rows[0];
}
