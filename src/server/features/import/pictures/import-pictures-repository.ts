/** Reads and arranges pictures of imported listings. */

import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { StoredImage } from '../../../storage/image-service.ts';

/** A listing picture. `sourceHash` identifies the source of an imported picture; null for uploads. */
export type ListingPicture = { key: string; sourceHash: string | null };

/** Returns a listing's pictures in order. */
export async function findPictures(db: Database, propertyId: string): Promise<ListingPicture[]> {
  return db
    .selectFrom('property_images')
    .select(['key', 'source_hash as sourceHash'])
    .where('property_id', '=', propertyId)
    .orderBy('position')
    .execute();
}

const selectCustomOrder = (db: Database, propertyId: string) =>
  db
    .selectFrom('properties')
    .select('has_own_picture_order as hasCustomOrder')
    .where('id', '=', propertyId);

/** Returns whether an agent has arranged a listing's pictures; false for unknown listings. */
export async function readCustomOrder(db: Database, propertyId: string): Promise<boolean> {
  return (await selectCustomOrder(db, propertyId).executeTakeFirst())?.hasCustomOrder ?? false;
}

/**
 * Locks a listing until the transaction ends, to serialize changes to its pictures.
 *
 * @returns whether an agent has arranged its pictures; undefined if the listing was deleted
 */
export async function lockListing(
  db: Database,
  propertyId: string,
): Promise<{ hasCustomOrder: boolean } | undefined> {
  return selectCustomOrder(db, propertyId).forNoKeyUpdate().executeTakeFirst();
}

/**
 * Deletes and inserts pictures of a listing, sorts all of them in the order of `keys`, and updates
 * the listing's modification time.
 */
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
    update property_images i set position = sorted.position - 1
    from unnest(${keys}::text[]) with ordinality as sorted (key, position)
    where i.property_id = ${propertyId} and i.key = sorted.key and i.position <> sorted.position - 1`.execute(
    db,
  );
  await db
    .updateTable('properties')
    .set({ updated_at: now })
    .where('id', '=', propertyId)
    .execute();
}
