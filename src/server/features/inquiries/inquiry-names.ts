/**
 * Names of the emails, jobs, and notifications of inquiries, for the code that adds them and the code that handles
 * them.
 */

import { pagePaths } from '#shared/page-paths.ts';

/** To the agent: a message of the sender's. */
export const QUESTION_MAIL = 'inquiries.question-mail';
/** To a sender without an account: the link to what they asked. */
export const OPENED_MAIL = 'inquiries.opened-mail';
/** To the sender: a message of the agent's. */
export const ANSWER_MAIL = 'inquiries.answer-mail';

/** Where notifications about an inquiry lead its agent and its sender. */
export const notificationLinks = (id: string) => ({
  agent: pagePaths.manageInquiries({ id }),
  sender: pagePaths.inquiries({ id }),
});
