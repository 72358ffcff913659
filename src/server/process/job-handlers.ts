/** All that the queue can do: a new feature adds its handlers here. */

import type { JobTable } from '../jobs/job-handler.ts';
import { resetMails } from '../features/accounts/reset/reset-mail.ts';
import { contactMails } from '../features/messages/contact-mail.ts';

/** Every job, mail and recurring work by name. */
export const JOB_TABLE: JobTable = {
  jobs: {},
  mails: { ...contactMails, ...resetMails },
  recurring: {},
};
