import { z } from 'zod';
import { pagePaths } from '#shared/page-paths.ts';
import { defineMail, type MailHandlers } from '../../jobs/job-handler.ts';
import { findMessage } from './contact-repository.ts';

/** The kind of the email that forwards a contact message (docs/product/mail.md). */
export const CONTACT_MAIL = 'contact.mail';

/** Emails about contact messages. */
export const contactEmails = {
  [CONTACT_MAIL]: defineMail(z.object({ messageId: z.string() }), async (payload, context) => {
    const { db, site, contactEmail } = context;
    const row = await findMessage(db, payload.messageId);
    // The message was deleted, or the setting removed.
    if (row === undefined || contactEmail === undefined) return null;
    const { name, email, subject, message } = row;
    const { url } = await site();
    return {
      replyTo: { name, address: email },
      content: {
        subject: `Contact form: ${subject}`,
        preview: `${name} wrote a message`,
        blocks: [
          { kind: 'heading', text: subject },
          { kind: 'text', text: `From: ${name} <${email}>` },
          { kind: 'quote', text: message },
          { kind: 'button', label: 'Open messages', url: `${url}${pagePaths.messages()}` },
        ],
        footer: [{ kind: 'note', text: 'Reply to this email to answer the sender.' }],
      },
    };
  }),
} satisfies MailHandlers;
