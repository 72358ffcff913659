import type { ShortlistSummary } from '#shared/schemas/saved-homes/shortlist.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { failureText } from '../../forms/failure-text.ts';
import { Banner } from '../../ui/notices/banner.tsx';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { useRefreshShortlists } from './shortlist-queries.ts';

/** Asks for confirmation before deleting a shortlist. */
export function DeleteShortlistDialog(props: { list: ShortlistSummary; close: () => void }) {
  const { list, close } = props;
  const refresh = useRefreshShortlists();
  const remove = useApiMutation(
    (api) => api.call('DELETE /shortlists/:id', { params: { id: list._id } }),
    { onSuccess: close, onSettled: refresh },
  );
  return (
    <AlertDialog
      open
      onOpenChange={close}
      title="Delete this shortlist?"
      description={`“${list.name}” will be deleted for everyone, including votes and comments.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {remove.isError && (
        <Banner tone="error">
          {failureText(remove.error, 'The shortlist could not be deleted.')}
        </Banner>
      )}
    </AlertDialog>
  );
}
