import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiMutation } from '../../../../api/use-api-mutation.ts';
import { failureText } from '../../../../forms/failure-text.ts';
import { Banner } from '../../../../ui/notices/banner.tsx';
import { showToast } from '../../../../ui/notices/toast-store.ts';
import { AlertDialog } from '../../../../ui/overlays/alert-dialog.tsx';
import { setupStepClass } from './setup-step-class.ts';
import { StepDialog } from './step-dialog.tsx';

/** The step of the setup checklist that removes the demo data after a confirmation. */
export function RemoveDemo({ label }: { label: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const queryClient = useQueryClient();
  const remove = useApiMutation((api) => api.call('DELETE /demo', {}), {
    onSuccess: ({ message }) => {
      setIsOpen(false);
      showToast({ tone: 'success', text: message });
      void queryClient.invalidateQueries();
    },
  });
  return (
    <>
      <button type="button" className={setupStepClass} onClick={() => setIsOpen(true)}>
        {label}
      </button>
      <AlertDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Remove demo data"
        description="Demo agents and users are deleted with their listings and messages. This action is permanent."
        confirmLabel="Remove demo data"
        busyLabel="Removing..."
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        {remove.isError && (
          <Banner tone="error">
            {failureText(remove.error, 'The demo data could not be removed.')}
          </Banner>
        )}
      </AlertDialog>
    </>
  );
}

/** The step for demo data on a site that has none. Its dialog says so. */
export function DemoRemoved({ label }: { label: string }) {
  return (
    <StepDialog
      label={label}
      description="This site has no demo data. All users, listings, and messages are your own."
    />
  );
}
