import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { pagePaths } from '#shared/page-paths.ts';
import { LoadFailure } from '../../../../data-list/failure.tsx';
import { ListPages } from '../../../../data-list/list-frame.tsx';
import { Skeleton } from '../../../../ui/waiting/skeleton.tsx';
import { RowsTable } from '../rows-table.tsx';
import { runRowsQuery } from './source-queries.ts';

/** A sync's skipped rows and rows with notes. */
export function RunRows({
  sourceId,
  runId,
  page,
}: {
  sourceId: string;
  runId: string;
  page: number;
}) {
  const rows = useQuery({
    ...runRowsQuery(sourceId, runId, page),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="rows-heading">
      <h2 id="rows-heading" className="display text-lg">
        Skipped rows and notes
      </h2>
      <div className="mt-3">
        {rows.isPending && (
          <>
            <output className="sr-only">Loading...</output>
            <Skeleton className="h-24" />
          </>
        )}
        {rows.error !== null && rows.data === undefined && (
          <LoadFailure
            text="We couldn’t load the skipped rows."
            error={rows.error}
            isRetrying={rows.isFetching}
            onRetry={() => void rows.refetch()}
          />
        )}
        {rows.data?.totalCount === 0 && <p className="text-ink-soft">No rows were skipped.</p>}
        {rows.data !== undefined && rows.data.totalCount > 0 && (
          <>
            <RowsTable rows={rows.data.items} stale={rows.isPlaceholderData} positionName="Row" />
            <ListPages
              label="Pages of skipped rows"
              page={page}
              list={rows.data}
              hrefOf={(to) => pagePaths.dataSources({ id: sourceId, run: runId, page: to })}
            />
          </>
        )}
      </div>
    </section>
  );
}
