import { z } from 'zod';
import { inTransaction } from '../../database/database.ts';
import { defineJob, type JobHandlers } from '../../jobs/job-handler.ts';
import { setTourStatus } from './tour-change-service.ts';
import { findTour } from './tour-repository.ts';

export const tourJobs: JobHandlers = {
  /** Declines a request that nobody has answered when it would begin. */
  'tours.expire': defineJob(z.object({ tourId: z.string() }), async ({ tourId }, { db, now }) => {
    await inTransaction(db, null, async (transaction) => {
      const tour = await findTour(transaction, tourId, { lock: true });
      if (tour === undefined || tour.status !== 'requested' || tour.start > now) return;
      const change = { status: 'declined', kind: 'unanswered', by: null, now } as const;
      await setTourStatus(transaction, tour, change);
    });
  }),
};
