import { useRef } from 'react';
import type { DataSource } from '#shared/schemas/open/data-source.ts';
import { failureText } from '../../../../forms/failure-text.ts';
import { Banner } from '../../../../ui/notices/banner.tsx';
import { AlertDialog } from '../../../../ui/overlays/alert-dialog.tsx';
import { useDeleteSource } from './source-queries.ts';

interface DeleteSourceDialogProps {
  /** The source to delete; null while the dialog is closed. */
  source: DataSource | null;
  onClose: () => void;
  onDeleted: () => void;
  /** The element to focus after the source and its buttons have been removed. */
  returnFocusTo: () => HTMLElement | null;
}

/** Asks for confirmation before deleting a data source. */
export function DeleteSourceDialog({
  source,
  onClose,
  onDeleted,
  returnFocusTo,
}: DeleteSourceDialogProps) {
  const isDeleted = useRef(false);
  const remove = useDeleteSource(() => {
    isDeleted.current = true;
    onDeleted();
  });
  return (
    <AlertDialog
      open={source !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
        remove.reset();
      }}
      title="Delete data source"
      description={`The listings of “${source?.name ?? ''}” will be taken off the market and assigned to its default agent.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => {
        isDeleted.current = false;
        if (source !== null) remove.mutate(source._id);
      }}
      returnFocusTo={() => (isDeleted.current ? returnFocusTo() : null)}
    >
      {remove.isError && (
        <Banner tone="error">
          {failureText(remove.error, 'The data source could not be deleted.')}
        </Banner>
      )}
    </AlertDialog>
  );
}
