import { useState, type SubmitEvent } from 'react';
import { countOf } from '#shared/format/numbers.ts';
import { MAX_NEW_HOMES, MAX_SHORT_TEXT_LENGTH } from '#shared/limits.ts';
import { describeSearch } from '#shared/saved-searches/describe-search.ts';
import type { Frequency, SavedSearch } from '#shared/saved-searches/saved-search.ts';
import { failureText } from '../../forms/failure-text.ts';
import { Button } from '../../ui/actions/button.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { Badge } from '../../ui/blocks/badge.tsx';
import { Card } from '../../ui/blocks/card.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Banner } from '../../ui/notices/banner.tsx';
import { FREQUENCY_OPTIONS } from './frequencies.ts';
import { startEditing } from './edited-search.ts';
import { NewestHomes } from './newest-homes.tsx';
import { searchHref } from './search-url.ts';
import { useChangeSavedSearch, useMarkSeen } from './saved-search-queries.ts';

interface SavedSearchCardProps {
  search: SavedSearch;
  onDelete: () => void;
}

/** A saved search with new homes, alert frequency, and actions to run, edit, rename, and delete it. */
export function SavedSearchCard({ search, onDelete }: SavedSearchCardProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const change = useChangeSavedSearch();
  const markSeen = useMarkSeen();
  const summary = describeSearch(
    Object.fromEntries(Object.entries(search.search).map(([name, value]) => [name, String(value)])),
  );

  function rename(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (name === '' || name === search.name) setIsRenaming(false);
    else change.mutate({ id: search._id, name }, { onSuccess: () => setIsRenaming(false) });
  }

  return (
    <li>
      <Card className="p-5">
        {change.isError && (
          <div className="mb-4">
            <Banner tone="error">
              {failureText(change.error, 'The search could not be changed.')}
            </Banner>
          </div>
        )}
        {isRenaming ? (
          <form onSubmit={rename} className="flex flex-wrap items-end gap-3">
            <Field label="Name" className="min-w-0 flex-1">
              {(control) => (
                <Input
                  {...control}
                  name="name"
                  defaultValue={search.name}
                  maxLength={MAX_SHORT_TEXT_LENGTH}
                  // The user pressed the button to type.
                  // oxlint-disable-next-line jsx-a11y/no-autofocus
                  autoFocus
                />
              )}
            </Field>
            <Button type="submit" busy={change.isPending}>
              Save
            </Button>
            <Button variant="secondary" onClick={() => setIsRenaming(false)}>
              Cancel
            </Button>
          </form>
        ) : (
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">{search.name}</h2>
              {summary !== search.name && (
                <p className="mt-0.5 [overflow-wrap:anywhere] text-ink-soft">{summary}</p>
              )}
            </div>
            {search.newCount !== null && search.newCount > 0 && (
              <Badge tone="brand">
                {search.newCount === MAX_NEW_HOMES
                  ? `${MAX_NEW_HOMES}+ new homes`
                  : countOf(search.newCount, 'new home')}
              </Badge>
            )}
          </div>
        )}
        <NewestHomes search={search} />
        <div className="mt-4 flex flex-wrap items-end justify-between gap-4">
          <Field label="Email alerts" className="w-48">
            {(control) => (
              <Select
                {...control}
                value={(change.isPending ? change.variables.frequency : null) ?? search.frequency}
                options={FREQUENCY_OPTIONS}
                onChange={(event) =>
                  // Safe cast: every option's value is a frequency.
                  change.mutate({ id: search._id, frequency: event.target.value as Frequency })
                }
              />
            )}
          </Field>
          <div className="flex flex-wrap gap-3">
            <LinkButton
              href={searchHref(search.search)}
              onClick={() => markSeen.mutate(search._id)}
            >
              Show homes
            </LinkButton>
            <LinkButton
              variant="secondary"
              href={searchHref(search.search)}
              aria-label={`Edit filters for ${search.name}`}
              onClick={() => startEditing(search)}
            >
              Edit filters
            </LinkButton>
            <Button
              variant="secondary"
              aria-label={`Rename ${search.name}`}
              onClick={() => setIsRenaming(true)}
            >
              Rename
            </Button>
            <Button variant="secondary" aria-label={`Delete ${search.name}`} onClick={onDelete}>
              Delete
            </Button>
          </div>
        </div>
      </Card>
    </li>
  );
}
