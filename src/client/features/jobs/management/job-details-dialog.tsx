import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { formatDateTime } from '#shared/format/dates.ts';
import { describeJob } from '#shared/job-descriptions.ts';
import type { Job } from '#shared/schemas/service/job.ts';
import { LoadFailure } from '../../../data-list/failure.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Dialog, DialogClose } from '../../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { jobQuery } from './job-queries.ts';
import { jobText } from './job-text.ts';

/** The details of one job, without personal data. */
export function JobDetailsDialog({ job }: { job: Job }) {
  const { _id: id, name, createdAt } = job;
  const [isOpen, setIsOpen] = useState(false);
  const details = useQuery({ ...jobQuery(id), enabled: isOpen });
  const facts = details.data?.facts;
  const label = describeJob(name);
  const error = details.data?.error ?? job.error;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      title={label}
      description={jobText(details.data ?? job)}
      trigger={
        <Button variant="secondary" size="sm" aria-label={`Details: ${label}, job ${id}`}>
          Details
        </Button>
      }
      actions={<DialogClose render={<Button variant="secondary">Close</Button>} />}
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <Fact name="Job">
          {id}, {name}
        </Fact>
        <Fact name="Added">{formatDateTime(createdAt)}</Fact>
        {facts?.map((fact) => (
          <Fact key={fact.name} name={fact.name}>
            {fact.value ?? (
              <span className="text-ink-faint">Hidden: may contain personal data</span>
            )}
          </Fact>
        ))}
        {error !== null && <Fact name="Reason">{error}</Fact>}
      </dl>
      {details.isPending && <Skeleton className="mt-3 h-5 w-2/3" />}
      {details.isError && facts === undefined && (
        <LoadFailure
          className="mt-4"
          text="Could not load the details."
          error={details.error}
          isRetrying={details.isFetching}
          onRetry={() => void details.refetch()}
        />
      )}
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 whitespace-pre-line [overflow-wrap:anywhere] figures">{children}</dd>
    </>
  );
}
