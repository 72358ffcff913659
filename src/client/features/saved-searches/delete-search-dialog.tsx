import type { SavedSearch } from '#shared/saved-searches/saved-search.ts';
import { failureText } from '../../forms/failure-text.ts';
import { Banner } from '../../ui/notices/banner.tsx';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { useDeleteSavedSearch } from './saved-search-queries.ts';

interface DeleteSearchDialogProps {
  /** Null while nothing is to be deleted. */
  search: SavedSearch | null;
  onClose: () => void;
  /** Where the focus goes afterwards: the card may be gone by then. */
  returnFocusTo: () => HTMLElement | null;
}

/** Asks before a saved search is deleted. */
export function DeleteSearchDialog({ search, onClose, returnFocusTo }: DeleteSearchDialogProps) {
  const remove = useDeleteSavedSearch(onClose);
  return (
    <AlertDialog
      open={search !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
        remove.reset();
      }}
      title="Delete saved search"
      description={`“${search?.name ?? ''}” and its alerts will be deleted.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => {
        if (search !== null) remove.mutate(search._id);
      }}
      returnFocusTo={returnFocusTo}
    >
      {remove.isError && (
        <Banner tone="error">
          {failureText(remove.error, 'The search could not be deleted.')}
        </Banner>
      )}
    </AlertDialog>
  );
}
