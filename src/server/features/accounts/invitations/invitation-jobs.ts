import type { RecurringJobs } from '../../../jobs/job-handler.ts';
import { deleteExpiredInvitations } from './invitation-repository.ts';

/**
 * How long invitations are stored after they expire. Then they are deleted because they contain email
 * addresses of people who may have no account.
 */
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
