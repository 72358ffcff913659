/** Reads listings in batches for the export. */

import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { imagePath } from '../../storage/image-paths.ts';
import { PRIVATE_PROPERTY_FIELDS, selectFields } from '../import/reso/reso-serializer.ts';

/** A listing's fields by name, with its picture keys. */
export type ExportRow = Record<string, unknown> & { id: string; imageKeys: string[] };

/**
 * Finds the next published listings after an identifier, in order.
 *
 * @param agentId the agent whose listings to find; null for all
 */
export async function findListingsAfter(
  db: Database,
  agentId: string | null,
  after: string,
  limit: number,
): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select p.id, ${selectFields(PRIVATE_PROPERTY_FIELDS)},
      array(select i.key from property_images i where i.property_id = p.id order by i.position) as "imageKeys"
    from properties p join users u on u.id = p.agent_id
    where p.publish_state = 'published' and p.id > ${after} and (${agentId}::bigint is null or p.agent_id = ${agentId})
    order by p.id limit ${limit}`.execute(db);
  return rows;
}

/** Returns the paths of a listing's pictures. */
export const picturePaths = ({ imageKeys }: ExportRow): string[] => imageKeys.map(imagePath);
