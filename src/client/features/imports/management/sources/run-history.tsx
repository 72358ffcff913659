import type { UseQueryResult } from '@tanstack/react-query';
import { formatDateTime } from '#shared/format/dates.ts';
import { countOf, formatNumber } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { DataSource, SourceRun } from '#shared/schemas/open/data-source.ts';
import type { ApiError } from '../../../../api/api-error.ts';
import type { ListPage } from '../../../../api/api-types.ts';
import { LoadFailure } from '../../../../data-list/failure.tsx';
import { ListPages } from '../../../../data-list/list-frame.tsx';
import { Link } from '../../../../ui/actions/link.tsx';
import { Badge } from '../../../../ui/blocks/badge.tsx';
import { cx } from '../../../../ui/class-names.ts';
import { type Column, DataTable, narrowTableClass } from '../../../../ui/tables/data-table.tsx';
import { Skeleton } from '../../../../ui/waiting/skeleton.tsx';
import { runStateText, runSummary } from './source-text.ts';

interface RunHistoryProps {
  source: DataSource;
  runs: UseQueryResult<ListPage<SourceRun>, ApiError>;
  page: number;
  /** The run whose rows are shown. */
  currentId: string | null;
}

/** The syncs of a data source, newest first. */
export function RunHistory({ source, runs, page, currentId }: RunHistoryProps) {
  const { _id: id } = source;
  const waitingPictures = runs.data?.items[0]?.mediaWaiting ?? 0;
  return (
    <section aria-labelledby="runs-heading">
      <h2 id="runs-heading" className="display text-lg">
        Syncs
      </h2>
      {waitingPictures > 0 && (
        <p className="mt-1 text-sm text-ink-soft figures">
          {countOf(waitingPictures, 'picture')} waiting to be downloaded.
        </p>
      )}
      <div className="mt-3">
        {runs.isPending && (
          <>
            <output className="sr-only">Loading...</output>
            <Skeleton className="h-24" />
          </>
        )}
        {runs.error !== null && runs.data === undefined && (
          <LoadFailure
            text="The syncs could not be loaded."
            error={runs.error}
            isRetrying={runs.isFetching}
            onRetry={() => void runs.refetch()}
          />
        )}
        {runs.data?.totalCount === 0 && (
          <p className="text-ink-soft">No syncs yet. They are listed here for 30 days.</p>
        )}
        {runs.data !== undefined && runs.data.totalCount > 0 && (
          <>
            <DataTable
              caption="Syncs"
              columns={columnsOf(id, currentId)}
              rows={runs.data.items}
              keyOf={({ _id }) => _id}
              stale={runs.isPlaceholderData}
            />
            <ListPages
              label="Pages of syncs"
              page={page}
              list={runs.data}
              hrefOf={(to) => pagePaths.dataSources({ id, page: to })}
            />
          </>
        )}
      </div>
    </section>
  );
}

const countColumn = (header: string, name: 'added' | 'updated' | 'removed' | 'unchanged') => ({
  id: name,
  header,
  align: 'end' as const,
  only: 'wide' as const,
  cell: (run: SourceRun) => <span className="figures">{formatNumber(run[name])}</span>,
});

const columnsOf = (id: string, currentId: string | null): Column<SourceRun>[] => [
  {
    id: 'started',
    header: 'Started',
    onCard: 'header',
    cell: (run) => (
      <div className="[overflow-wrap:anywhere]">
        <Link
          href={pagePaths.dataSources({ id, run: run._id })}
          aria-current={run._id === currentId ? 'true' : undefined}
          className={cx(
            'link touch-target inline-flex items-center figures',
            run._id === currentId && 'current-in-forced-colors',
          )}
        >
          {formatDateTime(run.startedAt)}
        </Link>
        <p className={cx(narrowTableClass, 'text-sm text-ink-soft figures')}>{runSummary(run)}</p>
        {run.error !== null && <p className="text-sm text-danger">{run.error}</p>}
      </div>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: (run) => (
      <Badge tone={run.state === 'failed' ? 'clay' : 'plain'}>{runStateText(run)}</Badge>
    ),
  },
  {
    id: 'read',
    header: 'Read',
    align: 'end',
    cell: ({ read }) => <span className="figures">{formatNumber(read)}</span>,
  },
  countColumn('New', 'added'),
  countColumn('Updated', 'updated'),
  countColumn('Removed', 'removed'),
  countColumn('Unchanged', 'unchanged'),
  {
    id: 'refused',
    header: 'Skipped',
    align: 'end',
    cell: ({ refused }) => <span className="figures">{formatNumber(refused)}</span>,
  },
];
