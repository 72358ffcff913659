import type { RecurringJobs } from '../../../jobs/job-handler.ts';
import { deleteExpiredInvitations } from './invitation-repository.ts';

/** Expired invitations are deleted after this time because they can name people without an account. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** Recurring jobs by name. */
export const recurringInvitationJobs: RecurringJobs = {
  'invitations.sweep': {
    every: 'day',
    handle: async ({ db, now, shutdownSignal }) => {
      const before = new Date(now.getTime() - RETENTION_MS);
      while (!shutdownSignal.aborted && (await deleteExpiredInvitations(db, before)) > 0);
    },
  },
};
