/** Background jobs that write, send, and delete webhook messages (docs/product/webhooks.md). */

import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { pagePaths } from '#shared/page-paths.ts';
import { MAX_WEBHOOKS } from '#shared/schemas/open/webhook.ts';
import { deleteRowsBefore, inTransaction, type Database } from '../../database/database.ts';
import { OutboundError } from '../../http/outbound/outbound-error.ts';
import { sendOutbound } from '../../http/outbound/outbound-request.ts';
import { defineJob, type JobContext } from '../../jobs/job-handler.ts';
import type { JobHandlers, RecurringJobs } from '../../jobs/job-handler.ts';
import { addJobsNoLater } from '../../jobs/job-queue.ts';
import { decryptSecret } from '../../storage/data-key.ts';
import { hasFreeDisk } from '../../storage/free-disk.ts';
import { type AuditActor, recordAudit } from '../audit/audit-service.ts';
import { addNotification } from '../notifications/notification-service.ts';
import {
  type DeliveryRow,
  failDueDeliveries,
  findAdminIds,
  findDelivery,
  findDueDelivery,
  findDueQueues,
  findNextTryAt,
  findWebhook,
  hasEvents,
  type MessageQueue,
  type NewDelivery,
  queueOf,
  updateDelivery,
  updateWebhook,
  WEBHOOK_QUEUES,
  type WebhookRow,
} from './webhook-repository.ts';
import { toAuditEntity } from './webhook-audit.ts';
import { signMessage } from './webhook-signature.ts';
import { writeMessages } from './write-messages.ts';

/** The actor in the audit log for webhooks that Doorstep disables. */
const SITE_ACTOR: AuditActor = { name: 'Doorstep' };

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long deliveries are stored. */
export const DELIVERY_RETENTION_MS = 30 * DAY_MS;

/** Retry delays, measured from the end of the failed attempt. */
const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/**
 * The number of random steps in which up to 10% is added to a retry delay, so that messages that
 * failed together are not retried together.
 */
const JITTER_STEPS = 100;

/** Slower responses are treated as failures. */
const TIMEOUT_MS = 15 * SECOND_MS;
/** A failure this long after the last success, or after the webhook was enabled, disables it. */
const MAX_FAILING_MS = 5 * DAY_MS;
/** Maximum stored characters of a response, and the bytes that they can take up. */
const MAX_RESPONSE_LENGTH = 1_000;
const MAX_RESPONSE_BYTES = 4 * MAX_RESPONSE_LENGTH;

const STATUS_GONE = 410;

/**
 * The number of queues when the number of webhooks is at its maximum. With one worker per queue, a
 * receiver that does not respond never delays other receivers.
 */
export const MAX_WEBHOOK_QUEUES = MAX_WEBHOOKS * WEBHOOK_QUEUES.length;

/** Returns the owner name used to encrypt a webhook's secret. */
export const secretOwner = (webhookId: string) => `webhook:${webhookId}`;

/** How long a job sends messages; then a new job continues. A separate job for each message would be slow. */
const MAX_RUN_MS = 10 * SECOND_MS;
/** The delay before rechecking a queue whose next message is not yet due by this process's clock. */
const CLOCK_SKEW_DELAY_MS = SECOND_MS;

/** Returns the job that sends a queue's due messages. Each queue has one, regardless of how many messages wait. */
const toJob = ({ webhookId, queue }: MessageQueue, runAt?: Date) => ({
  name: 'webhooks.send',
  payload: { webhookId, queue },
  key: `webhooks.send:${webhookId}:${queue}`,
  queue: `webhook:${webhookId}:${queue}`,
  runAt,
});

/** The job that writes messages for all events. Triggers add it as well. */
const WRITE_JOB = {
  name: 'webhooks.write',
  payload: {},
  key: 'webhooks.write',
  queue: 'webhooks.write',
};

/** Adds jobs that send messages as soon as those before them in their queues have been sent. */
export async function addDeliveryJobs(
  transaction: Database,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  const jobs = deliveries.map((delivery) => toJob(queueOf(delivery)));
  const byKey = new Map(jobs.map((job) => [job.key, job]));
  await addJobsNoLater(
    transaction,
    [...byKey.values()].toSorted((a, b) => a.key.localeCompare(b.key)),
  );
}

export const webhookJobs: JobHandlers = {
  'webhooks.write': async (_payload, { db, now, shutdownSignal, importFolder, freeDiskBytes }) => {
    // Messages are much larger than events, which therefore wait while the disk is almost full.
    while (
      (await hasFreeDisk(importFolder, freeDiskBytes)) &&
      (await inTransaction(db, null, async (transaction) => {
        const { count, deliveries } = await writeMessages(transaction, now);
        await addDeliveryJobs(transaction, deliveries);
        return count > 0;
      }))
    )
      shutdownSignal.throwIfAborted();
  },
};

/** Jobs that send requests to other servers. */
export const outboundWebhookJobs: JobHandlers = {
  'webhooks.send': defineJob(
    z.object({ webhookId: z.string(), queue: z.int() }),
    async (messageQueue, context) => {
      const { db, shutdownSignal } = context;
      const startedMs = performance.now();
      let now = context.now;
      let hasSent = false;
      do {
        hasSent = await sendNext(messageQueue, { ...context, now });
        const elapsedMs = performance.now() - startedMs;
        if (elapsedMs >= MAX_RUN_MS) break;
        now = new Date(context.now.getTime() + Math.round(elapsedMs));
      } while (hasSent && !shutdownSignal.aborted);
      const nextAt = await findNextTryAt(db, messageQueue);
      if (nextAt === undefined) return;
      // Schedules the next job after other webhooks' jobs that are already due so that a long queue
      // does not delay them.
      const earliestMs = now.getTime() + (hasSent ? 0 : CLOCK_SKEW_DELAY_MS);
      const runAt = new Date(Math.max(nextAt.getTime(), earliestMs));
      await addJobsNoLater(db, [toJob(messageQueue, runAt)]);
    },
  ),

  // Jobs of an older release, one for each message.
  'webhooks.deliver': defineJob(z.object({ deliveryId: z.string() }), async (payload, { db }) => {
    const delivery = await findDelivery(db, payload.deliveryId);
    if (delivery?.status === 'waiting') await addDeliveryJobs(db, [delivery]);
  }),
};

/**
 * Sends the message of a queue that has been due for the longest time. Fails all due messages first,
 * except pings, if the webhook is disabled.
 *
 * @returns false if none is due
 */
async function sendNext(messageQueue: MessageQueue, context: JobContext): Promise<boolean> {
  const { db, now } = context;
  const webhook = await findWebhook(db, messageQueue.webhookId);
  if (webhook === undefined) return false;
  if (!webhook.is_enabled) {
    const response = 'The webhook is disabled.';
    await failDueDeliveries(db, messageQueue, { response, now });
  }
  const delivery = await findDueDelivery(db, messageQueue, now);
  if (delivery !== undefined) await attempt(webhook, delivery, context);
  return delivery !== undefined;
}

/** Sends a message and records the result. */
async function attempt(
  webhook: WebhookRow,
  delivery: DeliveryRow,
  context: JobContext,
): Promise<void> {
  const startedMs = performance.now();
  const result = await send(webhook, delivery, context);
  const endedAt = new Date(context.now.getTime() + Math.round(performance.now() - startedMs));
  await inTransaction(context.db, null, (transaction) =>
    recordResult(transaction, { webhook, delivery, result, endedAt }),
  );
}

export const recurringWebhookJobs: RecurringJobs = {
  // For events and messages without a job: those of a restored backup, events that waited for free disk space, and
  // messages whose job ended while they were being written.
  'webhooks.due': {
    every: 'minute',
    handle: async ({ db, now, importFolder, freeDiskBytes, log }) => {
      if (await hasEvents(db)) {
        await addJobsNoLater(db, [WRITE_JOB]);
        if (!(await hasFreeDisk(importFolder, freeDiskBytes)))
          log.warn('Webhook messages are not written while less than 1 GB of disk space is free');
      }
      const queues = await findDueQueues(db, now);
      await addJobsNoLater(
        db,
        queues.map((queue) => toJob(queue)),
      );
    },
  },
  'webhooks.sweep': {
    every: 'day',
    handle: async ({ db, now, shutdownSignal }) => {
      const cutoff = new Date(now.getTime() - DELIVERY_RETENTION_MS);
      while (
        !shutdownSignal.aborted &&
        (await deleteRowsBefore(db, 'webhook_deliveries', cutoff)) > 0
      );
    },
  },
};

type Result = { status: number | null; response: string };

/** Sends a message once. Network errors are returned as results. */
async function send(
  webhook: WebhookRow,
  { message_id: id, body }: DeliveryRow,
  { now, dataKey, shutdownSignal, allowsPrivateWebhooks = false }: JobContext,
): Promise<Result> {
  const validUntil = webhook.previous_secret_until;
  const encryptedSecrets = [
    webhook.secret,
    ...(webhook.previous_secret !== null && validUntil !== null && validUntil > now
      ? [webhook.previous_secret]
      : []),
  ];
  const secrets = encryptedSecrets.map((secret) =>
    decryptSecret(dataKey, secret, secretOwner(webhook.id)),
  );
  try {
    const { status, body: text } = await sendOutbound({
      url: webhook.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signMessage({ id, body, at: now }, secrets),
      },
      body,
      reach: allowsPrivateWebhooks ? 'any' : 'public',
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
      whenLarger: 'truncate',
      signal: shutdownSignal,
    });
    return { status, response: text.toString() };
  } catch (error) {
    // A shutdown is not a result. The job runs again.
    if (!(error instanceof OutboundError)) throw error;
    return { status: null, response: error.message };
  }
}

/** Records the result of an attempt. After a failure, schedules a retry, or disables the webhook. */
async function recordResult(
  transaction: Database,
  {
    webhook,
    delivery,
    result: { status, response },
    endedAt,
  }: { webhook: WebhookRow; delivery: DeliveryRow; result: Result; endedAt: Date },
): Promise<void> {
  const tries = delivery.tries + 1;
  const outcome = {
    tries,
    response_status: status,
    // PostgreSQL cannot store NUL.
    response: response.replaceAll('\0', '').slice(0, MAX_RESPONSE_LENGTH),
  };
  if (status !== null && status >= 200 && status < 300) {
    await updateDelivery(transaction, delivery.id, {
      ...outcome,
      status: 'delivered',
      next_try_at: null,
    });
    await updateWebhook(transaction, webhook.id, { last_good_at: endedAt });
    return;
  }
  const reason = await findDisabledReason(transaction, webhook, { status, at: endedAt });
  if (reason !== null) await disable(transaction, webhook, { reason, now: endedAt });
  const delayMs = RETRY_DELAYS_MS[tries - 1];
  if (reason !== null || delayMs === undefined) {
    await updateDelivery(transaction, delivery.id, {
      ...outcome,
      status: 'failed',
      next_try_at: null,
    });
    return;
  }
  const jitter = 1 + randomInt(JITTER_STEPS) / JITTER_STEPS / 10;
  const runAt = new Date(endedAt.getTime() + Math.round(delayMs * jitter));
  await updateDelivery(transaction, delivery.id, { ...outcome, next_try_at: runAt });
}

/** Returns why a failed attempt disables the webhook; null if it does not, or if an admin has changed the URL. */
async function findDisabledReason(
  transaction: Database,
  { id, url }: WebhookRow,
  { status, at }: { status: number | null; at: Date },
): Promise<'gone' | 'failing' | null> {
  const webhook = await findWebhook(transaction, id, { lock: true });
  if (webhook?.is_enabled !== true || webhook.url !== url) return null;
  if (status === STATUS_GONE) return 'gone';
  return at.getTime() - webhook.last_good_at.getTime() > MAX_FAILING_MS ? 'failing' : null;
}

async function disable(
  transaction: Database,
  { id, url }: WebhookRow,
  { reason, now }: { reason: 'gone' | 'failing'; now: Date },
): Promise<void> {
  await updateWebhook(transaction, id, { is_enabled: false, disabled_reason: reason });
  await recordAudit(transaction, SITE_ACTOR, {
    action: 'webhook.changed',
    entity: toAuditEntity({ id, url }),
    changes: { isEnabled: ['true', 'false'] },
    now,
  });
  const explanation = reason === 'gone' ? 'its server responded with 410' : 'it failed for 5 days';
  for (const userId of await findAdminIds(transaction)) {
    await addNotification(transaction, {
      userId,
      kind: 'webhook',
      title: `The webhook ${new URL(url).host} was disabled: ${explanation}.`,
      link: pagePaths.apiAndWebhooks(),
      createdAt: now,
    });
  }
}
