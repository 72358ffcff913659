/** Runs jobs due by a time, as if it were that time, for `npm run jobs` and tests. */

import type { Mailer } from '../mail/mailer.ts';
import type { JobContext, JobTable } from './job-handler.ts';
import { deleteJob, failJob, type JobRow, claimDueJob } from './job-repository.ts';
import { runMailJob } from './mail-job.ts';
import type { MailKind } from './mail-kinds.ts';
import { isRunDue } from './recurring-jobs.ts';

/** The number of jobs that ran, and the number of those that failed. */
export type DueJobsResult = { ran: number; failed: number };

/**
 * Runs every job due by `context.now`, then the recurring jobs due by then, then the jobs that
 * these have added. A failed job is retried later. The schedule of recurring jobs does not change.
 *
 * @param options.worker the name of the worker that locks the jobs
 * @param options.includesRecurring false skips recurring jobs
 * @throws Error if a recurring job fails, or the reason of `context.shutdownSignal` if it is aborted
 */
export async function runDueJobs(
  table: JobTable,
  context: JobContext,
  mailer: Mailer,
  { worker, includesRecurring = true }: { worker: string; includesRecurring?: boolean },
): Promise<DueJobsResult> {
  const { db, now } = context;
  const failedIds: string[] = [];
  const result: DueJobsResult = { ran: 0, failed: 0 };

  async function runWaiting(): Promise<void> {
    const except = Object.keys(table.recurring);
    for (;;) {
      context.shutdownSignal.throwIfAborted();
      const job = await claimDueJob(db, { at: now, worker, except, excludedIds: failedIds });
      if (job === undefined) return;
      try {
        await runJob(table, job, context, mailer);
        await deleteJob(db, job.id);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        await failJob(db, job.id, { message, at: now });
        failedIds.push(job.id);
        result.failed += 1;
        context.log.error({ err: error, job: job.name }, `Failed: ${job.name}`);
      }
      result.ran += 1;
    }
  }

  await runWaiting();
  if (!includesRecurring) return result;
  for (const [name, { handle }] of Object.entries(table.recurring)) {
    if (!(await isRunDue(db, name, now))) continue;
    await handle(context);
    result.ran += 1;
  }
  await runWaiting();
  return result;
}

/**
 * Runs one job.
 *
 * @throws Error if it has no handler, or its handler fails
 */
async function runJob(
  table: JobTable,
  job: JobRow,
  context: JobContext,
  mailer: Mailer,
): Promise<void> {
  const mail = table.emails[job.name as MailKind];
  if (mail !== undefined) return runMailJob(mail, job, context, mailer);
  const outbound = table.outbound?.map(({ jobs }) => jobs) ?? [];
  const handlers = [table.jobs, table.long, ...outbound];
  const handle = handlers.find((group) => group[job.name] !== undefined)?.[job.name];
  if (handle === undefined) throw new Error(`There is no handler for the job ${job.name}.`);
  return handle(job.payload, context);
}
