import { formatDateTime } from '#shared/format/dates.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { DataSource } from '#shared/schemas/open/data-source.ts';
import { Link } from '../../../../ui/actions/link.tsx';
import { Badge } from '../../../../ui/blocks/badge.tsx';
import { cx } from '../../../../ui/class-names.ts';
import { type Column, DataTable } from '../../../../ui/tables/data-table.tsx';
import { runOutcome, runStateText } from './source-text.ts';

/** All data sources with their last sync. */
export function SourceTable({
  sources,
  currentId,
}: {
  sources: readonly DataSource[];
  currentId: string | null;
}) {
  return (
    <DataTable
      caption="Data sources"
      columns={columnsOf(currentId)}
      rows={sources}
      keyOf={({ _id }) => _id}
      rowTone={({ isEnabled }) => (isEnabled ? 'plain' : 'faded')}
    />
  );
}

const columnsOf = (currentId: string | null): Column<DataSource>[] => [
  {
    id: 'name',
    header: 'Name',
    onCard: 'header',
    cell: ({ _id, name, baseUrl }) => (
      <div className="[overflow-wrap:anywhere]">
        <Link
          href={pagePaths.dataSources({ id: _id })}
          aria-current={_id === currentId ? 'true' : undefined}
          className={cx(
            'link touch-target inline-flex items-center font-semibold',
            _id === currentId && 'current-in-forced-colors',
          )}
        >
          {name}
        </Link>
        <p className="text-sm text-ink-soft">{baseUrl}</p>
      </div>
    ),
  },
  {
    id: 'last',
    header: 'Last sync',
    cell: ({ lastRun }) =>
      lastRun === null ? (
        'Never'
      ) : (
        <div className="max-md:text-right">
          <Badge tone={lastRun.state === 'failed' ? 'clay' : 'plain'}>
            {runStateText(lastRun)}
          </Badge>
          <p className="mt-1 text-sm text-ink-soft figures [overflow-wrap:anywhere]">
            {formatDateTime(lastRun.startedAt)} · {runOutcome(lastRun)}
          </p>
        </div>
      ),
  },
  {
    id: 'next',
    header: 'Next sync',
    cell: ({ nextRunAt }) => (nextRunAt === null ? 'Paused' : formatDateTime(nextRunAt)),
  },
];
