import type { RecurringJobs } from '../../../jobs/job-handler.ts';
import { deleteExpiredInvitations } from './invitation-repository.ts';

/** Old invitations have the addresses of people who may never have had an account. */
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

/** Recurring jobs by name. */
export const recurringInvitationJobs: RecurringJobs = {
  'invitations.sweep': {
    every: 'day',
    handle: async ({ db, now, shutdownSignal }) => {
      const before = new Date(now.getTime() - KEEP_MS);
      while (!shutdownSignal.aborted && (await deleteExpiredInvitations(db, before)) > 0);
    },
  },
};
