import { useQuery } from '@tanstack/react-query';
import BellPlus from 'lucide-react/icons/bell-plus';
import { useRef, useState } from 'react';
import { pagePaths } from '#shared/page-paths.ts';
import type { SavedSearch } from '#shared/saved-searches/saved-search.ts';
import { useSession } from '../../session/session-context.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { Card } from '../../ui/blocks/card.tsx';
import { Banner } from '../../ui/notices/banner.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { LoadError } from '../../ui/notices/load-error.tsx';
import { useDeferredComponent } from '../../ui/timing/use-deferred-component.ts';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { AlertSettings } from './alert-settings.tsx';
import { preferencesQuery, savedSearchesQuery } from './saved-search-queries.ts';
import { SavedSearchCard } from './saved-search-card.tsx';

const loadDialog = async () => (await import('./delete-search-dialog.tsx')).DeleteSearchDialog;

/**
 * The user's saved searches with their newest homes, and the alert settings. Rendered behind the
 * sign-in guard, so the user is signed in.
 */
export function SavedSearches() {
  const searches = useQuery(savedSearchesQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const [searchToDelete, setSearchToDelete] = useState<SavedSearch | null>(null);
  const { Component: DeleteDialog, fetch } = useDeferredComponent(loadDialog, 'The dialog');
  const items = searches.data?.items ?? [];
  return (
    <div className="column pt-8 pb-20 lg:pt-12">
      <h1 ref={heading} tabIndex={-1} className="display text-xl">
        Saved searches
      </h1>
      {items.some(({ frequency }) => frequency !== 'never') && <ConfirmNotice />}
      <div className="mt-6">
        {searches.isError ? (
          <LoadError
            title="An Error Occurred"
            isRetrying={searches.isFetching}
            onRetry={() => void searches.refetch()}
          >
            Your saved searches could not be loaded. Please try again.
          </LoadError>
        ) : searches.isPending ? (
          <output className="grid gap-4">
            <span className="sr-only">Loading...</span>
            {[1, 2, 3].map((number) => (
              <Skeleton key={number} className="h-36 rounded-md" />
            ))}
          </output>
        ) : items.length === 0 ? (
          <EmptyState
            icon={<BellPlus aria-hidden="true" className="size-7" strokeWidth={1.5} />}
            title="No saved searches yet"
            actions={<LinkButton href={pagePaths.forSale()}>Find homes</LinkButton>}
          >
            Search for homes and choose “Save search.” We’ll email you new matches.
          </EmptyState>
        ) : (
          <ul className="grid grid-cols-1 gap-4">
            {items.map((search) => (
              <SavedSearchCard
                key={search._id}
                search={search}
                onDelete={() =>
                  void fetch().then((isLoaded) => {
                    if (isLoaded) setSearchToDelete(search);
                  })
                }
              />
            ))}
          </ul>
        )}
      </div>
      {/* Rendered only after the searches have loaded: they are taller than their skeletons and would push it down. */}
      {!searches.isPending && (
        <section id="alerts" aria-labelledby="alerts-title" className="mt-10">
          <h2 id="alerts-title" className="mb-4 text-lg font-semibold">
            Alert settings
          </h2>
          <Card className="p-5">
            <AlertSettings />
          </Card>
        </section>
      )}
      {DeleteDialog !== null && (
        <DeleteDialog
          search={searchToDelete}
          onClose={() => setSearchToDelete(null)}
          returnFocusTo={() => heading.current}
        />
      )}
    </div>
  );
}

/** Asks the user to confirm their email address before emails are sent. */
function ConfirmNotice() {
  const preferences = useQuery(preferencesQuery);
  const session = useSession();
  if (preferences.data?.emailConfirmed !== false || session.status !== 'signed-in') return null;
  return (
    <div className="mt-5">
      <Banner tone="info">
        Confirm {session.user.email} to start getting alerts. We sent you a link.
      </Banner>
    </div>
  );
}
