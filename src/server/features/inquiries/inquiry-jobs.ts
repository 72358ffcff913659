/** Background jobs for inquiries. */

import { agentWithInquiryAccess } from '#shared/permissions.ts';
import { type Database, inTransaction } from '../../database/database.ts';
import type { RecurringJobs } from '../../jobs/job-handler.ts';
import { addNotification } from '../notifications/notification-service.ts';
import {
  deleteInquiries,
  type EraseTours,
  findInquiriesBefore,
  claimReminders,
} from './inquiry-change-repository.ts';
import { notificationLinks } from './inquiry-names.ts';
import { findInquiry } from './inquiry-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Recurring jobs by name. */
export const createRecurringInquiryJobs = (eraseTours: EraseTours): RecurringJobs => ({
  /** Sends due reminders. Due times are stored with the inquiries, so a restore does not lose them. */
  'inquiries.remind': {
    every: 'minute',
    handle: async ({ db, now, shutdownSignal }) => {
      const remindBatch = () =>
        inTransaction(db, null, async (transaction) => {
          const ids = await claimReminders(transaction, now);
          for (const id of ids) await remind(transaction, id, now);
          return ids.length;
        });
      while (!shutdownSignal.aborted && (await remindBatch()) > 0);
    },
  },

  'inquiries.sweep': {
    every: 'day',
    handle: async ({ db, now, inquiryKeepDays, shutdownSignal }) => {
      const cutoff = new Date(now.getTime() - inquiryKeepDays * DAY_MS);
      const deleteBatch = () =>
        inTransaction(db, null, async (transaction) =>
          deleteInquiries(
            transaction,
            await findInquiriesBefore(transaction, { time: cutoff, now }),
            { eraseTours, now },
          ),
        );
      while (!shutdownSignal.aborted && (await deleteBatch()) > 0);
    },
  },
});

async function remind(transaction: Database, id: string, now: Date): Promise<void> {
  const row = await findInquiry(transaction, id);
  const userId = row === undefined ? null : agentWithInquiryAccess(row.agent_id, row.agent_role);
  if (row === undefined || userId === null) return;
  await addNotification(transaction, {
    userId,
    kind: 'reminder',
    title: `Reminder: ${row.name} about ${row.title}`,
    link: notificationLinks(row.id).agent,
    createdAt: now,
  });
}
