/** Describes each job for admins (docs/product/jobs.md, For admins). */

/** By the job's name; a test holds that every handler has its words. */
export const JOB_WORDS: Readonly<Record<string, string>> = {
  'accounts.factor-removed-mail': 'Email: second factor removed',
  'accounts.sign-in-mail': 'Email: new sign-in',
  'accounts.reset-mail': 'Email: choose a new password',
  'contact.mail': 'Email: a contact message',
  'demo.remove': 'Remove the demo data',
  'events.sweep': 'Clear old live events',
  'audit.clear-places': 'Clear old IP addresses from the audit log',
  'geocodes.sweep': 'Delete old responses of the geocoder',
  'idempotency.sweep': 'Delete stored responses of requests sent twice',
  'imports.run': 'Import a file of listings',
  'imports.sweep': 'Clear old imports',
  'inquiries.answer-mail': 'Email: answer to an inquiry',
  'inquiries.opened-mail': 'Email: link to an inquiry',
  'inquiries.question-mail': 'Email: question to an agent',
  'inquiries.remind': 'Remind agents of inquiries',
  'inquiries.sweep': 'Delete old inquiries',
  'mails.sweep': 'Delete old counts of emails',
  'notifications.sweep': 'Delete old notifications',
  'reports.hidden-mail': 'Email: a listing was hidden',
  'reports.sweep': 'Delete old reports',
  'saved-searches.alert': 'Write the alert of a search',
  'saved-searches.alert-mail': 'Email: new homes',
  'saved-searches.confirm-mail': 'Email: confirm alerts',
  'saved-searches.digest': 'Write a daily or weekly alert',
  'saved-searches.due': 'Begin the alerts of one time',
  'saved-searches.match': 'Match changed homes with saved searches',
  'saved-searches.sweep': 'Delete unconfirmed alerts',
  'reviews.decision-mail': 'Email: a listing was approved or sent back',
  'reviews.digest': 'Email admins what waits for review',
  'reviews.waiting-mail': 'Email: listings wait for review',
  'users.agent-request-mail': 'Email: a request to become an agent was decided',
  'verification.lapse': 'End verifications on their last day',
  'tours.due': 'Send tour reminders, and end unconfirmed requests',
  'tours.mail': 'Email: a tour',
  'tours.sweep': 'Delete old tours',
  'views.forget': 'Forget the visitors of earlier days',
};

/** Describes a job; an unknown one by its name. */
export const jobWords = (name: string): string => JOB_WORDS[name] ?? name;
