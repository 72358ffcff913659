/** Mails as jobs: each is composed when it is sent, one after the other, and tried for a day. */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { JobContext, MailHandler } from './job-handler.ts';
import { addJob } from './job-queue.ts';
import { markDone } from './job-repository.ts';

/** Emails found more than this long after they were due are not sent, in milliseconds. */
export const MAIL_MAX_DELAY_MS = 24 * 60 * 60 * 1000;

/** A mail to send. */
export type NewMail = {
  /** The handler's name (process/job-handlers.ts). */
  name: string;
  /** The handler composes the email from this: ids rather than texts, and never a token. */
  payload: Record<string, unknown>;
  /** The clock. */
  now: Date;
  /** At once if absent. */
  sendAt?: Date | undefined;
  /** Replaces a mail of this key that is not sent yet. */
  key?: string | undefined;
};

/** Sends a mail when the caller's transaction is committed, and not if it is rolled back. */
export async function addMail(transaction: Database, mail: NewMail): Promise<void> {
  const { name, payload, now, sendAt, key } = mail;
  const dueAt = (sendAt ?? now).toISOString();
  await addJob(transaction, { name, payload: { dueAt, mail: payload }, runAt: sendAt, key });
}

const mailPayloadSchema = z.object({ dueAt: z.iso.datetime(), mail: z.unknown() });
const doneSchema = z.object({ isDone: z.literal(true) });

/**
 * Composes and sends the mail of a job.
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
  const { dueAt, mail: payload } = mailPayloadSchema.parse(job.payload);
  if (context.now.getTime() - Date.parse(dueAt) > MAIL_MAX_DELAY_MS) {
    context.log.warn({ job: job.name, dueAt }, 'A mail was not sent: it is more than a day late');
    return;
  }
  const mail = await handler(payload, context);
  if (mail === null) return;
  const sent = await mailer.send({ ...mail, messageKey: messageKey(job.id, dueAt) });
  await markDone(context.db, job.id);
  if (sent.file !== null) {
    context.log.info({ job: job.name, file: sent.file }, 'A mail was written to a file');
  }
}

/** Should a mail go out twice, both have the same name: programs that know it show one. */
function messageKey(jobId: string, dueAt: string): string {
  return createHash('sha256').update(`${jobId} ${dueAt}`).digest('hex').slice(0, 32);
}
