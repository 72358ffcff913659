import { AUDIT_IP_RETENTION_DAYS } from '#shared/limits.ts';
import type { RecurringJobs } from '../../jobs/job-handler.ts';
import { clearIpAddressesBefore } from './audit-repository.ts';

const DAY_MS = 86_400_000;

/** Recurring jobs by name. */
export const recurringAuditJobs: RecurringJobs = {
  'audit.clear-places': {
    every: 'day',
    handle: async ({ db, now, shutdownSignal }) => {
      const cutoff = new Date(now.getTime() - AUDIT_IP_RETENTION_DAYS * DAY_MS);
      while (!shutdownSignal.aborted && (await clearIpAddressesBefore(db, cutoff)) > 0);
    },
  },
};
