/** Stores the total of a full sync (docs/product/data-sources.md, Page). */

import type { Database } from '../../../database/database.ts';
import type { SourceClient } from './source-client.ts';
import { setExpectedRows, type DataSourceRow } from './source-repository.ts';

/** Within the column's range, and larger than any real source. */
const MAX_TOTAL = 2_000_000_000;

/** Requests and stores the number of rows, if the server reports it. */
export async function storeTotal(
  db: Database,
  client: SourceClient,
  { source, runId }: { source: Pick<DataSourceRow, 'filter'>; runId: string },
): Promise<void> {
  const query = new URLSearchParams({
    $select: 'ListingKey',
    $top: '1',
    $count: 'true',
    ...(source.filter === null ? {} : { $filter: source.filter }),
  });
  const count = await client.countRows(`Property?${query.toString()}`);
  if (count !== null && count >= 0) await setExpectedRows(db, runId, Math.min(count, MAX_TOTAL));
}
