import type { Tour } from '#shared/schemas/tours/tour.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { failureText } from '../../forms/failure-text.ts';
import { Banner } from '../../ui/notices/banner.tsx';
import { showToast } from '../../ui/notices/toast-store.ts';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';

/** Asks for confirmation and cancels a tour. */
export function CancelDialog(props: {
  tour: Tour;
  token: string | undefined;
  /** The name of the other party, who is notified. */
  otherParty: string;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  onCanceled: () => void;
}) {
  const { tour, token, otherParty, isOpen, onOpenChange, onCanceled } = props;
  const cancel = useApiMutation(
    (api, { _id: id, start }: Tour) =>
      api.call('PATCH /tours/:id', {
        params: { id },
        query: { token },
        json: { status: 'canceled', before: start },
      }),
    {
      onSuccess: () => {
        onOpenChange(false);
        showToast({ tone: 'success', text: 'Tour canceled.' });
        onCanceled();
      },
    },
  );
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title="Cancel this tour?"
      description={`We’ll let ${otherParty} know and open up this time.`}
      confirmLabel="Cancel tour"
      busyLabel="Canceling..."
      cancelLabel="Keep tour"
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate(tour)}
    >
      {cancel.isError ? (
        <Banner tone="error">{failureText(cancel.error, 'The tour could not be canceled.')}</Banner>
      ) : undefined}
    </AlertDialog>
  );
}
