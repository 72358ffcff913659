/** Queues emails as jobs. They are composed when sent, one at a time per worker group, and retried for a day (docs/product/mail.md). */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Database, inTransaction } from '../database/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import { finishMail } from './finish-mail.ts';
import type { ComposedMail, JobContext, MailHandler } from './job-handler.ts';
import { addJob } from './job-queue.ts';
import { markDone } from './job-repository.ts';
import { type AuthorOf, isUrgentMail, MAIL_KINDS, type MailKind, rulesOf } from './mail-kinds.ts';
import { admitMail, forgetWithheldEmails, hashMailbox } from './mail-limits.ts';
import {
  deleteSentEmail,
  findLatestSession,
  findRecipient,
  type MailRecipient,
  recordCause,
} from './mail-proof-repository.ts';
import { queuedMailSchema } from './queued-mail.ts';

/** Emails that are more overdue than this are not sent. */
export const MAX_MAIL_DELAY_MS = 24 * 60 * 60 * 1000;

/** Urgent emails are sent before other waiting emails, unless their cause has many recent emails. */
const URGENT_PRIORITY = -10;
/** An email is sent after the emails of causes that have fewer emails in this period. */
const TURN_MS = 60 * 60 * 1000;
/** The last turn; all further emails of a cause have the same priority. */
const MAX_TURN = 1_000;
/** Bulk emails are sent after all other emails, except combined emails (see `mail-limits.ts`). */
const BULK_PRIORITY = MAX_TURN + 1;

/** An email to send. */
export type NewMail<K extends MailKind> = {
  kind: K;
  /** The recipient, and where the proof of their address is stored. */
  to: MailRecipient;
  /** Whose text it contains. Unproven addresses get only the site's own text. */
  author: AuthorOf<K>;
  /**
   * The conversation or tour, such as `tour 7`, the account whose text the email can contain, and, for a visitor, the
   * network (see `hashNetwork`). Emails beyond the daily limit of any of these are combined.
   */
  about?:
    | { topic: string; authorId: string | null; authorNetwork?: string | null | undefined }
    | undefined;
  /**
   * The network or mailbox that causes the email, see `networkCause`, `accountCause`, and `mailboxCause`.
   * Emails of different causes take turns (docs/product/mail.md, Turns). Null for emails that only admins and the site
   * itself cause.
   */
  cause: string | null;
  /** The handler's input: IDs rather than text, and never a token. */
  payload: Record<string, unknown>;
  /** The current time. */
  now: Date;
  /** The email is sent immediately if absent. */
  sendAt?: Date | undefined;
  /** Replaces an unsent email with this key. */
  key?: string | undefined;
};

/** @param network see `hashNetwork` */
export const networkCause = (network: string) => `network ${network}`;

/**
 * Returns the network of an account's most recently used session as the cause, because anyone can create many accounts.
 * For a sign-in or a confirmation, use the request's own network: sessions do not store the full IP address.
 *
 * @param accountId null for a deleted account
 */
export async function accountCause(db: Database, accountId: string | null): Promise<string | null> {
  if (accountId === null) return null;
  const session = await findLatestSession(db, accountId);
  if (session === undefined) return 'accounts without a session';
  // Null if an older release opened the session.
  return session.network === null ? `account ${accountId}` : networkCause(session.network);
}

/** For emails that their recipient has requested, such as alerts. */
export const mailboxCause = (address: string) => `mailbox ${hashMailbox(address)}`;

/** Queues an email that is sent only if the caller's transaction commits. */
export async function addMail<K extends MailKind>(
  transaction: Database,
  mail: NewMail<K>,
): Promise<void> {
  const { kind, to, author, about, cause, now, sendAt, key } = mail;
  const dueAt = (sendAt ?? now).toISOString();
  const { topic = null, authorId = null, authorNetwork = null } = about ?? {};
  const payload = { dueAt, to, author, about: topic, authorId, authorNetwork, mail: mail.payload };
  const since = new Date(now.getTime() - TURN_MS);
  const turn =
    cause === null ? 0 : await recordCause(transaction, { cause, now, since, max: MAX_TURN });
  const { isBulk = false } = rulesOf(kind);
  const base = isUrgentMail(kind) ? URGENT_PRIORITY : isBulk ? BULK_PRIORITY : 0;
  const priority = base + turn;
  await addJob(transaction, { name: kind, payload, runAt: sendAt, key, priority });
}

const doneSchema = z.object({ isDone: z.literal(true) });

/**
 * Composes and sends a job's email, if its recipient can receive it.
 *
 * As soon as the mail server accepts the email, the job records it, so a process that is killed
 * leaves at most one sent email per worker group unrecorded.
 *
 * @throws Error if it could not be sent; the job is then retried
 */
export async function runMailJob(
  handler: MailHandler,
  job: { id: string; name: string; payload: unknown },
  context: JobContext,
  mailer: Mailer,
): Promise<void> {
  if (doneSchema.safeParse(job.payload).success) return;
  const { db, now, log } = context;
  const parsed = queuedMailSchema.safeParse(job.payload);
  if (!parsed.success || !(job.name in MAIL_KINDS)) {
    log.warn({ job: job.name }, 'An email was not sent: it was queued by an older release');
    return;
  }
  const mail = parsed.data;
  const { dueAt, to, author, isCombined = false } = mail;
  if (now.getTime() - Date.parse(dueAt) > MAX_MAIL_DELAY_MS) {
    log.warn({ job: job.name, dueAt }, 'An email was not sent: it is more than a day late');
    return;
  }
  const kind = job.name as MailKind;
  const recipient = await findRecipient(db, to, kind);
  if (recipient === undefined) return;
  const key = messageKey(job.id, dueAt);
  const admission = await admitMail(db, { kind, mail, recipient, messageKey: key, now });
  if (!admission.isAdmitted) {
    log.info({ job: job.name, reason: admission.reason }, 'An email was not sent');
    return;
  }
  const { messageKeys, messageIds } = admission.withheld;
  const { address, userId, isProven, hash } = recipient;
  const allowsUserText = author === 'site' || isProven;
  const composed: ComposedMail | null = await handler(mail.mail, {
    ...context,
    to: { address, userId, isProven, allowsUserText },
    // A combined email is one of the withheld emails itself.
    withheld: { count: messageKeys.length - (isCombined ? 1 : 0), messageIds },
  });
  if (composed === null) return deleteSentEmail(db, key);
  const finishedMail = await finishMail(composed, { recipient, allowsUserText }, context);
  const delivery = await mailer.send({ ...finishedMail, messageKey: key });
  await inTransaction(db, null, async (transaction) => {
    // Locks the address before the job, in the same order as `admitMail`.
    await forgetWithheldEmails(transaction, { mail, hash, messageKeys });
    await markDone(transaction, job.id);
  });
  if (delivery.file !== null) {
    log.info({ job: job.name, file: delivery.file }, 'An email was written to a file');
  }
}

/**
 * Returns a stable message ID so that mail clients show an email only once even if it was sent
 * twice.
 */
function messageKey(jobId: string, dueAt: string): string {
  return createHash('sha256').update(`${jobId} ${dueAt}`).digest('hex').slice(0, 32);
}
