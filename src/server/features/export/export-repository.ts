/** Statements of the export: listings in RESO's fields, some at a time. */

import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { imagePath } from '../../storage/image-paths.ts';
import { PRIVATE_PROPERTY_FIELDS, selectFields } from '../import/reso/reso-serializer.ts';

/** A listing by field name, with the paths of its pictures. */
export type ExportRow = Record<string, unknown> & { id: string; imageKeys: string[] };

/**
 * The published listings after one, by identifier.
 *
 * @param agentId whose they are; null for everyone's
 */
export async function findListingsAfter(
  db: Database,
  agentId: string | null,
  after: string,
  most: number,
): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select p.id, ${selectFields(PRIVATE_PROPERTY_FIELDS)},
      array(select i.key from property_images i where i.property_id = p.id order by i.position) as "imageKeys"
    from properties p join users u on u.id = p.agent_id
    where p.publish_state = 'published' and p.id > ${after} and (${agentId}::bigint is null or p.agent_id = ${agentId})
    order by p.id limit ${most}`.execute(db);
  return rows;
}

/** The paths of a listing's pictures. */
export const picturePaths = ({ imageKeys }: ExportRow): string[] => imageKeys.map(imagePath);
