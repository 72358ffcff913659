import type { Webhook } from '#shared/schemas/open/webhook.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { SecretField } from '../../../ui/fields/secret-field.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { Dialog, DialogClose } from '../../../ui/overlays/dialog.tsx';
import { useRotateSecret } from './webhook-queries.ts';

/** Rotates a webhook's secret and shows the new one once. */
export function RotateDialog({
  webhook,
  open,
  onClose,
}: {
  webhook: Webhook;
  open: boolean;
  onClose: () => void;
}) {
  const rotate = useRotateSecret();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
        rotate.reset();
      }}
      title={rotate.isSuccess ? 'Secret rotated' : 'Rotate secret'}
      description={
        rotate.isSuccess
          ? 'Copy the secret now. It won’t be shown again.'
          : 'Messages will be signed with the new secret and, for 24 hours, with the old one as well.'
      }
      actions={
        rotate.isSuccess ? (
          <DialogClose render={<Button>Done</Button>} />
        ) : (
          <>
            <DialogClose render={<Button variant="secondary">Cancel</Button>} />
            <Button
              busy={rotate.isPending}
              busyLabel="Rotating..."
              onClick={() => rotate.mutate(webhook._id)}
            >
              Create Secret
            </Button>
          </>
        )
      }
    >
      {rotate.isSuccess && <SecretField label="Signing secret" secret={rotate.data.secret} />}
      {rotate.isError && (
        <Banner tone="error">
          {failureText(rotate.error, 'The secret could not be rotated.')}
        </Banner>
      )}
    </Dialog>
  );
}
