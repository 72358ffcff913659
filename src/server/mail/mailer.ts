/** Outgoing mail: over SMTP, or as files where no server is set (docs/product/mail.md, What is promised). */

import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withoutBidiControls } from '#shared/schemas/common.ts';

/** Who an email is from: `Doorstep <no-reply@example.org>`, or its parts. */
export type MailSender = string | { name: string; address: string };

/** One mail. Names and subject may come from strangers: control characters in them never reach a header. */
export type Mail = {
  /** An address without a name. */
  to: string;
  /** Who gets the reply, where that is not the sender. */
  replyTo?: { name: string; address: string };
  subject: string;
  /** Plain text. */
  text: string;
  /** The same as HTML, for clients that show it. */
  html?: string;
  /**
   * Ends this kind of mail with one click in the client (RFC 8058): an address that takes a POST without asking back.
   */
  unsubscribeUrl?: string;
  /** An entry for calendars (RFC 5545) that clients offer to take over. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
  /** Names the mail: one that is sent again under the same key is the same mail. */
  messageKey?: string;
};

/** Where an email went: the path of its file, or null when a server took it. */
export type SentMail = { file: string | null };

export type Mailer = {
  /** @throws Error when the server does not take it, or the file cannot be written */
  send: (mail: Mail) => Promise<SentMail>;
};

/**
 * @param options.smtpUrl e.g. `smtp://user:password@host:587`; undefined writes files
 * @param options.from the sender, e.g. `Doorstep <no-reply@example.org>`; called for each email, since the site's
 *   URL may be unknown before it listens
 * @param options.folder for files; created on first use
 */
export function createMailer(options: {
  smtpUrl: string | undefined;
  from: () => Promise<MailSender>;
  folder: string;
}): Mailer {
  const { smtpUrl, from, folder } = options;
  return smtpUrl === undefined ? createFileMailer(folder, from) : createSmtpMailer(smtpUrl, from);
}

/** A server that does not answer in this time, in milliseconds, does not get the mail. */
const SMTP_TIMEOUT_MS = 15_000;

function createSmtpMailer(url: string, from: () => Promise<MailSender>): Mailer {
  const openTransport = once(async () => {
    const { createTransport } = await loadNodemailer();
    const transport = createTransport({
      url,
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
    });
    transport.use('stream', leavePlainTextAlone);
    return transport;
  });
  return {
    send: async (mail) => {
      const message = toMessage(mail, await from());
      await (await openTransport()).sendMail(message);
      return { file: null };
    },
  };
}

function createFileMailer(folder: string, from: () => Promise<MailSender>): Mailer {
  const openComposer = once(async () => {
    const { createTransport } = await loadNodemailer();
    const composer = createTransport({ streamTransport: true, buffer: true });
    composer.use('stream', leavePlainTextAlone);
    return composer;
  });
  return {
    send: async (mail) => {
      const composer = await openComposer();
      const { message } = await composer.sendMail(toMessage(mail, await from()));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replaceAll(':', '-');
      const file = path.join(folder, `${time}-${randomBytes(4).toString('hex')}.eml`);
      // Under another name until it is whole: a program that watches the folder reads no half mail.
      const part = `${file}.part`;
      try {
        await writeFile(part, message as Buffer, { mode: 0o600, flag: 'wx' });
        await rename(part, file);
      } catch (error) {
        // The next attempt has a name of its own: on a full disk each would leave one more half behind.
        await rm(part, { force: true });
        throw error;
      }
      return { file };
    },
  };
}

/** The longest line that every server takes, in characters without its end (RFC 5322, 2.1.1). */
const LINE_MAX_LENGTH = 998;

/**
 * The library breaks lines of more than 76 characters, and with them the links in files that people read as they
 * are; it need not, as long as they are ASCII and not too long.
 */
function leavePlainTextAlone({ message }: { message: MimePart }, done: () => void): void {
  leavePartAlone(message);
  done();
}

function leavePartAlone(part: MimePart): void {
  if (typeof part.content === 'string' && isPlain(part.content)) {
    part.getTransferEncoding = () => '7bit';
  }
  for (const child of part.childNodes) leavePartAlone(child);
}

/** A part of an email as the library builds it. */
type MimePart = { content?: unknown; childNodes: MimePart[]; getTransferEncoding: () => unknown };

function isPlain(text: string): boolean {
  return text
    .split('\n')
    .every((line) => line.length <= LINE_MAX_LENGTH && /^[\t\x20-\x7e]*$/.test(line));
}

/** An email as the library takes it; nothing in it can make the library read files or addresses. */
function toMessage(mail: Mail, from: MailSender) {
  const { to, replyTo, subject, text, html, unsubscribeUrl, calendar, messageKey } = mail;
  return {
    from,
    to: { name: '', address: checkAddress(to) },
    ...(replyTo === undefined
      ? {}
      : { replyTo: { name: onOneLine(replyTo.name), address: checkAddress(replyTo.address) } }),
    subject: onOneLine(subject),
    text,
    ...(html === undefined ? {} : { html }),
    ...(calendar === undefined ? {} : { icalEvent: calendar }),
    ...(messageKey === undefined ? {} : { messageId: `<${messageKey}@${domainOf(from)}>` }),
    ...(unsubscribeUrl === undefined ? {} : { headers: unsubscribeHeaders(unsubscribeUrl) }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The part after the at sign of `name@host` or `Name <name@host>`. */
function domainOf(from: MailSender): string {
  const address = typeof from === 'string' ? from : from.address;
  return /@([^@<>\s]+)>?$/.exec(address.trim())?.[1] ?? 'localhost';
}

/** RFC 8058; the address goes out whole, or not at all. */
function unsubscribeHeaders(url: string): Record<string, string> {
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(url) || /[<>]/.test(url)) {
    throw new Error('This is not an address that a mail can be unsubscribed at.');
  }
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Control characters and line ends as spaces. */
function onOneLine(text: string): string {
  return withoutBidiControls(text)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

/** Addresses are not repaired: anything but an address is a caller's error. */
function checkAddress(address: string): string {
  if (!/^[^\s\p{Cc}<>,;:"()[\]\\@]+@[^\s\p{Cc}<>,;:"()[\]\\@]+$/u.test(address)) {
    throw new Error('This is not an address that mail can be sent to.');
  }
  return address;
}

/** Large, and not every process sends an email. */
const loadNodemailer = async () => (await import('nodemailer')).default;

/** Runs once, and returns the same result to every later call. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
