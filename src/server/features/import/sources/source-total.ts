/** The total of a full sync (docs/product/data-sources.md, Page). */

import type { Database } from '../../../database/database.ts';
import type { SourceClient } from './source-client.ts';
import { expectRows, type SourceRow } from './source-repository.ts';

/** A limit within the column's range, above any real source. */
const MAX_TOTAL = 2_000_000_000;

/** Requests and stores the number of rows. The sync also works without it. */
export async function writeTotal(
  db: Database,
  client: SourceClient,
  { source, runId }: { source: Pick<SourceRow, 'filter'>; runId: string },
): Promise<void> {
  const query = new URLSearchParams({
    $select: 'ListingKey',
    $top: '1',
    $count: 'true',
    ...(source.filter === null ? {} : { $filter: source.filter }),
  });
  const count = await client.countRows(`Property?${query.toString()}`);
  if (count !== null && count >= 0) await expectRows(db, runId, Math.min(count, MAX_TOTAL));
}
