import type { Webhook, WebhookDelivery } from '#shared/schemas/open/webhook.ts';
import type { DeliveryRow, WebhookRow } from './webhook-repository.ts';

/** Converts a webhook for responses, without its secret. */
export function toWebhook(row: WebhookRow): Webhook {
  return {
    _id: row.id,
    url: row.url,
    events: row.events,
    isEnabled: row.is_enabled,
    description: row.description,
    disabledReason: row.disabled_reason,
    createdAt: row.created_at.toISOString(),
  };
}

export function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    _id: row.id,
    event: row.event,
    tries: row.tries,
    status: row.status,
    responseStatus: row.response_status,
    response: row.response,
    createdAt: row.created_at.toISOString(),
    nextTryAt: row.next_try_at?.toISOString() ?? null,
  };
}
