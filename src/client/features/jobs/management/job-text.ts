import { formatDateTime } from '#shared/format/dates.ts';
import type { Job } from '#shared/schemas/service/job.ts';

/** Describes the state of a job in a sentence. */
export function jobText(job: Job): string {
  const { state, tries, triesMost, dueAt, failedAt, startedAt, isRecurring } = job;
  const timeSuffix = (time: string | null) => (time === null ? '' : ` ${formatDateTime(time)}`);
  switch (state) {
    case 'failed':
      return `Gave up after ${tries} failed ${tries === 1 ? 'try' : 'tries'}, most recently on${timeSuffix(failedAt)}.`;
    case 'retrying':
      return `Failed ${tries} of ${triesMost} tries. Next try${timeSuffix(dueAt)}.`;
    case 'running':
      return `Running since${timeSuffix(startedAt)}.`;
    case 'waiting':
      return `${isRecurring ? 'Next run' : 'Due'}${timeSuffix(dueAt)}.`;
  }
}
