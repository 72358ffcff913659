/** Pictures of imported listings. */

import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { StoredImage } from '../../../storage/image-service.ts';

/** A picture of a listing; `sourceHash` is null if a user uploaded it. */
export type ListingPicture = { key: string; sourceHash: string | null };

/** Lists a listing's pictures in order. */
export async function findPictures(db: Database, propertyId: string): Promise<ListingPicture[]> {
  return db
    .selectFrom('property_images')
    .select(['key', 'source_hash as sourceHash'])
    .where('property_id', '=', propertyId)
    .orderBy('position')
    .execute();
}

const ownOrderOf = (db: Database, propertyId: string) =>
  db
    .selectFrom('properties')
    .select('has_own_picture_order as hasOwnOrder')
    .where('id', '=', propertyId);

/** Whether an agent has ordered a listing's pictures; false if there is no such listing. */
export async function findOwnOrder(db: Database, propertyId: string): Promise<boolean> {
  return (await ownOrderOf(db, propertyId).executeTakeFirst())?.hasOwnOrder ?? false;
}

/**
 * Locks a listing until the transaction ends, to serialize changes of its pictures; undefined if it
 * was deleted. `hasOwnOrder` is true if an agent has ordered its pictures.
 */
export async function lockListing(
  db: Database,
  propertyId: string,
): Promise<{ hasOwnOrder: boolean } | undefined> {
  return ownOrderOf(db, propertyId).forUpdate().executeTakeFirst();
}

/** Removes and adds pictures of a listing, and arranges all in the order of `keys`. */
export async function arrangePictures(
  db: Database,
  propertyId: string,
  change: {
    keysToDelete: readonly string[];
    added: readonly (StoredImage & { sourceHash: string })[];
    keys: readonly string[];
    now: Date;
  },
): Promise<void> {
  const { keysToDelete, added, keys, now } = change;
  await sql`
    delete from property_images
    where property_id = ${propertyId} and key = any(${keysToDelete}::text[])`.execute(db);
  if (added.length > 0) {
    await db
      .insertInto('property_images')
      .values(
        added.map(({ key, width, height, placeholder, sourceHash }) => ({
          property_id: propertyId,
          position: keys.indexOf(key),
          key,
          width,
          height,
          placeholder,
          source_hash: sourceHash,
        })),
      )
      .execute();
  }
  await sql`
    update property_images i set position = wanted.position - 1
    from unnest(${keys}::text[]) with ordinality as wanted (key, position)
    where i.property_id = ${propertyId} and i.key = wanted.key and i.position <> wanted.position - 1`.execute(
    db,
  );
  await db
    .updateTable('properties')
    .set({ updated_at: now })
    .where('id', '=', propertyId)
    .execute();
}
