import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataSource } from '#shared/schemas/open/data-source.ts';
import { readPage } from '../../../../api/page-data/list-url.ts';
import { failureText } from '../../../../forms/failure-text.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Card } from '../../../../ui/blocks/card.tsx';
import { Banner } from '../../../../ui/notices/banner.tsx';
import { isInProgress } from '../import-queries.ts';
import { RunHistory } from './run-history.tsx';
import { RunProgress } from './run-progress.tsx';
import { RunRows } from './run-rows.tsx';
import { SourceSettings } from './source-settings.tsx';
import { SourceFormDialog } from './source-form-dialog.tsx';
import { refetchIntervalOf, runsQuery, useStartRun, useTestSource } from './source-queries.ts';
import { SourceTestResult } from './source-test-result.tsx';

interface SourceViewProps {
  source: DataSource;
  params: URLSearchParams;
  onDelete: () => void;
}

/** A data source with its actions, current sync, and past syncs. */
export function SourceView({ source, params, onDelete }: SourceViewProps) {
  const { _id: id, name } = source;
  const runId = params.get('run');
  // The page of the open run's skipped rows or, without an open run, of the runs.
  const page = readPage(params);
  const [isEditing, setIsEditing] = useState(false);
  const start = useStartRun();
  const test = useTestSource();
  const runs = useQuery({
    ...runsQuery(id, runId === null ? page : 1),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refetchIntervalOf(state.data?.items ?? []),
  });
  const currentRun =
    source.lastRun !== null && isInProgress(source.lastRun) ? source.lastRun : null;
  return (
    <section aria-labelledby="source-heading" className="grid gap-6">
      <Card className="p-5">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <h2 id="source-heading" className="text-lg font-semibold [overflow-wrap:anywhere]">
            {name}
          </h2>
          <div className="flex flex-wrap gap-3">
            <Button
              size="sm"
              busy={start.isPending}
              busyLabel="Starting..."
              aria-disabled={currentRun !== null}
              onClick={() => start.mutate(id)}
            >
              Sync Now
            </Button>
            <Button
              variant="secondary"
              size="sm"
              busy={test.isPending}
              busyLabel="Testing..."
              onClick={() => test.mutate(id)}
            >
              Test Connection
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setIsEditing(true)}>
              Edit
            </Button>
            <Button variant="secondary" size="sm" onClick={onDelete}>
              Delete
            </Button>
          </div>
        </div>
        <SourceSettings source={source} />
        {start.error !== null && (
          <Banner tone="error" className="mt-4">
            {failureText(start.error, 'The sync could not be started.')}
          </Banner>
        )}
        {currentRun !== null && <RunProgress sourceId={id} run={currentRun} />}
      </Card>
      {test.error !== null && (
        <Banner tone="error">
          {failureText(test.error, 'The connection could not be tested.')}
        </Banner>
      )}
      {test.data !== undefined && <SourceTestResult result={test.data} />}
      {runId !== null && <RunRows sourceId={id} runId={runId} page={page} />}
      <RunHistory source={source} runs={runs} page={runId === null ? page : 1} currentId={runId} />
      <SourceFormDialog open={isEditing} source={source} onClose={() => setIsEditing(false)} />
    </section>
  );
}
