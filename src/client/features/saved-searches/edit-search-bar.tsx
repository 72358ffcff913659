import { useState } from 'react';
import { useNavigate } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import type { SearchInput } from '#shared/saved-searches/saved-search.ts';
import { failureText } from '../../forms/failure-text.ts';
import { Button } from '../../ui/actions/button.tsx';
import { showToast } from '../../ui/notices/toast-store.ts';
import { type EditedSearch, stopEditing } from './edited-search.ts';
import { useChangeSavedSearch } from './saved-search-queries.ts';

export interface EditSearchBarProps {
  editedSearch: EditedSearch;
  /** The search on the page. */
  search: SearchInput;
  /** Called when the user clicks 'Cancel'. */
  onCancel: () => void;
}

/** A bar on listing pages that updates a saved search with the page's filters. */
export function EditSearchBar({ editedSearch, search, onCancel }: EditSearchBarProps) {
  const { _id: id, name } = editedSearch;
  const change = useChangeSavedSearch();
  const navigate = useNavigate();
  const [isLeaving, setIsLeaving] = useState(false);

  function update() {
    change.mutate(
      { id, search },
      {
        onSuccess: (changed) => {
          setIsLeaving(true);
          stopEditing();
          showToast({ tone: 'success', text: `“${changed.name}” was updated.` });
          void navigate(pagePaths.savedSearches());
        },
      },
    );
  }

  return (
    <section
      aria-label={`Edit ${name}`}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-sm border border-line bg-brand-wash px-3 py-2"
    >
      <p className="min-w-0 text-sm [overflow-wrap:anywhere]">
        Editing <span className="font-semibold">“{name}”</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={change.isPending || isLeaving}
          busyLabel="Updating..."
          onClick={update}
        >
          Update this search
        </Button>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            stopEditing();
            onCancel();
          }}
        >
          Cancel
        </Button>
      </div>
      {change.isError && (
        <p role="alert" className="w-full text-sm text-danger">
          {failureText(change.error, 'The search could not be updated.')}
        </p>
      )}
    </section>
  );
}
