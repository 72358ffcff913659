import type { SavedSearch } from '#shared/saved-searches/saved-search.ts';
import { failureText } from '../../forms/failure-text.ts';
import { Banner } from '../../ui/notices/banner.tsx';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { useDeleteSavedSearch } from './saved-search-queries.ts';

interface DeleteSearchDialogProps {
  /** The search to delete; null while the dialog is closed. */
  search: SavedSearch | null;
  onClose: () => void;
  /** The element to focus afterward; the card may have been removed by then. */
  returnFocusTo: () => HTMLElement | null;
}

/** Asks for confirmation before deleting a saved search. */
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
