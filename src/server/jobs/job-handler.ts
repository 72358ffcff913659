/** The interface between features and the queue: handlers by name. */

import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { CostRates } from '#shared/monthly-cost.ts';
import type { Database } from '../database/database.ts';
import type { MailContent } from '../mail/mail-blocks.ts';
import type { Mail } from '../mail/mailer.ts';
import type { MailSite } from '../mail/mail-site.ts';
import type { MailKind } from './mail-kinds.ts';
import type { Gathered } from './mail-proof-repository.ts';
import type { DataKey } from '../storage/data-key.ts';
import type { ImageStore } from '../storage/image-store.ts';

/** The dependencies of a handler. */
export type JobContext = {
  /** The time as which the job is done: handlers read no other clock. */
  now: Date;
  db: Database;
  images: ImageStore;
  /** Decrypts the secrets in the database. */
  dataKey: DataKey;
  /** Where the files of imports are until they have ended. */
  importFolder: string;
  /** Name, address and colors of the site as they are now, for emails and links. */
  site: () => Promise<MailSite>;
  /** Where contact messages also go by mail; undefined for nowhere. */
  contactEmail: string | undefined;
  /** Whether webhooks may be at private addresses (WEBHOOK_ALLOW_PRIVATE); false if absent. */
  allowsPrivateWebhooks?: boolean;
  /** How long an inquiry is stored after its last message (INQUIRY_KEEP_DAYS). */
  inquiryKeepDays: number;
  /** How long matches are gathered before an instant alert, and the pause between two for one search. */
  alertTimes: { delayMs: number; pauseMs: number };
  /** Percent a year: what the monthly cost of a home is calculated with. */
  costRates: CostRates;
  log: JobLog;
  /** Aborted when the process ends: long work stops between two steps and throws. */
  ending: AbortSignal;
};

/** Where jobs say what happened. */
export type JobLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** Does one job. A job may be done twice when a process is killed: handlers must bear that. */
export type JobHandler = (payload: unknown, context: JobContext) => Promise<void>;

/** Handlers by name, such as `tours.remind`. */
export type JobHandlers = Record<string, JobHandler>;

/** The tools to compose an email. */
export type MailContext = JobContext & {
  to: {
    /** Where it goes; it may have changed since the mail was queued. */
    address: string;
    /** Null for people without an account. */
    userId: string | null;
    isProven: boolean;
    /** Whether it may carry what someone else has typed, names included; the home's title may always stand. */
    hasWords: boolean;
  };
  /** Earlier changes of the same conversation or tour that no mail has told. */
  gathered: Gathered | undefined;
};

/** An email as its feature writes it; where it goes and what ends all emails is the queue's matter. */
export type ComposedMail = Pick<Mail, 'replyTo' | 'calendar' | 'unsubscribeUrl'> & {
  content: MailContent;
};

/** Composes one mail from what is true now; null when there is no longer a reason to send it. */
export type MailHandler = (payload: unknown, context: MailContext) => Promise<ComposedMail | null>;

/** Emails by kind. */
export type MailHandlers = Partial<Record<MailKind, MailHandler>>;

/** How often recurring work is done: at the beginning of each, by UTC. */
export type Interval = 'minute' | 'hour' | 'day';

/** Work that comes again and again. */
export type RecurringJob = { every: Interval; handle: (context: JobContext) => Promise<void> };

/** Recurring work by name, such as `notifications.sweep`. */
export type RecurringJobs = Record<string, RecurringJob>;

/** All that the queue can do. */
export type JobTable = {
  jobs: JobHandlers;
  /** Jobs that take minutes; a process does one at a time, beside all others. */
  long: JobHandlers;
  /** Jobs that mostly wait for other servers; a process does some at once, beside all others. */
  outbound?: JobHandlers;
  mails: MailHandlers;
  recurring: RecurringJobs;
};

/** A handler whose payload is checked: a job that an older release added may have another shape. */
export function defineJob<T>(
  schema: z.ZodType<T>,
  handle: (payload: T, context: JobContext) => Promise<void>,
): JobHandler {
  return async (payload, context) => handle(schema.parse(payload), context);
}

/** The same for an email. */
export function defineMail<T>(
  schema: z.ZodType<T>,
  compose: (payload: T, context: MailContext) => Promise<ComposedMail | null>,
): MailHandler {
  return async (payload, context) => compose(schema.parse(payload), context);
}
