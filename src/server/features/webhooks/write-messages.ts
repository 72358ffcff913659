/** Writes messages for recorded events. Their data has the format of API responses. */

import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { findInquiryRecord } from '../inquiries/inquiry-serializer.ts';
import { readDeletedProperty, readEachProperty } from '../properties/property-serializer.ts';
import { findReportRecord } from '../reports/report-service.ts';
import { delayErasures } from '../notifications/trace-service.ts';
import { findTourRecord } from '../tours/tour-change-service.ts';
import { findUserRecord } from '../users/user-record-service.ts';
import {
  type NewDelivery,
  type EventRow,
  findWebhooks,
  findWithdrawnListing,
  insertDeliveries,
  lockEvents,
  deleteEvents,
} from './webhook-repository.ts';

const MAX_TRANSACTION_EVENTS = 200;
/**
 * A transaction ends after the event whose messages exceed this total number of characters, because
 * all its messages are in memory at the same time.
 */
const MAX_TRANSACTION_LENGTH = 2_000_000;

/**
 * Consumes some of the oldest events and writes a message for each enabled webhook that subscribes to
 * them. Events whose record can no longer be read get no message.
 *
 * @returns the number of consumed events, and the messages to send
 */
export async function writeMessages(
  transaction: Database,
  now: Date,
): Promise<{ count: number; deliveries: NewDelivery[] }> {
  await delayErasures(transaction);
  const events = await lockEvents(transaction, MAX_TRANSACTION_EVENTS);
  if (events.length === 0) return { count: 0, deliveries: [] };
  const webhooks = (await findWebhooks(transaction)).filter((webhook) => webhook.is_enabled);
  const readData = await createReader(transaction, events, now);
  const deliveries = [];
  const consumedIds = [];
  let length = 0;
  for (const event of events) {
    if (length > MAX_TRANSACTION_LENGTH) break;
    consumedIds.push(event.id);
    const subscribedWebhooks = webhooks.filter((webhook) => webhook.events.includes(event.type));
    const data = subscribedWebhooks.length === 0 ? undefined : await readData(event);
    if (data === undefined) continue;
    const timestamp = event.created_at.toISOString();
    const body = JSON.stringify({ type: event.type, timestamp, data });
    length += body.length * subscribedWebhooks.length;
    for (const { id } of subscribedWebhooks) {
      deliveries.push({
        webhook_id: id,
        message_id: `msg_${randomUUID()}`,
        event: event.type,
        body,
        created_at: now,
      });
    }
  }
  await deleteEvents(transaction, consumedIds);
  return { count: consumedIds.length, deliveries: await insertDeliveries(transaction, deliveries) };
}

/** Creates a function that returns an event's record. Reads all listings in one statement. */
async function createReader(
  db: Database,
  events: readonly EventRow[],
  now: Date,
): Promise<(event: EventRow) => Promise<unknown>> {
  const listingIds = events
    .filter(({ type, stored }) => type.startsWith('listing.') && stored === null)
    .map((event) => event.subject_id);
  const listings = await readEachProperty(db, listingIds, 'published', now);
  return async ({ type, subject_id: id, stored }) => {
    switch (type) {
      case 'listing.deleted':
        return stored === null ? undefined : readDeletedProperty(db, stored, now);
      case 'listing.published':
      case 'listing.updated':
      case 'listing.unavailable': {
        const json = listings.get(id);
        if (json !== undefined) return JSON.parse(json.text) as unknown;
        const withdrawn =
          type === 'listing.unavailable' ? await findWithdrawnListing(db, id) : undefined;
        return withdrawn === undefined ? undefined : readDeletedProperty(db, withdrawn, now);
      }
      case 'inquiry.created':
      case 'inquiry.answered':
        return findInquiryRecord(db, id);
      case 'tour.booked':
      case 'tour.changed':
      case 'tour.canceled':
        return findTourRecord(db, id);
      case 'user.registered':
        return findUserRecord(db, id);
      case 'report.created':
        return findReportRecord(db, id);
      default:
        return type satisfies never;
    }
  };
}
