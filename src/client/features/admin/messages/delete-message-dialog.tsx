import type { ContactMessage } from '#shared/schemas/contact-message.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { DialogTarget } from '../../../desk/dialog-target.ts';
import { useFailure } from '../../../desk/failure.tsx';
import { useDeleteMessage } from './message-queries.ts';

/** Asks before a message is deleted (spec section 2, Messages inbox). */
export function DeleteMessageDialog({ target }: { target: DialogTarget<ContactMessage> }) {
  const message = target.row;
  const failure = useFailure();
  const remove = useDeleteMessage({
    onDone() {
      target.closeAfterRemoval();
      showToast({ tone: 'success', text: 'The message was deleted.' });
    },
    onFailure: failure.show,
  });
  if (message === null) return null;
  return (
    <AlertDialog
      open={target.isOpen}
      onOpenChange={() => {
        failure.clear();
        target.close();
      }}
      returnFocusTo={target.returnFocusTo}
      title="Delete Message"
      description={
        <>
          Are you sure you want to delete this message? This action is permanent.
          <span className="mt-4 block rounded-sm border border-line bg-sunken px-4 py-3 [overflow-wrap:anywhere]">
            <span className="block font-semibold text-ink">{message.subject}</span>
            <span className="block text-sm">from {message.name}</span>
          </span>
        </>
      }
      confirmLabel="Confirm Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(message)}
    >
      {failure.banner}
    </AlertDialog>
  );
}
