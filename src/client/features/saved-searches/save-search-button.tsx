import BellPlus from 'lucide-react/icons/bell-plus';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../ui/actions/button.tsx';
import { useDeferredComponent } from '../../ui/timing/use-deferred-component.ts';
import { useSession } from '../../session/session-context.tsx';
import { readEditedSearch } from './edited-search.ts';
import { LazyEditBar } from './lazy-edit-bar.tsx';
import { readSearch } from './search-url.ts';

const loadDialog = async () => (await import('./save-search-dialog.tsx')).SaveSearchDialog;

export interface SaveSearchButtonProps {
  /** The filters in the page's path, such as `{ status: 'For Sale' }`; the query adds more. */
  base: Record<string, string>;
}

/**
 * The button that saves the search of a listing page, or while editing a saved search, the bar that
 * updates it. Bar and dialog are loaded on demand.
 */
export function SaveSearchButton({ base }: SaveSearchButtonProps) {
  const [params] = useSearchParams();
  const [isOpen, setIsOpen] = useState(false);
  const { Component: Dialog, isLoading, fetch } = useDeferredComponent(loadDialog, 'The form');
  const [editedSearch, setEditedSearch] = useState(readEditedSearch);
  const isSignedIn = useSession().status === 'signed-in';
  const search = readSearch(base, params);
  if (editedSearch !== null && isSignedIn) {
    return (
      <LazyEditBar
        editedSearch={editedSearch}
        search={search}
        onCancel={() => setEditedSearch(null)}
      />
    );
  }
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label="Save search"
        busy={isLoading}
        onClick={() => void fetch().then(setIsOpen)}
      >
        {/* Short on phones because the toolbar would cut off the full label. */}
        <BellPlus aria-hidden="true" className="size-4 max-md:hidden" />
        <span>
          Save<span className="max-md:hidden"> search</span>
        </span>
      </Button>
      {Dialog !== null && <Dialog open={isOpen} onOpenChange={setIsOpen} search={search} />}
    </>
  );
}
