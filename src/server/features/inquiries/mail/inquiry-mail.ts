/**
 * Emails about inquiries. Emails to unproven addresses contain no user-written text; otherwise, anyone
 * could use the site to send text to strangers (docs/product/mail.md, Proof).
 */

import { agentWithInquiryAccess } from '#shared/permissions.ts';
import { z } from 'zod';
import { pagePaths } from '#shared/page-paths.ts';
import { truncateText } from '#shared/search-term.ts';
import {
  type ComposedMail,
  defineMail,
  type JobContext,
  type MailContext,
  type MailHandlers,
} from '../../../jobs/job-handler.ts';
import { nameHome } from '../../../jobs/mailed-homes/home-name.ts';
import type { MailBlock } from '../../../mail/mail-blocks.ts';
import { ANSWER_MAIL, OPENED_MAIL, QUESTION_MAIL } from '../inquiry-names.ts';
import {
  findInquiry,
  findMessage,
  findMessages,
  type InquiryRow,
  type MessageRow,
} from '../inquiry-repository.ts';
import { DELETED_USER } from '../inquiry-serializer.ts';
import { buildContactBlocks } from './agent-contact-mail.ts';
import { createInquiryToken } from '../open-inquiry-service.ts';

/** Inquiry emails by kind. */
export const inquiryEmails = {
  [QUESTION_MAIL]: defineMail(z.object({ messageId: z.string() }), async (payload, context) => {
    const { message, row } = await findMessageWithInquiry(context, payload.messageId);
    if (message === undefined || row === undefined) return null;
    if (agentWithInquiryAccess(row.agent_id, row.agent_role) !== context.to.userId) return null;
    const quotes = await findQuotes(context, message);
    const site = await context.site();
    const home = await nameHomeOf(row, context);
    const { name, email, phone } = row;
    const button: MailBlock = {
      kind: 'button',
      label: 'Reply in your inbox',
      url: `${site.url}${pagePaths.manageInquiries({ id: row.id })}`,
    };
    if (!context.to.allowsUserText) {
      const text = 'Someone who is interested in this home wrote to you.';
      const blocks: MailBlock[] = [
        { kind: 'heading', text: `New message about ${home.mention}` },
        { kind: 'text', text },
        button,
      ];
      return { content: { subject: `New message about ${home.mention}`, preview: text, blocks } };
    }
    return {
      ...(email === null ? {} : { replyTo: { name, address: email } }),
      content: {
        subject: `${oneLine(name)} about ${home.mention}`,
        preview: oneLine(message.text),
        blocks: [
          { kind: 'heading', text: home.label },
          {
            kind: 'facts',
            rows: [
              ['From', name],
              ...(email === null ? [] : [['Email', email] as const]),
              ...(phone === null ? [] : [['Phone', phone] as const]),
            ],
          },
          ...quotes,
          button,
        ],
        footer: [{ kind: 'note', text: `Reply to this email to answer ${name} directly.` }],
      },
    };
  }),

  [OPENED_MAIL]: defineMail(z.object({ inquiryId: z.string() }), async (payload, context) => {
    const row = await findInquiry(context.db, payload.inquiryId);
    if (row === undefined) return null;
    return mailToSender(row, context, {
      subject: (home) => `Your question about ${home}`,
      text: 'We sent your question to the listing agent. You’ll get the reply by email.',
      label: 'Open the conversation',
    });
  }),

  [ANSWER_MAIL]: defineMail(z.object({ messageId: z.string() }), async (payload, context) => {
    const { message, row } = await findMessageWithInquiry(context, payload.messageId);
    if (message === undefined || row === undefined) return null;
    const { allowsUserText } = context.to;
    const agent = allowsUserText ? (message.author_name ?? DELETED_USER) : 'The agent';
    return mailToSender(row, context, {
      subject: (home) => `${oneLine(agent)} replied about ${home}`,
      text: allowsUserText ? `${agent} replied:` : 'The listing agent replied to you.',
      quotes: allowsUserText ? await findQuotes(context, message) : [],
      label: 'Read and reply',
    });
  }),
} satisfies MailHandlers;

/**
 * Returns the messages to quote: the given one and those from the same side whose emails were withheld,
 * at most the newest `MAX_QUOTES`.
 */
async function findQuotes(
  { db, withheld }: MailContext,
  message: MessageRow,
): Promise<MailBlock[]> {
  if (withheld.messageIds.length === 0) return [{ kind: 'quote', text: message.text }];
  const quotedIds = new Set([message.id, ...withheld.messageIds]);
  const messages = (await findMessages(db, message.inquiry_id)).filter(
    ({ id, is_from_agent: isFromAgent }) =>
      quotedIds.has(id) && isFromAgent === message.is_from_agent,
  );
  return messages.slice(-MAX_QUOTES).map(({ text }) => ({ kind: 'quote', text }));
}

async function findMessageWithInquiry({ db }: JobContext, messageId: string) {
  const message = await findMessage(db, messageId);
  const row = message && (await findInquiry(db, message.inquiry_id));
  return { message, row };
}

/** Composes an email with a new link because only hashes of earlier links are stored. */
async function mailToSender(
  row: InquiryRow,
  context: MailContext,
  parts: {
    subject: (home: string) => string;
    text: string;
    quotes?: MailBlock[];
    label: string;
  },
): Promise<ComposedMail | null> {
  const { db, now, site: readSite, to } = context;
  // The sender's account was deleted or no longer uses this address, which must not receive a link.
  if (row.email?.toLowerCase() !== to.address.toLowerCase()) return null;
  const home = await nameHomeOf(row, context);
  const token = await createInquiryToken(db, row.id, now, to.address);
  const site = await readSite();
  const url = `${site.url}${pagePaths.inquiry({ id: row.id, token })}`;
  return {
    content: {
      subject: parts.subject(home.mention),
      preview: parts.text,
      blocks: [
        { kind: 'heading', text: home.label },
        { kind: 'text', text: parts.text },
        ...(parts.quotes ?? []),
        { kind: 'button', label: parts.label, url },
        ...(await buildContactBlocks(db, row.agent_id, to)),
      ],
      footer: [
        {
          kind: 'note',
          text: 'This private link opens the conversation without signing in. Don’t share it. Didn’t ask about this home? Ignore this email.',
        },
      ],
    },
  };
}

const nameHomeOf = ({ property_id: propertyId, title, price }: InquiryRow, context: MailContext) =>
  nameHome(context, { propertyId, title, price });

/** The maximum number of quoted messages in an email; the rest are in the conversation. */
const MAX_QUOTES = 20;

/** Shortens a name or message to a single line. */
const oneLine = (text: string) => truncateText(text.replaceAll(/\s+/g, ' ').trim(), 120);
