/** Background jobs, for admins (docs/product/jobs.md, For admins). */

import { can } from '#shared/permissions.ts';
import type { Job, JobCounts, JobDetails, JobsQuery } from '#shared/schemas/service/job.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import { AppError, forbidden, notFound } from '../../errors/app-error.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { toSlice } from '../../http/endpoints/paging.ts';
import { isAnyWorkerAlive } from '../../jobs/job-repository.ts';
import { isRecurringKey } from '../../jobs/recurring-jobs.ts';
import { toJob, toJobDetails } from './job-serializer.ts';
import {
  countByState,
  discardJob,
  findJob,
  findJobs,
  type QueuedJobRow,
  retryJob,
} from './queued-job-repository.ts';

export type JobService = ReturnType<typeof createJobService>;

export function createJobService({ db, now }: { db: Database; now: () => Date }) {
  /** @throws AppError NOT_FOUND if it is done or was discarded */
  async function getRow(reader: Database, id: string): Promise<QueuedJobRow> {
    const row = await findJob(reader, id);
    if (row === undefined) throw notFound('This job is done or was discarded.');
    return row;
  }

  return {
    /** Returns a page of unfinished jobs. */
    async list(query: JobsQuery): Promise<{ jobs: Job[]; total: number }> {
      const { rows, total } = await findJobs(db, query.state, toSlice(query));
      return { jobs: rows.map(toJob), total };
    },

    async count(): Promise<JobCounts> {
      const counts = await countByState(db);
      const isWorkedOff = await isAnyWorkerAlive(db);
      return { ...counts, isWorkedOff };
    },

    /** @throws AppError NOT_FOUND */
    async get(id: string): Promise<JobDetails> {
      return toJobDetails(await getRow(db, id));
    },

    /**
     * Makes a failed or retrying job due immediately and resets its number of attempts.
     *
     * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT if it is running, or has not run yet
     */
    async retry(actor: SignedIn, id: string): Promise<Job> {
      return inActorTransaction(db, actor, async (transaction, current) => {
        if (!can(current, 'job:manage')) throw forbidden();
        const { state } = await getRow(transaction, id);
        if (state === 'waiting') {
          throw new AppError('CONFLICT', 'This job has not run yet and is already scheduled.');
        }
        if (!(await retryJob(transaction, id, now()))) throw jobRunningError();
        return toJob(await getRow(transaction, id));
      });
    },

    /**
     * Removes a job from the queue.
     *
     * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT if it is running, or if it is the next run of
     *   a recurring job, which schedules all later runs
     */
    async discard(actor: SignedIn, id: string): Promise<void> {
      await inActorTransaction(db, actor, async (transaction, current) => {
        if (!can(current, 'job:manage')) throw forbidden();
        const { key } = await getRow(transaction, id);
        if (isRecurringKey(key)) {
          throw new AppError('CONFLICT', 'Recurring jobs cannot be discarded.');
        }
        if (!(await discardJob(transaction, id))) throw jobRunningError();
      });
    },
  };
}

const jobRunningError = () => new AppError('CONFLICT', 'This job is running right now.');
