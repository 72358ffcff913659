import type { Property } from '#shared/schemas/property.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { showToast } from '../ui/toast-store.ts';
import type { DialogTarget } from './dialog-target.ts';
import { useFailure } from './failure.tsx';
import { useDeleteListing } from './change-listing.ts';

/** Asks before a listing is deleted (spec section 2, Admin property management). */
export function DeleteListingDialog({ target }: { target: DialogTarget<Property> }) {
  const property = target.row;
  const failure = useFailure();
  const remove = useDeleteListing({
    onDone({ title }) {
      target.closeAfterRemoval();
      showToast({ tone: 'success', text: `“${title}” was deleted.` });
    },
    onFailure: failure.show,
  });
  if (property === null) return null;
  return (
    <AlertDialog
      open={target.isOpen}
      onOpenChange={() => {
        failure.clear();
        target.close();
      }}
      returnFocusTo={target.returnFocusTo}
      title="Delete Property"
      description={
        <>
          Are you sure you want to permanently delete this property listing? This action cannot be
          undone.
          <span className="mt-4 block rounded-sm border border-line bg-sunken px-4 py-3 [overflow-wrap:anywhere]">
            <span className="block font-semibold text-ink">{property.title}</span>
            <span className="block text-sm">
              {property.address}, {property.city}, {property.state}
            </span>
          </span>
        </>
      }
      confirmLabel="Confirm Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(property)}
    >
      {failure.banner}
    </AlertDialog>
  );
}
