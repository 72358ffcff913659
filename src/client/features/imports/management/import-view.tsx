import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#shared/format/numbers.ts';
import type { Import } from '#shared/schemas/brokerage/import.ts';
import { LoadFailure } from '../../../data-list/failure.tsx';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge } from '../../../ui/blocks/badge.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import {
  importQuery,
  type ImportRequest,
  isInProgress,
  POLL_INTERVAL_MS,
  useCancelImport,
  useStartImport,
} from './import-queries.ts';
import { confirmLabel, percentRead, stateText } from './import-text.ts';
import { ProgressBar } from './progress-bar.tsx';
import { SkippedRows } from './skipped-rows.tsx';
import { SampleCards } from './sample-cards.tsx';

interface ImportViewProps {
  id: string;
  page: number;
  /** The upload; undefined if the page no longer has the file. */
  request: ImportRequest | undefined;
  onStarted: (id: string, request: ImportRequest) => void;
}

/** An import's progress and results and, after a dry run, the button that imports. */
export function ImportView({ id, page, request, onStarted }: ImportViewProps) {
  const importQueryResult = useQuery({
    ...importQuery(id),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isInProgress(state.data) ? POLL_INTERVAL_MS : false,
  });
  if (importQueryResult.data === undefined) {
    return importQueryResult.error === null ? (
      <Skeleton className="h-40" />
    ) : (
      <LoadFailure
        text="The import could not be loaded."
        error={importQueryResult.error}
        isRetrying={importQueryResult.isFetching}
        onRetry={() => void importQueryResult.refetch()}
      />
    );
  }
  return (
    <div className="grid gap-8">
      <Progress item={importQueryResult.data} />
      {importQueryResult.data.isDryRun && importQueryResult.data.state === 'done' && (
        <Confirm item={importQueryResult.data} request={request} onStarted={onStarted} />
      )}
      <SampleCards sample={importQueryResult.data.sample} />
      {/* Shown only after the import has ended because the list is incomplete until then. */}
      {!isInProgress(importQueryResult.data) && <SkippedRows id={id} page={page} />}
    </div>
  );
}

const COUNTS = [
  ['added', 'New'],
  ['updated', 'Updated'],
  ['unchanged', 'Unchanged'],
  ['removed', 'Removed'],
  ['refused', 'Skipped'],
] as const;

function Progress({ item }: { item: Import }) {
  const cancel = useCancelImport();
  const { fileName, isDryRun, state, error, rowsRead, totalRows } = item;
  const percent = percentRead(item);
  const rows =
    totalRows === null ? '' : `${formatNumber(rowsRead)} of ${formatNumber(totalRows)} rows`;
  return (
    <section aria-label="Import" className="rounded-md border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold [overflow-wrap:anywhere]">
          {isDryRun ? 'Dry run of ' : ''}
          {fileName}
        </h2>
        <Badge tone={state === 'failed' ? 'clay' : 'brand'}>{stateText(item)}</Badge>
      </div>
      {isInProgress(item) && (
        <div className="mt-4">
          <ProgressBar label={isDryRun ? 'Checking' : 'Importing'} percent={percent} />
          <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-ink-soft figures">
              {state === 'waiting'
                ? 'Waiting for other imports to finish.'
                : rows === ''
                  ? 'Reading the file...'
                  : rows}
            </p>
            <Button
              variant="secondary"
              size="sm"
              busy={cancel.isPending}
              busyLabel="Canceling..."
              onClick={() => cancel.mutate(item._id)}
            >
              Cancel import
            </Button>
          </div>
        </div>
      )}
      {error !== null && (
        <Banner tone="error" className="mt-4">
          {error}
        </Banner>
      )}
      {cancel.error !== null && (
        <Banner tone="error" className="mt-4">
          {failureText(cancel.error, 'The import could not be canceled.')}
        </Banner>
      )}
      {state === 'done' && !isDryRun && (
        <Banner tone="success" className="mt-4">
          Import complete.
        </Banner>
      )}
      {state === 'canceled' && (
        <Banner tone="info" className="mt-4">
          {isDryRun
            ? 'The dry run was canceled.'
            : 'The import was canceled. Listings imported so far were kept.'}
        </Banner>
      )}
      <dl className="mt-4 grid grid-cols-2 gap-4 sm:grid-cols-5">
        {COUNTS.map(([name, label]) => (
          <div key={name}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="text-xl font-semibold figures">{formatNumber(item[name])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Confirm({
  item,
  request,
  onStarted,
}: {
  item: Import;
  request: ImportRequest | undefined;
  onStarted: ImportViewProps['onStarted'];
}) {
  const { start, progress } = useStartImport(onStarted);
  const label = confirmLabel(item);
  if (label === null) {
    return <Banner tone="info">This file has no changes to import.</Banner>;
  }
  if (request === undefined) {
    return <Banner tone="info">Choose the file again to import it.</Banner>;
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button
        busy={start.isPending}
        busyLabel="Uploading..."
        onClick={() => start.mutate({ ...request, isDryRun: false })}
      >
        {label}
      </Button>
      {start.isPending && progress !== null && (
        <p className="text-sm text-ink-soft figures">
          {Math.floor((progress.sentBytes / Math.max(1, progress.totalBytes)) * 100)}% uploaded
        </p>
      )}
      {start.error !== null && (
        <Banner tone="error" className="basis-full">
          {failureText(start.error, 'The file could not be uploaded.')}
        </Banner>
      )}
    </div>
  );
}
