import { inTransaction } from '../../database/database.ts';
import type { RecurringJobs } from '../../jobs/job-handler.ts';
import { addMail } from '../../jobs/mail-job.ts';
import { WAITING_MAIL } from './review-mail.ts';
import { findReviewers, claimDigest } from './review-repository.ts';

export const recurringReviewJobs: RecurringJobs = {
  'reviews.digest': {
    every: 'hour',
    handle: async ({ db, now }) =>
      inTransaction(db, null, async (transaction) => {
        if (!(await claimDigest(transaction, now))) return;
        for (const userId of await findReviewers(transaction)) {
          await addMail(transaction, {
            kind: WAITING_MAIL,
            to: { proof: 'account', userId },
            author: 'site',
            cause: null,
            payload: {},
            now,
          });
        }
      }),
  },
};
