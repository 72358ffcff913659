import type { PropertyStatus, PropertyType } from '#shared/property-choices.ts';
import type { Database } from '../../database/database.ts';

/** The facts of a listing that cannot contain an agent's own text. Drafts can lack any of them. */
export type HomeFacts = {
  type: PropertyType | null;
  status: PropertyStatus | null;
  bedrooms: number | null;
  price: number | null;
};

/** Returns a listing's facts; undefined if it was deleted. */
export async function findHomeFacts(db: Database, id: string): Promise<HomeFacts | undefined> {
  return db
    .selectFrom('properties')
    .select(['property_type as type', 'status', 'bedrooms', 'price'])
    .where('id', '=', id)
    .executeTakeFirst();
}
