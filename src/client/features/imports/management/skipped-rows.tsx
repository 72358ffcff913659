import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { pagePaths } from '#shared/page-paths.ts';
import { LoadFailure } from '../../../data-list/failure.tsx';
import { ListPages } from '../../../data-list/list-frame.tsx';
import { useDownload } from '../../../session/use-download.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { skippedQuery } from './import-queries.ts';
import { RowsTable } from './rows-table.tsx';

/** The skipped rows and the rows with notes. Renders nothing if there are none. */
export function SkippedRows({ id, page }: { id: string; page: number }) {
  const rows = useQuery({ ...skippedQuery(id, page), placeholderData: keepPreviousData });
  const download = useDownload({
    path: `/imports/${encodeURIComponent(id)}/refused.csv`,
    name: 'refused.csv',
    failure: 'The rows could not be downloaded. Please try again.',
  });
  if (rows.error !== null && rows.data === undefined) {
    return (
      <LoadFailure
        text="We couldn’t load the skipped rows."
        error={rows.error}
        isRetrying={rows.isFetching}
        onRetry={() => void rows.refetch()}
      />
    );
  }
  if (rows.data === undefined || rows.data.totalCount === 0) return null;
  return (
    <section aria-labelledby="skipped-heading">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="skipped-heading" className="display text-lg">
          Skipped rows and notes
        </h2>
        <Button variant="secondary" size="sm" busy={download.isPending} onClick={download.start}>
          <Download aria-hidden="true" className="size-4" />
          Download as CSV
        </Button>
      </div>
      <div className="mt-3">
        <RowsTable rows={rows.data.items} stale={rows.isPlaceholderData} positionName="Line" />
        <ListPages
          label="Pages of skipped rows"
          page={page}
          list={rows.data}
          hrefOf={(to) => pagePaths.imports({ id, page: to })}
        />
      </div>
    </section>
  );
}
