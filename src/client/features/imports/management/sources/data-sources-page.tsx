import { useQuery } from '@tanstack/react-query';
import DatabaseZap from 'lucide-react/icons/database-zap';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import type { DataSource } from '#shared/schemas/open/data-source.ts';
import { LoadFailure } from '../../../../data-list/failure.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { EmptyState } from '../../../../ui/notices/empty-state.tsx';
import { Skeleton } from '../../../../ui/waiting/skeleton.tsx';
import { DeleteSourceDialog } from './delete-source-dialog.tsx';
import { SourceFormDialog } from './source-form-dialog.tsx';
import { refetchIntervalOf, sourcesQuery } from './source-queries.ts';
import { SourceTable } from './source-table.tsx';
import { SourceView } from './source-view.tsx';

/** The data sources and the syncs of the selected one (docs/product/data-sources.md, Page). */
export function DataSourcesPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const id = params.get('id');
  const [isAdding, setIsAdding] = useState(false);
  const [sourceToDelete, setSourceToDelete] = useState<DataSource | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const sources = useQuery({
    ...sourcesQuery,
    refetchInterval: ({ state }) =>
      refetchIntervalOf((state.data ?? []).map(({ lastRun }) => lastRun)),
  });
  const source = sources.data?.find(({ _id }) => _id === id);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="display text-xl">Data Sources</h1>
          <p className="mt-1 text-ink-soft">
            Sync listings from your MLS through the RESO Web API.
          </p>
        </div>
        <Button ref={addButton} onClick={() => setIsAdding(true)}>
          Add Data Source
        </Button>
      </div>
      <div className="mt-6 grid gap-8">
        {sources.isPending && (
          <>
            <output className="sr-only">Loading...</output>
            <Skeleton className="h-40" />
          </>
        )}
        {sources.error !== null && (
          <LoadFailure
            text="The data sources could not be loaded."
            error={sources.error}
            isRetrying={sources.isFetching}
            onRetry={() => void sources.refetch()}
          />
        )}
        {sources.data?.length === 0 && (
          <EmptyState
            icon={<DatabaseZap aria-hidden="true" className="size-7" strokeWidth={1.5} />}
            title="No data sources"
          >
            Add your MLS’s RESO Web API to sync its listings.
          </EmptyState>
        )}
        {sources.data !== undefined && sources.data.length > 0 && (
          <SourceTable sources={sources.data} currentId={id} />
        )}
        {source !== undefined && (
          <SourceView
            key={source._id}
            source={source}
            params={params}
            onDelete={() => setSourceToDelete(source)}
          />
        )}
      </div>
      <DeleteSourceDialog
        source={sourceToDelete}
        onClose={() => setSourceToDelete(null)}
        onDeleted={() => {
          setSourceToDelete(null);
          void navigate(pagePaths.dataSources());
        }}
        returnFocusTo={() => addButton.current}
      />
      <SourceFormDialog
        open={isAdding}
        source={null}
        onClose={() => setIsAdding(false)}
        onSaved={(saved) => void navigate(pagePaths.dataSources({ id: saved._id }))}
      />
    </>
  );
}
