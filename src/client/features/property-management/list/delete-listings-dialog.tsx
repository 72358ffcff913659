import { useQueryClient } from '@tanstack/react-query';
import { countOf } from '#shared/format/numbers.ts';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';
import { refreshListings } from '../../../property-cards/refresh-listings.ts';
import { DeleteDialog, type DeleteDialogProps } from '../../../data-list/bulk/delete-dialog.tsx';

/** Asks for confirmation before deleting listings (docs/product/dashboard.md, Deleting). */
export function DeleteListingsDialog(
  props: Pick<DeleteDialogProps<ManagedProperty>, 'target' | 'selection' | 'report'>,
) {
  const queryClient = useQueryClient();
  return (
    <DeleteDialog
      {...props}
      title="Delete Property"
      question={(count) =>
        count === null
          ? 'Are you sure you want to permanently delete this property listing? This action cannot be undone.'
          : `Are you sure you want to permanently delete these ${count} property listings? This action cannot be undone.`
      }
      describe={({ title, address, city, state }) => ({
        name: title,
        detail: [address, city, state].filter((part) => part !== null).join(', '),
      })}
      deleteOne={(api, id) => api.call('DELETE /properties/:id', { params: { id } })}
      deleteMany={(api, ids) =>
        api.call('POST /properties/bulk', { json: { ids, action: 'delete' } })
      }
      successText={([first, ...others]) =>
        others.length === 0
          ? `“${first?.title}” was deleted.`
          : `${countOf(others.length + 1, 'listing')} were deleted.`
      }
      onSettled={() => refreshListings(queryClient)}
    />
  );
}
