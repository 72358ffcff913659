/** Takes listings off the market if their source no longer has them (docs/product/data-sources.md, Reconciliation). */

import { type Database, inTransaction } from '../../../database/database.ts';
import type { JobContext } from '../../../jobs/job-handler.ts';
import { recordAvailability } from '../../reports/report-service.ts';
import { cancelToursOfHomes } from '../../tours/tour-change-service.ts';
import { announceAsImport } from '../import-repository.ts';
import { readText } from '../reso/reso-values.ts';
import { readPages, type SourceClient } from './source-client.ts';
import { findAvailableKeys, takeOffMarket } from './source-listings-repository.ts';
import type { DataSourceRow } from './source-repository.ts';
import { keyPrefixOf } from './source-sync.ts';

/** Nothing is removed if more than this share of a source's available listings is missing. */
const MAX_MISSING_SHARE = 0.2;
const BATCH_SIZE = 500;

/** The number of removed listings. `skipped` is set if too many listings are missing. */
export type ReconcileResult = {
  removed: number;
  skipped: { missing: number; available: number } | null;
};

/** @throws SourceError */
export async function reconcile(
  source: DataSourceRow,
  { client, context, now }: { client: SourceClient; context: JobContext; now: () => Date },
): Promise<ReconcileResult> {
  const { db, shutdownSignal } = context;
  const query = new URLSearchParams({
    $select: 'ListingKey',
    ...(source.filter === null ? {} : { $filter: source.filter }),
  });
  const prefix = keyPrefixOf(source.id);
  // Read before the server's keys so that listings added later are not removed.
  const available = await findAvailableKeys(db, source.id);
  // Memory is limited by the keys in the database, however many the server sends.
  const missingIds = new Map(available.map(({ key, id }) => [key, id]));
  for await (const page of readPages(client, `Property?${query.toString()}`)) {
    shutdownSignal.throwIfAborted();
    for (const row of page.rows) missingIds.delete(`${prefix}${readText(row['ListingKey']) ?? ''}`);
  }
  const missing = [...missingIds.values()];
  if (missing.length > available.length * MAX_MISSING_SHARE)
    return { removed: 0, skipped: { missing: missing.length, available: available.length } };
  let removed = 0;
  for (let start = 0; start < missing.length; start += BATCH_SIZE) {
    const batch = missing.slice(start, start + BATCH_SIZE);
    removed += await inTransaction(db, null, (transaction) =>
      removeListings(transaction, batch, now()),
    );
  }
  return { removed, skipped: null };
}

async function removeListings(
  transaction: Database,
  propertyIds: readonly string[],
  now: Date,
): Promise<number> {
  await announceAsImport(transaction);
  const ids = await takeOffMarket(transaction, propertyIds, now);
  await recordAvailability(
    transaction,
    ids.map((id) => ({ id, isAvailable: false, isOffMarket: true })),
  );
  await cancelToursOfHomes(transaction, ids, 'unavailable', now);
  return ids.length;
}
