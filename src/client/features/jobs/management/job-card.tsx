import { describeJob } from '#shared/job-descriptions.ts';
import type { Job } from '#shared/schemas/service/job.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge } from '../../../ui/blocks/badge.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { JobDetailsDialog } from './job-details-dialog.tsx';
import { useRetryJob } from './job-queries.ts';
import { jobText } from './job-text.ts';

interface JobCardProps {
  job: Job;
  onDiscard: () => void;
}

/** A job with its state and actions. */
export function JobCard({ job, onDiscard }: JobCardProps) {
  const { _id: id, name, state, isRecurring, error } = job;
  const label = describeJob(name);
  const retry = useRetryJob();
  return (
    <li className="rounded-md border border-line bg-surface p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold [overflow-wrap:anywhere]">{label}</h2>
        {isRecurring && <Badge>Recurring</Badge>}
      </div>
      <p className="mt-1 text-ink-soft figures">{jobText(job)}</p>
      {error !== null && (
        <p className="mt-3 line-clamp-3 rounded-sm bg-sunken px-3 py-2 text-sm [overflow-wrap:anywhere]">
          {error}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {(state === 'failed' || state === 'retrying') && (
          <Button
            size="sm"
            aria-label={`Try again now: ${label}, job ${id}`}
            busy={retry.isPending}
            busyLabel="Trying..."
            onClick={() =>
              retry.mutate(id, {
                onSuccess: () =>
                  showToast({ tone: 'success', text: `“${label}” is being retried.` }),
              })
            }
          >
            Try again now
          </Button>
        )}
        <JobDetailsDialog job={job} />
        {state !== 'running' && !isRecurring && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Discard: ${label}, job ${id}`}
            onClick={onDiscard}
          >
            Discard
          </Button>
        )}
      </div>
      {retry.isError && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {failureText(retry.error, 'The job could not be retried.')}
        </p>
      )}
    </li>
  );
}
