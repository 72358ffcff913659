/** Protects listings that a data source manages (docs/product/data-sources.md, Listings of a source). */

import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { AppError } from '../../../errors/app-error.ts';

/** The source of a managed listing, and the listing's state. */
type ManagedListing = { sourceName: string; isHidden: boolean; isAvailableInSource: boolean };

/** Finds a managed listing. Returns undefined for a listing without a source. */
async function findManaged(db: Database, id: string): Promise<ManagedListing | undefined> {
  const { rows } = await sql<ManagedListing>`
    select s.name as "sourceName", p.is_hidden_by_hand as "isHidden",
      coalesce(p.is_source_available, false) as "isAvailableInSource"
    from properties p join data_sources s on s.id = p.source_id where p.id = ${id}`.execute(db);
  return rows[0];
}

const managedError = (sourceName: string) =>
  new AppError('CONFLICT', `This listing is managed by ${sourceName}.`);

/** @throws AppError CONFLICT for a listing whose fields and pictures come from a source */
export async function requireUnmanaged(transaction: Database, id: string): Promise<void> {
  const managed = await findManaged(transaction, id);
  if (managed !== undefined) throw managedError(managed.sourceName);
}

/**
 * Hides or shows a data source's listing.
 *
 * @param isAvailable if absent, the availability is toggled
 * @returns false for a listing without a source
 * @throws AppError CONFLICT if the listing should be shown but is not available in its source
 */
export async function changeManagedAvailability(
  transaction: Database,
  id: string,
  { isAvailable, now }: { isAvailable?: boolean; now: Date },
): Promise<boolean> {
  const managed = await findManaged(transaction, id);
  if (managed === undefined) return false;
  const isShown = managed.isAvailableInSource && !managed.isHidden;
  const shouldShow = isAvailable ?? !isShown;
  if (shouldShow && !managed.isAvailableInSource) throw managedError(managed.sourceName);
  if (shouldShow === isShown) return true;
  await sql`
    update properties set is_hidden_by_hand = ${!shouldShow}, is_available = ${shouldShow},
      is_off_market = ${!shouldShow}, updated_at = ${now}
    where id = ${id}`.execute(transaction);
  return true;
}
