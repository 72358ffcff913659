import type { Webhook, WebhookDelivery, WebhookEvent } from '#shared/schemas/open/webhook.ts';

/** The label of every event, in form order. */
export const EVENT_LABELS: Readonly<Record<WebhookEvent, string>> = {
  'listing.published': 'A listing is published',
  'listing.updated': 'A listing changes',
  'listing.unavailable': 'A listing becomes unavailable',
  'listing.deleted': 'A listing is deleted',
  'inquiry.created': 'An inquiry is received',
  'inquiry.answered': 'An inquiry is answered',
  'tour.booked': 'A tour is booked',
  'tour.changed': 'A tour changes',
  'tour.canceled': 'A tour is canceled',
  'user.registered': 'An account is created',
  'report.created': 'A listing is reported',
};
export const EVENTS = Object.keys(EVENT_LABELS) as WebhookEvent[];

export function stateText({ isEnabled, disabledReason }: Webhook): string {
  if (isEnabled) return 'Enabled';
  if (disabledReason === 'gone') return 'Disabled: the receiver returned 410';
  return disabledReason === 'failing' ? 'Disabled: deliveries failed for five days' : 'Disabled';
}

export const DELIVERY_LABELS: Readonly<Record<WebhookDelivery['status'], string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};

/** Formats events: `All events`, `5 events`, or the name of a single event. */
export const eventsText = (events: readonly WebhookEvent[]): string =>
  events.length === EVENTS.length
    ? 'All events'
    : events.length === 1
      ? (events[0] ?? '')
      : `${events.length} events`;
