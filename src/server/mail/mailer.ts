/** Sends emails over SMTP, or writes them to files if there is no server (docs/product/mail.md, Guarantees). */

import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withoutBidiControls } from '#shared/schemas/common.ts';
import { createOnce } from '../concurrency/create-once.ts';

/** The sender of an email: `Doorstep <no-reply@example.org>`, or its parts. */
export type MailSender = string | { name: string; address: string };

/** An email. Names and the subject can contain user input; the mailer replaces or removes control characters in them. */
export type Mail = {
  /** An address without a name. */
  to: string;
  /** The recipient of replies, if different from the sender. */
  replyTo?: { name: string; address: string };
  subject: string;
  /** Plain text. */
  text: string;
  /** The same as HTML. */
  html?: string;
  /**
   * The URL for unsubscribing with one click in the mail client (RFC 8058). It accepts a POST
   * without confirmation.
   */
  unsubscribeUrl?: string;
  /** A calendar entry (RFC 5545) that mail clients offer to import. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
  /** Becomes part of the Message-ID, by which mail clients recognize an email that was sent twice. */
  messageKey?: string;
};

/** The result of sending: the path of the file, or null if a server accepted it. */
export type SentMail = { file: string | null };

export type Mailer = {
  /**
   * @throws Error if an address or the unsubscribe URL is invalid, the server does not accept the
   *   email, or the file cannot be written
   */
  send: (mail: Mail) => Promise<SentMail>;
};

/**
 * @param options.smtpUrl e.g. `smtp://user:password@host:587`; undefined writes files
 * @param options.from returns the sender, e.g. `Doorstep <no-reply@example.org>`; called for each
 *   email because admins can change the site's name
 * @param options.folder the folder for files; created on first use
 */
export function createMailer(options: {
  smtpUrl: string | undefined;
  from: () => Promise<MailSender>;
  folder: string;
}): Mailer {
  const { smtpUrl, from, folder } = options;
  return smtpUrl === undefined ? createFileMailer(folder, from) : createSmtpMailer(smtpUrl, from);
}

const SMTP_TIMEOUT_MS = 15_000;

function createSmtpMailer(url: string, from: () => Promise<MailSender>): Mailer {
  const openTransport = createOnce(async () => {
    const { createTransport } = await loadNodemailer();
    const transport = createTransport({
      url,
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
    });
    transport.use('stream', preserveTextLines);
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
  const openComposer = createOnce(async () => {
    const { createTransport } = await loadNodemailer();
    const composer = createTransport({ streamTransport: true, buffer: true });
    composer.use('stream', preserveTextLines);
    return composer;
  });
  return {
    send: async (mail) => {
      const composer = await openComposer();
      const { message } = await composer.sendMail(toMessage(mail, await from()));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replaceAll(':', '-');
      const file = path.join(folder, `${time}-${randomBytes(4).toString('hex')}.eml`);
      // The file is renamed when complete so that programs that watch the folder never read partial
      // emails.
      const partialFile = `${file}.part`;
      try {
        await writeFile(partialFile, message as Buffer, { mode: 0o600, flag: 'wx' });
        await rename(partialFile, file);
      } catch (error) {
        // On a full disk, each attempt would otherwise leave another partial file.
        await rm(partialFile, { force: true });
        throw error;
      }
      return { file };
    },
  };
}

/** The maximum line length that every server accepts, without the line break (RFC 5322, 2.1.1). */
const MAX_LINE_LENGTH = 998;

/**
 * Prevents the library from wrapping plain text at 76 characters, which would break links in the files. ASCII lines that
 * are not too long need no wrapping.
 */
function preserveTextLines({ message }: { message: MimePart }, done: () => void): void {
  preservePartLines(message);
  done();
}

function preservePartLines(part: MimePart): void {
  if (typeof part.content === 'string' && isPlain(part.content)) {
    part.getTransferEncoding = () => '7bit';
  }
  for (const child of part.childNodes) preservePartLines(child);
}

/** A MIME part as the library builds it. */
type MimePart = { content?: unknown; childNodes: MimePart[]; getTransferEncoding: () => unknown };

function isPlain(text: string): boolean {
  return text
    .split('\n')
    .every((line) => line.length <= MAX_LINE_LENGTH && /^[\t\x20-\x7e]*$/.test(line));
}

/** Converts an email to the library's format. Prevents the library from reading files and URLs that it refers to. */
function toMessage(mail: Mail, from: MailSender) {
  const { to, replyTo, subject, text, html, unsubscribeUrl, calendar, messageKey } = mail;
  return {
    from,
    to: { name: '', address: checkAddress(to) },
    ...(replyTo === undefined
      ? {}
      : { replyTo: { name: toOneLine(replyTo.name), address: checkAddress(replyTo.address) } }),
    subject: toOneLine(subject),
    text,
    ...(html === undefined ? {} : { html }),
    ...(calendar === undefined ? {} : { icalEvent: calendar }),
    ...(messageKey === undefined ? {} : { messageId: `<${messageKey}@${domainOf(from)}>` }),
    ...(unsubscribeUrl === undefined ? {} : { headers: unsubscribeHeaders(unsubscribeUrl) }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Returns the domain of `name@host` or `Name <name@host>`. */
function domainOf(from: MailSender): string {
  const address = typeof from === 'string' ? from : from.address;
  return /@([^@<>\s]+)>?$/.exec(address.trim())?.[1] ?? 'localhost';
}

/** Returns the headers of RFC 8058; rejects URLs that would be changed in a header. */
function unsubscribeHeaders(url: string): Record<string, string> {
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(url) || /[<>]/.test(url)) {
    throw new Error('This is not a valid unsubscribe URL.');
  }
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/**
 * Replaces control characters and line breaks with spaces, and removes bidirectional controls. Separates the marks of
 * encoded words (RFC 2047), because mail programs would decode a word that a user typed.
 */
function toOneLine(text: string): string {
  return withoutBidiControls(text)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();
}

/** Rejects an invalid address instead of correcting it: callers must validate addresses. */
function checkAddress(address: string): string {
  if (!/^[^\s\p{Cc}<>,;:"()[\]\\@]+@[^\s\p{Cc}<>,;:"()[\]\\@]+$/u.test(address)) {
    throw new Error('This is not a valid email address.');
  }
  return address;
}

/** Loads the library on demand because it is large and not every process sends emails. */
const loadNodemailer = async () => (await import('nodemailer')).default;
