/** Combines the job handlers of all features. */

import type { JobTable, MailHandler } from '../jobs/job-handler.ts';
import type { MailKind } from '../jobs/mail-kinds.ts';
import { recurringMailJobs } from '../jobs/mail-limits.ts';
import { savedSearchMails } from '../features/saved-searches/alerts/alert-mail.ts';
import {
  savedSearchJobs,
  recurringSavedSearchJobs,
} from '../features/saved-searches/saved-search-jobs.ts';
import { recurringInvitationJobs } from '../features/accounts/invitations/invitation-jobs.ts';
import { invitationMails } from '../features/accounts/invitations/invitation-mail.ts';
import { resetMails } from '../features/accounts/reset/reset-mail.ts';
import { signInMails } from '../features/accounts/sessions/sign-in-mail.ts';
import { accountChangeMails } from '../features/accounts/changed-mail.ts';
import { twoFactorMails } from '../features/accounts/two-factor/two-factor-mail.ts';
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
import { recurringInquiryJobs } from '../features/inquiries/inquiry-jobs.ts';
import { inquiryMails } from '../features/inquiries/mail/inquiry-mail.ts';
import { contactMails } from '../features/messages/contact-mail.ts';
import { publishingMails } from '../features/properties/publishing/expiry-mail.ts';
import { recurringPublishingJobs } from '../features/properties/publishing/publishing-jobs.ts';
import { reportMails } from '../features/reports/report-mail.ts';
import { recurringNotificationJobs } from '../features/notifications/notification-jobs.ts';
import {
  outboundWebhookJobs,
  recurringWebhookJobs,
  webhookJobs,
} from '../features/webhooks/webhook-jobs.ts';
import { recurringViewJobs } from '../features/properties/figures/view-jobs.ts';
import { recurringReportJobs } from '../features/reports/report-jobs.ts';
import { recurringTourJobs } from '../features/tours/tour-jobs.ts';
import { recurringReviewJobs } from '../features/reviews/review-jobs.ts';
import { reviewMails } from '../features/reviews/review-mail.ts';
import { recurringVerificationJobs } from '../features/verification/verification-jobs.ts';
import { userMails } from '../features/users/agent-request-mail.ts';
import { tourMails } from '../features/tours/tour-mail.ts';

/** Every job, email, and recurring job by name. */
export const JOB_TABLE: JobTable = {
  jobs: { ...demoJobs, ...savedSearchJobs, ...sourceJobs, ...webhookJobs },
  long: { ...longImportJobs },
  outbound: { ...outboundSourceJobs, ...outboundWebhookJobs },
  mails: {
    ...contactMails,
    ...inquiryMails,
    ...publishingMails,
    ...invitationMails,
    ...reportMails,
    ...resetMails,
    ...savedSearchMails,
    ...signInMails,
    ...tourMails,
    ...accountChangeMails,
    ...twoFactorMails,
    ...userMails,
    ...reviewMails,
  } satisfies Record<MailKind, MailHandler>,
  recurring: {
    ...recurringAuditJobs,
    ...recurringGeocodeJobs,
    ...recurringIdempotencyJobs,
    ...recurringImportJobs,
    ...recurringInquiryJobs,
    ...recurringInvitationJobs,
    ...recurringMailJobs,
    ...recurringNotificationJobs,
    ...recurringPublishingJobs,
    ...recurringReportJobs,
    ...recurringSavedSearchJobs,
    ...recurringSourceJobs,
    ...recurringTourJobs,
    ...recurringViewJobs,
    ...recurringVerificationJobs,
    ...recurringReviewJobs,
    ...recurringWebhookJobs,
  },
};
