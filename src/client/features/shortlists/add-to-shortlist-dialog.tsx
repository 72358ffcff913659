import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation } from 'react-router';
import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { Banner } from '../../ui/notices/banner.tsx';
import { showToast } from '../../ui/notices/toast-store.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { ShortlistNameForm } from './shortlist-name-form.tsx';
import { shortlistsQuery, useRefreshShortlists } from './shortlist-queries.ts';

export interface AddToShortlistDialogProps {
  property: Pick<Property, '_id' | 'title'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Adds a home to an existing or new shortlist. */
export function AddToShortlistDialog({ property, open, onOpenChange }: AddToShortlistDialogProps) {
  const session = useSession();
  const { pathname, search } = useLocation();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add to shortlist"
      description={property.title}
      width="sm"
    >
      {session.status === 'signed-in' ? (
        <Lists property={property} close={() => onOpenChange(false)} />
      ) : (
        <>
          <p className="mb-4">Shortlists are shared, so they need an account.</p>
          <LinkButton href={pagePaths.login()} state={{ returnTo: pathname + search }}>
            Sign in
          </LinkButton>
        </>
      )}
    </Dialog>
  );
}

function Lists({ property, close }: { property: Pick<Property, '_id'>; close: () => void }) {
  const lists = useQuery(shortlistsQuery());
  const refresh = useRefreshShortlists();
  // A list may be created even if adding the home fails. A retry with the same name reuses it.
  const createdIds = useRef(new Map<string, string>());
  const add = useApiMutation(
    async (api, target: { id: string } | { name: string; id?: never }) => {
      const create = async (name: string) => {
        const { _id } = await api.call('POST /shortlists', { json: { name } });
        createdIds.current.set(name, _id);
        return _id;
      };
      const id = target.id ?? createdIds.current.get(target.name) ?? (await create(target.name));
      return api.call('PUT /shortlists/:id/homes/:propertyId', {
        params: { id, propertyId: property._id },
      });
    },
    {
      onSuccess: ({ name }) => {
        showToast({ tone: 'success', text: `Added to “${name}”.` });
        close();
      },
      onSettled: refresh,
    },
  );
  return (
    <>
      {add.isError && (
        <Banner tone="error" className="mb-4">
          {add.error.message}
        </Banner>
      )}
      {lists.isPending && <Skeleton className="mb-5 h-24 rounded-sm" />}
      {lists.isError && (
        <Banner tone="error" className="mb-4">
          Could not load your shortlists. {lists.error.message}
        </Banner>
      )}
      {lists.data !== undefined && lists.data.items.length > 0 && (
        <ul className="mb-5 max-h-64 divide-y divide-line overflow-y-auto border-y border-line">
          {lists.data.items.map((list) => (
            <li key={list._id}>
              <Button
                variant="quiet"
                className="w-full justify-between! text-left!"
                aria-disabled={add.isPending}
                onClick={() => add.mutate({ id: list._id })}
              >
                <span className="min-w-0 [overflow-wrap:anywhere]">{list.name}</span>
                <span className="shrink-0 text-sm font-normal text-ink-soft">
                  {countOf(list.homeCount, 'home')}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ShortlistNameForm
        label="New shortlist"
        submitLabel="Create and add"
        busy={add.isPending}
        onSubmit={(name) => add.mutate({ name })}
      />
    </>
  );
}
