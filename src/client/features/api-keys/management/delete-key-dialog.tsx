import { useQueryClient } from '@tanstack/react-query';
import type { ApiKey } from '#shared/schemas/open/api-key.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Banner } from '../../../ui/notices/banner.tsx';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';

interface DeleteKeyDialogProps {
  /** The key to delete; null while the dialog is closed. */
  apiKey: ApiKey | null;
  onClose: () => void;
  /** The element to focus afterward; the row may have been removed by then. */
  returnFocusTo: () => HTMLElement | null;
}

/** Asks for confirmation before deleting a key. */
export function DeleteKeyDialog({ apiKey, onClose, returnFocusTo }: DeleteKeyDialogProps) {
  const queryClient = useQueryClient();
  const remove = useApiMutation(
    (api, id: string) => api.call('DELETE /api-keys/:id', { params: { id } }),
    {
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: ['GET /api-keys'] });
        onClose();
      },
    },
  );
  return (
    <AlertDialog
      open={apiKey !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
        remove.reset();
      }}
      title="Delete API key"
      description={`“${apiKey?.name ?? ''}” and its tokens will stop working immediately.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => {
        if (apiKey !== null) remove.mutate(apiKey._id);
      }}
      returnFocusTo={returnFocusTo}
    >
      {remove.isError && (
        <Banner tone="error">{failureText(remove.error, 'The key could not be deleted.')}</Banner>
      )}
    </AlertDialog>
  );
}
