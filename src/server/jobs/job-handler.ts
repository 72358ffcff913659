/** The interface between features and the job queue. */

import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { CostRates } from '#shared/monthly-cost.ts';
import type { Throttle } from '../concurrency/throttle.ts';
import type { Database } from '../database/database.ts';
import type { MailContent } from '../mail/mail-blocks.ts';
import type { Mail } from '../mail/mailer.ts';
import type { MailSite } from '../mail/mail-site.ts';
import type { MailKind } from './mail-kinds.ts';
import type { DataKey } from '../storage/data-key.ts';
import type { FreeBytes } from '../storage/free-disk.ts';
import type { ImageStore } from '../storage/image-store.ts';

/** The dependencies of a handler. */
export type JobContext = {
  /** The job's current time. Handlers use no other clock, except for times from outside, such as those of files. */
  now: Date;
  db: Database;
  images: ImageStore;
  /** Decrypts the secrets in the database. */
  dataKey: DataKey;
  /** The folder for the files of unfinished imports. */
  importFolder: string;
  /** Returns the free bytes of the import folder's disk; if absent, the operating system is asked. */
  freeDiskBytes?: FreeBytes | undefined;
  /** Returns the site's current name, URL, accent color, and logo, for emails and links. */
  site: () => Promise<MailSite>;
  /** The address that contact messages are also emailed to (CONTACT_EMAIL), if set. */
  contactEmail: string | undefined;
  /** Whether webhooks can target private addresses (WEBHOOK_ALLOW_PRIVATE); default false. */
  allowsPrivateWebhooks?: boolean;
  /** How many days inquiries, tours, reports, and contact messages are stored (INQUIRY_KEEP_DAYS). */
  inquiryKeepDays: number;
  /**
   * How long matches are collected for an instant alert, and the minimum interval between alerts
   * for the same search.
   */
  alertTimes: { delayMs: number; pauseMs: number };
  /** Yearly rates in percent, for the monthly cost of a home. */
  costRates: CostRates;
  /** Pauses between the steps of long work; absent if the process serves no visitors. */
  throttle?: Throttle;
  log: JobLog;
  /** Aborted when the process shuts down: long jobs then stop between two steps and throw. */
  shutdownSignal: AbortSignal;
};

/** The log of jobs. */
export type JobLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** Runs one job. A job can run twice if a process is killed, so handlers must be idempotent. */
export type JobHandler = (payload: unknown, context: JobContext) => Promise<void>;

/** Handlers by name, such as `saved-searches.match`. */
export type JobHandlers = Record<string, JobHandler>;

/** The context for composing an email. */
export type MailContext = JobContext & {
  to: {
    /** The current address; it may have changed since the email was queued. */
    address: string;
    /** Null for recipients without an account. */
    userId: string | null;
    isProven: boolean;
    /** Whether the email may contain text written by other users, including names and titles (see `nameHome`). */
    allowsUserText: boolean;
  };
  /** Other changes to the same conversation or tour whose emails were withheld, and the messages in these emails. */
  withheld: { count: number; messageIds: readonly string[] };
};

/** An email as composed by its feature. `finishMail` adds the recipient, and links that stop emails or prove the address. */
export type ComposedMail = Pick<Mail, 'replyTo' | 'calendar' | 'unsubscribeUrl'> & {
  content: MailContent;
};

/** Returns an email composed from current data; null if there is no longer a reason to send it. */
export type MailHandler = (payload: unknown, context: MailContext) => Promise<ComposedMail | null>;

/** Handlers by kind of email. */
export type MailHandlers = Partial<Record<MailKind, MailHandler>>;

/** The interval of a recurring job, which runs at the start of each interval in UTC. */
export type Interval = 'minute' | 'hour' | 'day';

/** A recurring job. */
export type RecurringJob = { every: Interval; handle: (context: JobContext) => Promise<void> };

/** Recurring jobs by name, such as `notifications.sweep`. */
export type RecurringJobs = Record<string, RecurringJob>;

/** All handlers of the queue. */
export type JobTable = {
  jobs: JobHandlers;
  /** Jobs that take minutes; a process runs one of them at a time, alongside other jobs. */
  long: JobHandlers;
  /**
   * Groups of jobs that mostly wait for other servers; a process runs several of each group at a time, so that slow
   * servers of one group do not delay the others.
   */
  outbound?: readonly { jobs: JobHandlers; maxConcurrent: number }[];
  emails: MailHandlers;
  recurring: RecurringJobs;
};

/**
 * Defines a handler with a validated payload because jobs from an older release can have a
 * different shape.
 */
export function defineJob<T>(
  schema: z.ZodType<T>,
  handle: (payload: T, context: JobContext) => Promise<void>,
): JobHandler {
  return async (payload, context) => handle(schema.parse(payload), context);
}

/** Defines an email handler with a validated payload. */
export function defineMail<T>(
  schema: z.ZodType<T>,
  compose: (payload: T, context: MailContext) => Promise<ComposedMail | null>,
): MailHandler {
  return async (payload, context) => compose(schema.parse(payload), context);
}
