import { useQuery } from '@tanstack/react-query';
import FileUp from 'lucide-react/icons/file-up';
import { formatDateTime } from '#shared/format/dates.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { LoadFailure } from '../../../data-list/failure.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Badge } from '../../../ui/blocks/badge.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { importsQuery } from './import-queries.ts';
import { stateText, importSummary } from './import-text.ts';

/** The account's recent imports. */
export function ImportList({ currentId }: { currentId: string | null }) {
  const imports = useQuery(importsQuery);
  return (
    <section aria-labelledby="imports-heading">
      <h2 id="imports-heading" className="display text-lg">
        Recent imports
      </h2>
      <div className="mt-3">
        {imports.isPending && (
          <>
            <output className="sr-only">Loading...</output>
            <Skeleton className="h-24" />
          </>
        )}
        {imports.error !== null && (
          <LoadFailure
            text="The imports could not be loaded."
            error={imports.error}
            isRetrying={imports.isFetching}
            onRetry={() => void imports.refetch()}
          />
        )}
        {imports.data?.totalCount === 0 && (
          <EmptyState
            level={3}
            icon={<FileUp aria-hidden="true" className="size-7" strokeWidth={1.5} />}
            title="No imports yet"
          >
            Files that you import are listed here for 90 days.
          </EmptyState>
        )}
        {imports.data !== undefined && imports.data.totalCount > 0 && (
          <ul className="divide-y divide-line rounded-md border border-line bg-surface">
            {imports.data.items.map((item) => (
              <li
                key={item._id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3"
              >
                <div className="min-w-0">
                  <Link
                    href={pagePaths.imports({ id: item._id })}
                    aria-current={item._id === currentId ? 'true' : undefined}
                    className="link [overflow-wrap:anywhere]"
                  >
                    {item.isDryRun ? 'Dry run of ' : ''}
                    {item.fileName}
                  </Link>
                  <p className="text-sm text-ink-soft figures">
                    {formatDateTime(item.createdAt)} · {importSummary(item)}
                  </p>
                </div>
                <Badge tone={item.state === 'failed' ? 'clay' : 'plain'}>{stateText(item)}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
