/** Listings that a data source manages (docs/product/data-sources.md, Listings of a source). */

import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { AppError } from '../../../errors/app-error.ts';

/** A listing's state in its data source. */
type Managed = { sourceName: string; isHidden: boolean; isOffered: boolean };

/** @returns undefined for a listing without a source */
async function findManaged(db: Database, id: string): Promise<Managed | undefined> {
  const { rows } = await sql<Managed>`
    select s.name as "sourceName", p.is_hidden_by_hand as "isHidden",
      coalesce(p.is_source_available, false) as "isOffered"
    from properties p join data_sources s on s.id = p.source_id where p.id = ${id}`.execute(db);
  return rows[0];
}

const isManagedBy = (sourceName: string) =>
  new AppError('CONFLICT', `This listing is managed by ${sourceName}.`);

/** @throws AppError CONFLICT for a listing whose fields and pictures come from a source */
export async function requireUnmanaged(transaction: Database, id: string): Promise<void> {
  const managed = await findManaged(transaction, id);
  if (managed !== undefined) throw isManagedBy(managed.sourceName);
}

/**
 * Hides or shows a data source's listing.
 *
 * @param isAvailable toggles if absent
 * @returns false for a listing without a source
 * @throws AppError CONFLICT if the source does not offer it
 */
export async function changeManagedAvailability(
  transaction: Database,
  id: string,
  { isAvailable, now }: { isAvailable?: boolean; now: Date },
): Promise<boolean> {
  const managed = await findManaged(transaction, id);
  if (managed === undefined) return false;
  const isShown = managed.isOffered && !managed.isHidden;
  const isWanted = isAvailable ?? !isShown;
  if (isWanted && !managed.isOffered) throw isManagedBy(managed.sourceName);
  if (isWanted === isShown) return true;
  await sql`
    update properties set is_hidden_by_hand = ${!isWanted}, is_available = ${isWanted},
      is_off_market = ${!isWanted}, updated_at = ${now}
    where id = ${id}`.execute(transaction);
  return true;
}
