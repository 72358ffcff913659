import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pagePaths } from '#shared/page-paths.ts';
import type { Shortlist } from '#shared/schemas/saved-homes/shortlist.ts';
import { Button } from '../../ui/actions/button.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { Link } from '../../ui/actions/link.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ShortlistHome } from './shortlist-home.tsx';
import { ShortlistNameForm } from './shortlist-name-form.tsx';
import { ShortlistPeople } from './shortlist-people.tsx';
import { shortlistQuery, useShortlistChange } from './shortlist-queries.ts';
import { isMissing, ShortlistMissing, ShortlistPending } from './shortlist-states.tsx';

/** One shortlist: homes with votes and comments, people, and links. */
export function ShortlistPage({ id }: { id: string }) {
  const query = useQuery(shortlistQuery(id));
  if (isMissing(query.error)) {
    return (
      <ShortlistMissing
        title="Shortlist Not Found"
        actions={<LinkButton href={pagePaths.shortlists()}>Your shortlists</LinkButton>}
      >
        It was deleted, or you’re not a member.
      </ShortlistMissing>
    );
  }
  if (query.data === undefined) return <ShortlistPending query={query} />;
  const list = query.data;
  return (
    <div className="column pt-8 pb-20 lg:pt-12">
      <Link
        href={pagePaths.shortlists()}
        className="touch-target inline-flex items-center text-sm text-ink-soft underline underline-offset-4"
      >
        All shortlists
      </Link>
      <ShortlistHeader key={list.name} list={list} />
      <div className="mt-8 grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Homes list={list} />
        <aside className="lg:order-last">
          <ShortlistPeople list={list} />
        </aside>
      </div>
    </div>
  );
}

function ShortlistHeader({ list }: { list: Shortlist }) {
  const [isRenaming, setIsRenaming] = useState(false);
  const rename = useShortlistChange((api, name: string) =>
    api.call('PATCH /shortlists/:id', { params: { id: list._id }, json: { name } }),
  );
  if (isRenaming) {
    return (
      <div className="mt-3 max-w-xl">
        <h1 className="sr-only">{list.name}</h1>
        <ShortlistNameForm
          label="Name"
          name={list.name}
          submitLabel="Save"
          busy={rename.isPending}
          onSubmit={(name) => rename.mutate(name, { onSuccess: () => setIsRenaming(false) })}
          onCancel={() => setIsRenaming(false)}
        />
      </div>
    );
  }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="display text-xl [overflow-wrap:anywhere]">{list.name}</h1>
      {list.isOwner && (
        <Button variant="quiet" size="sm" onClick={() => setIsRenaming(true)}>
          Rename
        </Button>
      )}
    </div>
  );
}

function Homes({ list }: { list: Shortlist }) {
  if (list.homes.length === 0) {
    return (
      <EmptyState
        title="No homes yet"
        actions={
          <>
            <LinkButton href={pagePaths.savedHomes()}>Saved Homes</LinkButton>
            <LinkButton href={pagePaths.forSale()} variant="secondary">
              Browse homes
            </LinkButton>
          </>
        }
      >
        <p>Use “Add to shortlist” on any home’s page.</p>
      </EmptyState>
    );
  }
  return (
    <ul className="grid grid-cols-1 content-start gap-x-8 gap-y-14 sm:grid-cols-2">
      {list.homes.map((home) => (
        <li key={home.property._id}>
          <ShortlistHome list={list} home={home} />
        </li>
      ))}
    </ul>
  );
}
