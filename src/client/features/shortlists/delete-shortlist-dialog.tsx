import type { ShortlistSummary } from '#shared/schemas/saved-homes/shortlist.ts';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { useShortlistChange } from './shortlist-queries.ts';

/** Asks before a shortlist is deleted. */
export function DeleteShortlistDialog(props: { list: ShortlistSummary; close: () => void }) {
  const { list, close } = props;
  const remove = useShortlistChange((api) =>
    api.call('DELETE /shortlists/:id', { params: { id: list._id } }),
  );
  return (
    <AlertDialog
      open
      onOpenChange={close}
      title="Delete this shortlist?"
      description={`“${list.name}” goes for everybody on it, with its votes and comments.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: close })}
    />
  );
}
