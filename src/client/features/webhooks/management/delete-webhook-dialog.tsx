import { useRef } from 'react';
import type { Webhook } from '#shared/schemas/open/webhook.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Banner } from '../../../ui/notices/banner.tsx';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { useDeleteWebhook } from './webhook-queries.ts';

interface DeleteWebhookDialogProps {
  /** Null while nothing is to be deleted. */
  webhook: Webhook | null;
  onClose: () => void;
  onDeleted: () => void;
  /** Where the focus goes once the webhook and its buttons are gone. */
  returnFocusTo: () => HTMLElement | null;
}

/** Asks before a webhook and its deliveries are gone. */
export function DeleteWebhookDialog({
  webhook,
  onClose,
  onDeleted,
  returnFocusTo,
}: DeleteWebhookDialogProps) {
  const isGone = useRef(false);
  const remove = useDeleteWebhook(() => {
    isGone.current = true;
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
      description={`${webhook?.url ?? ''} hears of nothing more, and its deliveries are deleted.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => {
        isGone.current = false;
        if (webhook !== null) remove.mutate(webhook._id);
      }}
      returnFocusTo={() => (isGone.current ? returnFocusTo() : null)}
    >
      {remove.isError && (
        <Banner tone="error">
          {failureText(remove.error, 'The webhook could not be deleted.')}
        </Banner>
      )}
    </AlertDialog>
  );
}
