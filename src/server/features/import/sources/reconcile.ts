/** Finds the listings that a source no longer has (docs/product/data-sources.md, Reconciliation). */

import { type Database, inTransaction } from '../../../database/database.ts';
import type { JobContext } from '../../../jobs/job-handler.ts';
import { noteAvailability } from '../../reports/report-service.ts';
import { cancelToursOfHomes } from '../../tours/tour-change-service.ts';
import { announceAsImport } from '../import-repository.ts';
import { readText } from '../reso/reso-values.ts';
import type { SourceClient, SourcePage } from './source-client.ts';
import { findAvailableKeys, takeOffMarket } from './source-listings-repository.ts';
import type { SourceRow } from './source-repository.ts';
import { keyPrefix } from './source-sync.ts';

/** If more than this share of a source's available listings would go, none goes. */
const MAX_SHARE = 0.2;
const AT_ONCE = 500;

/** How many listings went; `stopped` if too many would have gone. */
export type Reconciled = { removed: number; stopped: { gone: number; available: number } | null };

/** @throws SourceError */
export async function reconcile(
  source: SourceRow,
  { client, context, now }: { client: SourceClient; context: JobContext; now: () => Date },
): Promise<Reconciled> {
  const { db, ending } = context;
  const query = new URLSearchParams({
    $select: 'ListingKey',
    $orderby: 'ListingKey',
    ...(source.filter === null ? {} : { $filter: source.filter }),
  });
  const prefix = keyPrefix(source.id);
  // As of before the keys are read: what comes in the meantime is not gone.
  const available = await findAvailableKeys(db, source.id);
  const there = new Set<string>();
  let next: string | null = `Property?${query.toString()}`;
  while (next !== null) {
    ending.throwIfAborted();
    const page: SourcePage = await client.readPage(next);
    for (const row of page.rows) there.add(`${prefix}${readText(row['ListingKey']) ?? ''}`);
    next = page.next;
  }
  const gone = available.filter(({ key }) => !there.has(key)).map(({ id }) => id);
  if (gone.length > available.length * MAX_SHARE)
    return { removed: 0, stopped: { gone: gone.length, available: available.length } };
  let removed = 0;
  for (let at = 0; at < gone.length; at += AT_ONCE) {
    const some = gone.slice(at, at + AT_ONCE);
    removed += await inTransaction(db, null, (transaction) => removeSome(transaction, some, now()));
  }
  return { removed, stopped: null };
}

async function removeSome(
  transaction: Database,
  some: readonly string[],
  now: Date,
): Promise<number> {
  await announceAsImport(transaction);
  const ids = await takeOffMarket(transaction, some, now);
  await noteAvailability(
    transaction,
    ids.map((id) => ({ id, isAvailable: false })),
  );
  await cancelToursOfHomes(transaction, ids, 'unavailable', now);
  return ids.length;
}
