/**
 * Mails about inquiries. Nothing that a sender typed goes to their own address, which nobody has proven to be theirs:
 * else the site would carry anybody's words to anybody (docs/product/inquiries.md, Mails).
 */

import { z } from 'zod';
import { pagePaths } from '#shared/page-paths.ts';
import { cutText } from '#shared/search-term.ts';
import { defineMail, type JobContext, type MailHandlers } from '../../jobs/job-handler.ts';
import type { MailBlock } from '../../mail/mail-blocks.ts';
import { renderMail } from '../../mail/render-mail.ts';
import { readingAgent } from './inquiry-access.ts';
import { ANSWER_MAIL, OPENED_MAIL, QUESTION_MAIL } from './inquiry-names.ts';
import { findAgentEmail, findInquiry, findMessage, type InquiryRow } from './inquiry-repository.ts';
import { DELETED_USER } from './inquiry-serializer.ts';
import { createInquiryToken } from './open-inquiry-service.ts';

/** Mails by name. */
export const inquiryMails: MailHandlers = {
  [QUESTION_MAIL]: defineMail(z.object({ messageId: z.string() }), async (payload, context) => {
    const { message, row } = await findMessageWithInquiry(context, payload.messageId);
    const agentId = row === undefined ? null : readingAgent(row);
    if (message === undefined || row === undefined || agentId === null) return null;
    const to = await findAgentEmail(context.db, agentId);
    if (to === undefined) return null;
    const site = await context.site();
    const { name, email, phone } = row;
    return {
      to,
      ...(email === null ? {} : { replyTo: { name, address: email } }),
      ...renderMail(site, {
        subject: `${oneLine(name)} about ${row.title}`,
        preview: oneLine(message.text),
        blocks: [
          { kind: 'heading', text: row.title },
          {
            kind: 'facts',
            rows: [
              ['From', name],
              ...(email === null ? [] : [['Email', email] as const]),
              ...(phone === null ? [] : [['Phone', phone] as const]),
            ],
          },
          { kind: 'quote', text: message.text },
          {
            kind: 'button',
            label: 'Answer in your inbox',
            url: `${site.url}${pagePaths.manageInquiries({ id: row.id })}`,
          },
        ],
        footer: [{ kind: 'note', text: `An answer to this mail goes to ${name} directly.` }],
      }),
    };
  }),

  [OPENED_MAIL]: defineMail(z.object({ inquiryId: z.string() }), async (payload, context) => {
    const row = await findInquiry(context.db, payload.inquiryId);
    if (row === undefined || row.email === null) return null;
    const agent = row.agent_name ?? DELETED_USER;
    return mailToSender(row, row.email, context, {
      subject: `Your question about ${row.title}`,
      text: `Your question is with ${agent}, the agent of this home. You will find the answer here, and get it by mail.`,
      label: 'Open the conversation',
    });
  }),

  [ANSWER_MAIL]: defineMail(z.object({ messageId: z.string() }), async (payload, context) => {
    const { message, row } = await findMessageWithInquiry(context, payload.messageId);
    if (message === undefined || row === undefined || row.email === null) return null;
    const agent = row.agent_name ?? DELETED_USER;
    return mailToSender(row, row.email, context, {
      subject: `${oneLine(agent)} answered about ${row.title}`,
      text: `${agent} answered:`,
      quote: message.text,
      label: 'Read and answer',
    });
  }),
};

async function findMessageWithInquiry({ db }: JobContext, messageId: string) {
  const message = await findMessage(db, messageId);
  const row = message && (await findInquiry(db, message.inquiry_id));
  return { message, row };
}

/** A mail with a link of its own, since of earlier ones only the hashes are stored. */
async function mailToSender(
  row: InquiryRow,
  to: string,
  { db, now, site }: JobContext,
  words: { subject: string; text: string; quote?: string; label: string },
) {
  const token = await createInquiryToken(db, row.id, now);
  const content = await site();
  const url = `${content.url}${pagePaths.inquiry({ id: row.id, token })}`;
  const quote: MailBlock[] =
    words.quote === undefined ? [] : [{ kind: 'quote', text: words.quote }];
  return {
    to,
    ...renderMail(content, {
      subject: words.subject,
      preview: words.text,
      blocks: [
        { kind: 'heading', text: row.title },
        { kind: 'text', text: words.text },
        ...quote,
        { kind: 'button', label: words.label, url },
      ],
      footer: [
        {
          kind: 'note',
          text: 'The link opens the conversation without an account: please do not pass it on. If you did not ask about this home, you can ignore this mail.',
        },
      ],
    }),
  };
}

/** Names and beginnings of messages in a line of their own. */
const oneLine = (text: string) => cutText(text.replaceAll(/\s+/g, ' ').trim(), 120);
