import { z } from 'zod';
import { inTransaction } from '../../database/database.ts';
import { defineJob, type JobHandlers } from '../../jobs/job-handler.ts';
import { setTourStatus } from './tour-change-service.ts';
import { findTour } from './tour-repository.ts';

export const tourJobs: JobHandlers = {
  /**
   * Declines a request that nobody has answered when it would begin. The queue says when that is: by a clock of its own,
   * which may be ahead of this process's.
   */
  'tours.expire': defineJob(
    // Without a start where an older release added the job.
    z.object({ tourId: z.string(), start: z.iso.datetime().optional() }),
    async ({ tourId, start }, { db, now }) => {
      await inTransaction(db, null, async (transaction) => {
        const tour = await findTour(transaction, tourId, { lock: true });
        if (tour === undefined || tour.status !== 'requested') return;
        // Moved meanwhile: another job is there for its new start.
        if (start !== undefined && tour.start.toISOString() !== start) return;
        const change = { status: 'declined', kind: 'unanswered', by: null, now } as const;
        await setTourStatus(transaction, tour, change);
      });
    },
  ),
};
