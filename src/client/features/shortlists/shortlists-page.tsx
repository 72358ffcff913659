import { useQuery } from '@tanstack/react-query';
import ListChecks from 'lucide-react/icons/list-checks';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { ShortlistSummary } from '#shared/schemas/saved-homes/shortlist.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Link } from '../../ui/actions/link.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { LoadError } from '../../ui/notices/load-error.tsx';
import { useDeferredComponent } from '../../ui/timing/use-deferred-component.ts';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { ShortlistNameForm } from './shortlist-name-form.tsx';
import { shortlistsQuery, useRefreshShortlists } from './shortlist-queries.ts';

const loadDialog = async () =>
  (await import('./delete-shortlist-dialog.tsx')).DeleteShortlistDialog;

/**
 * The user's shortlists, with actions to create, open, and delete them
 * (docs/product/saved-homes.md, Pages of shortlists).
 */
export function ShortlistsPage() {
  const navigate = useNavigate();
  const refresh = useRefreshShortlists();
  const create = useApiMutation(
    (api, name: string) => api.call('POST /shortlists', { json: { name } }),
    {
      onSuccess: ({ _id }) => {
        void refresh();
        void navigate(pagePaths.shortlist(_id));
      },
    },
  );
  return (
    <div className="column max-w-3xl pt-8 pb-20 lg:pt-12">
      <h1 className="display text-xl">Shortlists</h1>
      <p className="measure mt-2 mb-6 text-ink-soft">
        Make a list, share it with the people you’re moving with, and vote.
      </p>
      <ShortlistNameForm
        label="New shortlist"
        submitLabel="Create"
        busy={create.isPending}
        error={create.error?.message}
        onSubmit={(name) => create.mutate(name)}
      />
      <Lists />
    </div>
  );
}

function Lists() {
  const lists = useQuery(shortlistsQuery());
  const [target, setTarget] = useState<ShortlistSummary | null>(null);
  const { Component: Dialog, fetch } = useDeferredComponent(loadDialog, 'The dialog');
  if (lists.data === undefined) {
    if (!lists.isError) {
      return (
        <output className="block">
          <span className="sr-only">Loading...</span>
          <Skeleton className="mt-10 h-40 rounded-md" />
        </output>
      );
    }
    return (
      <LoadError
        title="An Error Occurred"
        isRetrying={lists.isFetching}
        onRetry={() => void lists.refetch()}
      >
        Could not load your shortlists. {lists.error.message}
      </LoadError>
    );
  }
  if (lists.data.items.length === 0) {
    return (
      <EmptyState
        icon={<ListChecks aria-hidden="true" className="size-7" />}
        title="No shortlists yet"
      >
        <p>Name one above, then add homes from their pages.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="mt-10 divide-y divide-line border-y border-line">
        {lists.data.items.map((list) => (
          <li key={list._id} className="relative flex items-center gap-3 py-3">
            <div className="min-w-0 flex-1">
              <Link
                href={pagePaths.shortlist(list._id)}
                className="font-semibold underline-offset-4 [overflow-wrap:anywhere] hover:underline after:absolute after:inset-0 after:content-['']"
              >
                {list.name}
              </Link>
              <p className="text-sm text-ink-soft">
                {countOf(list.homeCount, 'home')}
                {list.memberCount > 0 && `, ${countOf(list.memberCount + 1, 'person', 'people')}`}
                {!list.isOwner && ', shared with you'}
              </p>
            </div>
            {list.isOwner && (
              <IconButton
                label={`Delete ${list.name}`}
                icon={<Trash2 aria-hidden="true" className="size-5" />}
                className="relative z-10"
                onClick={() => void fetch().then((isLoaded) => isLoaded && setTarget(list))}
              />
            )}
          </li>
        ))}
      </ul>
      {target !== null && Dialog !== null && <Dialog list={target} close={() => setTarget(null)} />}
    </>
  );
}
