/** Emails as jobs: each is composed when it is sent, one after the other, and tried for a day (docs/product/mail.md). */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import { finishMail } from './finish-mail.ts';
import type { ComposedMail, JobContext, MailHandler } from './job-handler.ts';
import { addJob } from './job-queue.ts';
import { markDone } from './job-repository.ts';
import { type AuthorOf, isUrgentMail, MAIL_KINDS, type MailKind } from './mail-kinds.ts';
import { admitMail, endGathering } from './mail-limits.ts';
import { deleteSent, findRecipient, type MailRecipient } from './mail-proof-repository.ts';
import { queuedMailSchema } from './queued-mail.ts';

/** Emails found more than this long after they were due are not sent, in milliseconds. */
export const MAIL_MAX_DELAY_MS = 24 * 60 * 60 * 1000;

/** Before everything else that waits. */
const URGENT_PRIORITY = -10;

/** An email to send. */
export type NewMail<K extends MailKind> = {
  kind: K;
  /** Whom it is for, and where the proof of their address is found. */
  to: MailRecipient;
  /** Whose words it carries: an address that no one has proven gets none but the site's own. */
  author: AuthorOf<K>;
  /** The conversation or tour, such as `tour 7`: what exceeds its daily limit is gathered. */
  about?: string | undefined;
  /** The input of the handler: identifiers rather than texts, and never a token. */
  payload: Record<string, unknown>;
  /** The clock. */
  now: Date;
  /** At once if absent. */
  sendAt?: Date | undefined;
  /** Replaces an email of this key that is not sent yet. */
  key?: string | undefined;
};

/** Sends an email when the caller's transaction is committed, and not if it is rolled back. */
export async function addMail<K extends MailKind>(
  transaction: Database,
  mail: NewMail<K>,
): Promise<void> {
  const { kind, to, author, about = null, now, sendAt, key } = mail;
  const payload = { dueAt: (sendAt ?? now).toISOString(), to, author, about, mail: mail.payload };
  const priority = isUrgentMail(kind) ? URGENT_PRIORITY : undefined;
  await addJob(transaction, { name: kind, payload, runAt: sendAt, key, priority });
}

const doneSchema = z.object({ isDone: z.literal(true) });

/**
 * Composes and sends the mail of a job, if its address is to get it.
 *
 * Once the server has taken the mail, the job says so before anything else is done: a process that is killed at any
 * moment can have left at most the one mail behind that it was sending.
 *
 * @throws Error when it could not be sent; the job is then tried again
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
    log.warn({ job: job.name }, 'A mail was not sent: an older release queued it');
    return;
  }
  const mail = parsed.data;
  const { dueAt, to, author, about } = mail;
  if (now.getTime() - Date.parse(dueAt) > MAIL_MAX_DELAY_MS) {
    log.warn({ job: job.name, dueAt }, 'A mail was not sent: it is more than a day late');
    return;
  }
  const recipient = await findRecipient(db, to);
  if (recipient === undefined) return;
  const kind = job.name as MailKind;
  const key = messageKey(job.id, dueAt);
  const admitted = await admitMail(db, { kind, mail, recipient, messageKey: key, now });
  if (!admitted.isAdmitted) {
    log.info({ job: job.name, reason: admitted.reason }, 'A mail was not sent');
    return;
  }
  const { address, userId, isProven } = recipient;
  const hasWords = author === 'site' || isProven;
  const composed: ComposedMail | null = await handler(mail.mail, {
    ...context,
    to: { address, userId, isProven, hasWords },
    gathered: admitted.gathered,
  });
  if (composed === null) return deleteSent(db, key);
  const finished = await finishMail(composed, { recipient, hasWords }, context);
  const sent = await mailer.send({ ...finished, messageKey: key });
  await markDone(db, job.id);
  if (about !== null) await endGathering(db, recipient.hash, about);
  if (sent.file !== null) {
    log.info({ job: job.name, file: sent.file }, 'A mail was written to a file');
  }
}

/** Should an email go out twice, both have the same name: programs that know it show one. */
function messageKey(jobId: string, dueAt: string): string {
  return createHash('sha256').update(`${jobId} ${dueAt}`).digest('hex').slice(0, 32);
}
