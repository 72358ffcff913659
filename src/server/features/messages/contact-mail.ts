import type { ContactForm } from '#shared/schemas/contact-message.ts';
import type { Mail } from '../../mail/mailer.ts';

/** A contact message as a mail; answering it writes to the sender. */
export function contactMail(to: string, { name, email, subject, message }: ContactForm): Mail {
  return {
    to,
    replyTo: { name, address: email },
    subject: `Contact form: ${subject}`,
    text: [`From: ${name} <${email}>`, `Subject: ${subject}`, '', message, ''].join('\n'),
  };
}
