/** What is done about inquiries in the background. */

import { readingAgent } from '#shared/permissions.ts';
import { z } from 'zod';
import { inTransaction } from '../../database/database.ts';
import { defineJob, type JobHandlers, type RecurringJobs } from '../../jobs/job-handler.ts';
import { addNotification } from '../notifications/notification-service.ts';
import { deleteInquiries, findInquiriesBefore } from './inquiry-change-repository.ts';
import { notificationLinks, REMIND_JOB } from './inquiry-names.ts';
import { findInquiry } from './inquiry-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Jobs by name. */
export const inquiryJobs: JobHandlers = {
  [REMIND_JOB]: defineJob(
    z.object({ inquiryId: z.string(), remindAt: z.string() }),
    async ({ inquiryId, remindAt }, { db, now }) =>
      inTransaction(db, null, async (transaction) => {
        const row = await findInquiry(transaction, inquiryId);
        // Erased, without an agent who may read it, or set to another time since.
        const userId = row === undefined ? null : readingAgent(row.agent_id, row.agent_role);
        if (row === undefined || userId === null) return;
        if (row.remind_at?.toISOString() !== remindAt) return;
        await addNotification(transaction, {
          userId,
          kind: 'reminder',
          title: `Reminder: ${row.name} about ${row.title}`,
          link: notificationLinks(row.id).agent,
          createdAt: now,
        });
      }),
  ),
};

/** Recurring work by name. */
export const recurringInquiryJobs: RecurringJobs = {
  'inquiries.sweep': {
    every: 'day',
    handle: async ({ db, now, inquiryKeepDays, ending }) => {
      const time = new Date(now.getTime() - inquiryKeepDays * DAY_MS);
      const deleteSome = () =>
        inTransaction(db, null, async (transaction) =>
          deleteInquiries(transaction, await findInquiriesBefore(transaction, time)),
        );
      while (!ending.aborted && (await deleteSome()) > 0);
    },
  },
};
