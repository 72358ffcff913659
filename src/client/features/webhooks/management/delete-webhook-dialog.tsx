import { useRef } from 'react';
import type { Webhook } from '#shared/schemas/open/webhook.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Banner } from '../../../ui/notices/banner.tsx';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { useDeleteWebhook } from './webhook-queries.ts';

interface DeleteWebhookDialogProps {
  /** The webhook to delete; null while the dialog is closed. */
  webhook: Webhook | null;
  onClose: () => void;
  onDeleted: () => void;
  /** The element to focus after the webhook and its buttons have been removed. */
  returnFocusTo: () => HTMLElement | null;
}

/** Asks for confirmation before deleting a webhook and its deliveries. */
export function DeleteWebhookDialog({
  webhook,
  onClose,
  onDeleted,
  returnFocusTo,
}: DeleteWebhookDialogProps) {
  const isDeleted = useRef(false);
  const remove = useDeleteWebhook(() => {
    isDeleted.current = true;
    onDeleted();
  });
  return (
    <AlertDialog
      open={webhook !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
        remove.reset();
      }}
      title="Delete webhook"
      description={`${webhook?.url ?? ''} will receive no more events, and its deliveries will be deleted.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => {
        isDeleted.current = false;
        if (webhook !== null) remove.mutate(webhook._id);
      }}
      returnFocusTo={() => (isDeleted.current ? returnFocusTo() : null)}
    >
      {remove.isError && (
        <Banner tone="error">
          {failureText(remove.error, 'The webhook could not be deleted.')}
        </Banner>
      )}
    </AlertDialog>
  );
}
