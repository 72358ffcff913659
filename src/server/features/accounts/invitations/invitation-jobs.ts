import type { RecurringJobs } from '../../../jobs/job-handler.ts';
import { deleteExpired } from '../sessions/session-repository.ts';
import { deleteExpiredInvitations } from './invitation-repository.ts';

/** Old invitations contain the email addresses of people who may not have an account. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** Recurring jobs by name. */
export const recurringInvitationJobs: RecurringJobs = {
  'invitations.sweep': {
    every: 'hour',
    handle: async ({ db, now, shutdownSignal }) => {
      const before = new Date(now.getTime() - RETENTION_MS);
      while (!shutdownSignal.aborted && (await deleteExpiredInvitations(db, before)) > 0);
      // A sign-in deletes only some of them.
      while (!shutdownSignal.aborted && (await deleteExpired(db, now)) > 0);
    },
  },
};
