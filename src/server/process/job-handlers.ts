/** Combines the job handlers of all features. */

import type { JobTable, MailHandler } from '../jobs/job-handler.ts';
import type { MailKind } from '../jobs/mail-kinds.ts';
import { recurringMailJobs } from '../jobs/mail-limits.ts';
import { savedSearchEmails } from '../features/saved-searches/alerts/alert-mail.ts';
import {
  savedSearchJobs,
  recurringSavedSearchJobs,
} from '../features/saved-searches/saved-search-jobs.ts';
import { recurringInvitationJobs } from '../features/accounts/invitations/invitation-jobs.ts';
import { invitationEmails } from '../features/accounts/invitations/invitation-mail.ts';
import { resetEmails } from '../features/accounts/reset/reset-mail.ts';
import { signInEmails } from '../features/accounts/sessions/sign-in-mail.ts';
import { accountChangeEmails } from '../features/accounts/changed-mail.ts';
import { twoFactorEmails } from '../features/accounts/two-factor/two-factor-mail.ts';
import { demoJobs } from '../features/demo/removal/demo-jobs.ts';
import { recurringAuditJobs } from '../features/audit/audit-jobs.ts';
import { recurringGeocodeJobs } from '../features/geocode/geocode-jobs.ts';
import { recurringIdempotencyJobs } from '../features/idempotency/idempotency-jobs.ts';
import { longImportJobs, recurringImportJobs } from '../features/import/runs/import-run-jobs.ts';
import {
  outboundSourceJobs,
  recurringSourceJobs,
  sourceJobs,
} from '../features/import/sources/source-jobs.ts';
import { createRecurringInquiryJobs } from '../features/inquiries/inquiry-jobs.ts';
import { inquiryEmails } from '../features/inquiries/mail/inquiry-mail.ts';
import { recurringContactJobs } from '../features/messages/contact-jobs.ts';
import { contactEmails } from '../features/messages/contact-mail.ts';
import { publishingEmails } from '../features/properties/publishing/expiry-mail.ts';
import { createRecurringPublishingJobs } from '../features/properties/publishing/publishing-jobs.ts';
import { reportEmails } from '../features/reports/report-mail.ts';
import { recurringNotificationJobs } from '../features/notifications/notification-jobs.ts';
import {
  MAX_WEBHOOK_QUEUES,
  outboundWebhookJobs,
  recurringWebhookJobs,
  webhookJobs,
} from '../features/webhooks/webhook-jobs.ts';
import { recurringViewJobs } from '../features/properties/figures/view-jobs.ts';
import { recurringWordJobs } from '../features/properties/search/word-jobs.ts';
import { recurringReportJobs } from '../features/reports/report-jobs.ts';
import { recurringResoJobs } from '../features/reso/reso-jobs.ts';
import { eraseToursOfInquiries } from '../features/tours/erasure/erase-tours-service.ts';
import { recurringTourJobs } from '../features/tours/tour-jobs.ts';
import { recurringReviewJobs } from '../features/reviews/review-jobs.ts';
import { reviewEmails } from '../features/reviews/review-mail.ts';
import { announceReview } from '../features/reviews/review-service.ts';
import { recurringVerificationJobs } from '../features/verification/verification-jobs.ts';
import { userEmails } from '../features/users/agent-request-mail.ts';
import { tourEmails } from '../features/tours/tour-mail.ts';

/** Every job, email, and recurring job by name. */
export const JOB_TABLE: JobTable = {
  jobs: { ...demoJobs, ...savedSearchJobs, ...sourceJobs, ...webhookJobs },
  long: { ...longImportJobs },
  outbound: [
    { jobs: outboundSourceJobs, maxConcurrent: 8 },
    { jobs: outboundWebhookJobs, maxConcurrent: MAX_WEBHOOK_QUEUES },
  ],
  emails: {
    ...contactEmails,
    ...inquiryEmails,
    ...publishingEmails,
    ...invitationEmails,
    ...reportEmails,
    ...resetEmails,
    ...savedSearchEmails,
    ...signInEmails,
    ...tourEmails,
    ...accountChangeEmails,
    ...twoFactorEmails,
    ...userEmails,
    ...reviewEmails,
  } satisfies Record<MailKind, MailHandler>,
  recurring: {
    ...recurringAuditJobs,
    ...recurringContactJobs,
    ...recurringGeocodeJobs,
    ...recurringIdempotencyJobs,
    ...recurringImportJobs,
    ...createRecurringInquiryJobs(eraseToursOfInquiries),
    ...recurringInvitationJobs,
    ...recurringMailJobs,
    ...recurringNotificationJobs,
    ...createRecurringPublishingJobs({ announceReview }),
    ...recurringReportJobs,
    ...recurringResoJobs,
    ...recurringSavedSearchJobs,
    ...recurringSourceJobs,
    ...recurringTourJobs,
    ...recurringViewJobs,
    ...recurringVerificationJobs,
    ...recurringReviewJobs,
    ...recurringWebhookJobs,
    ...recurringWordJobs,
  },
};
