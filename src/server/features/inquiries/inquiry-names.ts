/** The kinds of inquiry emails, and the links of notifications about inquiries. */

import { pagePaths } from '#shared/page-paths.ts';

/** To the agent: a message from the sender. */
export const QUESTION_MAIL = 'inquiries.question-mail';
/** To a sender without an account: a link to the conversation. */
export const OPENED_MAIL = 'inquiries.opened-mail';
/** To the sender: a message from the agent. */
export const ANSWER_MAIL = 'inquiries.answer-mail';

/** Returns the links of notifications for an inquiry's agent and sender. */
export const notificationLinks = (id: string) => ({
  agent: pagePaths.manageInquiries({ id }),
  sender: pagePaths.inquiries({ id }),
});
