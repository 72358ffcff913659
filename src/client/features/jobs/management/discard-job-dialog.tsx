import { describeJob } from '#shared/job-descriptions.ts';
import type { Job } from '#shared/schemas/service/job.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Banner } from '../../../ui/notices/banner.tsx';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { useDiscardJob } from './job-queries.ts';

interface DiscardJobDialogProps {
  /** The job to discard; null while the dialog is closed. */
  job: Job | null;
  onClose: () => void;
  /** The element to focus afterward; the job may have been removed by then. */
  returnFocusTo: () => HTMLElement | null;
}

/** Asks for confirmation before discarding a job. */
export function DiscardJobDialog({ job, onClose, returnFocusTo }: DiscardJobDialogProps) {
  const discard = useDiscardJob(onClose);
  return (
    <AlertDialog
      open={job !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
        discard.reset();
      }}
      title="Discard this job"
      description={`“${job === null ? '' : describeJob(job.name)}” won’t run, and no one is notified.`}
      confirmLabel="Discard"
      busyLabel="Discarding..."
      busy={discard.isPending}
      onConfirm={() => {
        if (job !== null) discard.mutate(job._id);
      }}
      returnFocusTo={returnFocusTo}
    >
      {discard.isError && (
        <Banner tone="error">
          {failureText(discard.error, 'The job could not be discarded.')}
        </Banner>
      )}
    </AlertDialog>
  );
}
