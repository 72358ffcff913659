/** Management of webhooks by admins (docs/product/webhooks.md). */

import { randomUUID } from 'node:crypto';
import { can } from '#shared/permissions.ts';
import type { PageQuery } from '#shared/schemas/common.ts';
import {
  type Webhook,
  type WebhookChanges,
  type WebhookDelivery,
  type WebhookForm,
  MAX_WEBHOOKS,
  type WebhookWithSecret,
} from '#shared/schemas/open/webhook.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import { allowLongStatements, type Database } from '../../database/database.ts';
import { AppError, forbidden, notFound, validationFailed } from '../../errors/app-error.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { toSlice } from '../../http/endpoints/paging.ts';
import { OutboundError } from '../../http/outbound/outbound-error.ts';
import { checkTarget } from '../../http/outbound/outbound-request.ts';
import { type DataKey, encryptSecret } from '../../storage/data-key.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { addDeliveryJobs, DELIVERY_RETENTION_MS, secretOwner } from './webhook-jobs.ts';
import {
  deleteWebhook,
  findDeliveries,
  findDelivery,
  findWebhook,
  findWebhooks,
  insertDeliveries,
  insertWebhook,
  lockAndCount,
  updateDelivery,
  updateWebhook,
  type WebhookRow,
} from './webhook-repository.ts';
import { toDelivery, toWebhook } from './webhook-serializer.ts';
import { toAuditEntity, withoutPath } from './webhook-audit.ts';
import { createWebhookSecret } from './webhook-signature.ts';

/** How long messages are also signed with the old secret after a rotation. */
const ROTATION_MS = 24 * 60 * 60 * 1000;

export function createWebhookService(options: {
  db: Database;
  dataKey: DataKey;
  /** Whether webhooks can have private addresses (README.md, Settings: WEBHOOK_ALLOW_PRIVATE). */
  allowsPrivate: boolean;
  now: () => Date;
}) {
  const { db, dataKey, allowsPrivate, now } = options;

  /**
   * Rejects URLs to which messages must not be sent: without HTTPS, or with a private address
   * (see `allowsPrivate` for exceptions).
   *
   * @throws AppError VALIDATION_FAILED
   */
  async function checkUrl(url: string): Promise<void> {
    const invalidUrlError = (message: string) => validationFailed([{ path: 'url', message }]);
    try {
      const { protocol, hostname } = await checkTarget(url, allowsPrivate ? 'any' : 'public');
      const allowsHttp = allowsPrivate && isLoopbackName(hostname);
      if (protocol !== 'https:' && !allowsHttp) throw invalidUrlError('Enter an https URL.');
    } catch (error) {
      throw error instanceof OutboundError ? invalidUrlError(error.message) : error;
    }
  }

  /** Locks a webhook, and runs an admin's change to it. */
  async function withWebhook<T>(
    actor: SignedIn,
    id: string,
    change: (transaction: Database, webhook: WebhookRow) => Promise<T>,
  ): Promise<T> {
    return inActorTransaction(db, actor, async (transaction, current) => {
      if (!can(current, 'webhook:manage')) throw forbidden();
      const webhook = await findWebhook(transaction, id, { lock: true });
      if (webhook === undefined) throw notFound('Webhook not found.');
      return change(transaction, webhook);
    });
  }

  async function read(db: Database, id: string): Promise<WebhookRow> {
    const webhook = await findWebhook(db, id);
    if (webhook === undefined) throw notFound('Webhook not found.');
    return webhook;
  }

  async function readDelivery(db: Database, id: string): Promise<WebhookDelivery> {
    const row = await findDelivery(db, id);
    if (row === undefined) throw notFound('Delivery not found.');
    return toDelivery(row);
  }

  return {
    list: async (): Promise<Webhook[]> => (await findWebhooks(db)).map(toWebhook),

    /** @throws AppError VALIDATION_FAILED for the URL, FORBIDDEN, CONFLICT at the maximum number of webhooks */
    async create(actor: SignedIn, form: WebhookForm): Promise<WebhookWithSecret> {
      await checkUrl(form.url);
      return inActorTransaction(db, actor, async (transaction, current) => {
        if (!can(current, 'webhook:manage')) throw forbidden();
        if ((await lockAndCount(transaction)) >= MAX_WEBHOOKS)
          throw new AppError('CONFLICT', `There can be at most ${MAX_WEBHOOKS} webhooks.`);
        const id = await insertWebhook(transaction, form, now());
        const secret = createWebhookSecret();
        await updateWebhook(transaction, id, {
          secret: encryptSecret(dataKey, secret, secretOwner(id)),
        });
        const webhook = await read(transaction, id);
        await recordAudit(transaction, actor, {
          action: 'webhook.created',
          entity: toAuditEntity(webhook),
          changes: { events: [null, form.events.join(', ')] },
          now: now(),
        });
        return { ...toWebhook(webhook), secret };
      });
    },

    /**
     * Changes a webhook. Enabling it resets its failures.
     *
     * @throws AppError VALIDATION_FAILED for the URL, FORBIDDEN, NOT_FOUND
     */
    async change(actor: SignedIn, id: string, changes: WebhookChanges): Promise<Webhook> {
      if (changes.url !== undefined) await checkUrl(changes.url);
      return withWebhook(actor, id, async (transaction, before) => {
        const { url, events, isEnabled, description } = changes;
        await updateWebhook(transaction, id, {
          ...(url === undefined ? {} : { url }),
          ...(events === undefined ? {} : { events }),
          ...(description === undefined ? {} : { description }),
          ...(isEnabled === undefined ? {} : { is_enabled: isEnabled }),
          ...(isEnabled === true ? { disabled_reason: null, last_good_at: now() } : {}),
        });
        const after = toWebhook(await read(transaction, id));
        const previous = toWebhook(before);
        const names = ['url', 'events', 'isEnabled', 'description'] as const;
        const changedNames = names.filter((name) => String(previous[name]) !== String(after[name]));
        if (changedNames.length > 0) {
          await recordAudit(transaction, actor, {
            action: 'webhook.changed',
            entity: toAuditEntity(before),
            changes: Object.fromEntries(
              changedNames.map((name) => [
                name,
                [previous[name], after[name]].map((value) =>
                  name === 'url' ? withoutPath(String(value)) : String(value),
                ) as [string, string],
              ]),
            ),
            now: now(),
          });
        }
        return after;
      });
    },

    async delete(actor: SignedIn, id: string): Promise<void> {
      await withWebhook(actor, id, async (transaction, webhook) => {
        // A webhook can have millions of messages.
        await allowLongStatements(transaction);
        await deleteWebhook(transaction, id);
        await recordAudit(transaction, actor, {
          action: 'webhook.deleted',
          entity: toAuditEntity(webhook),
          now: now(),
        });
      });
    },

    async rotate(actor: SignedIn, id: string): Promise<WebhookWithSecret> {
      return withWebhook(actor, id, async (transaction, webhook) => {
        const secret = createWebhookSecret();
        await updateWebhook(transaction, id, {
          secret: encryptSecret(dataKey, secret, secretOwner(id)),
          previous_secret: webhook.secret,
          previous_secret_until: new Date(now().getTime() + ROTATION_MS),
        });
        await recordAudit(transaction, actor, {
          action: 'webhook.secret_rotated',
          entity: toAuditEntity(webhook),
          now: now(),
        });
        return { ...toWebhook(webhook), secret };
      });
    },

    /** Sends `ping`, even to a disabled webhook. */
    async test(actor: SignedIn, id: string): Promise<WebhookDelivery> {
      return withWebhook(actor, id, async (transaction) => {
        const at = now();
        const body = JSON.stringify({
          type: 'ping',
          timestamp: at.toISOString(),
          data: { webhookId: id },
        });
        const message = { event: 'ping', message_id: `msg_${randomUUID()}`, body } as const;
        const deliveries = await insertDeliveries(transaction, [
          { ...message, webhook_id: id, created_at: at },
        ]);
        await addDeliveryJobs(transaction, deliveries);
        return readDelivery(transaction, deliveries[0]?.id ?? '');
      });
    },

    async listDeliveries(
      id: string,
      query: PageQuery,
    ): Promise<{ deliveries: WebhookDelivery[]; total: number }> {
      await read(db, id);
      const since = new Date(now().getTime() - DELIVERY_RETENTION_MS);
      const { rows, total } = await findDeliveries(db, id, since, toSlice(query));
      return { deliveries: rows.map(toDelivery), total };
    },

    /** Sends a message again, with the same `webhook-id`. */
    async redeliver(actor: SignedIn, id: string, deliveryId: string): Promise<WebhookDelivery> {
      return withWebhook(actor, id, async (transaction) => {
        const delivery = await findDelivery(transaction, deliveryId);
        if (delivery?.webhook_id !== id) throw notFound('Delivery not found.');
        await updateDelivery(transaction, deliveryId, {
          status: 'waiting',
          tries: 0,
          next_try_at: now(),
        });
        await addDeliveryJobs(transaction, [delivery]);
        return readDelivery(transaction, deliveryId);
      });
    },
  };
}

/** Returns whether a host name refers to this machine. */
const isLoopbackName = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
