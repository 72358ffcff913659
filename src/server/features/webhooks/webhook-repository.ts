import { type RawBuilder, sql } from 'kysely';
import type { WebhookDelivery, WebhookEvent, WebhookForm } from '#shared/schemas/open/webhook.ts';
import type { Database } from '../../database/database.ts';
import type { Slice } from '../../http/endpoints/paging.ts';

export type WebhookRow = {
  id: string;
  url: string;
  events: WebhookEvent[];
  description: string;
  is_enabled: boolean;
  disabled_reason: 'gone' | 'failing' | null;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  last_good_at: Date;
  created_at: Date;
};

export type DeliveryRow = {
  id: string;
  webhook_id: string;
  message_id: string;
  event: WebhookDelivery['event'];
  body: string;
  status: WebhookDelivery['status'];
  tries: number;
  response_status: number | null;
  response: string | null;
  created_at: Date;
  next_try_at: Date | null;
};

/** Returns all webhooks, oldest first. */
export async function findWebhooks(db: Database): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`select * from webhooks order by id`.execute(db);
  return rows;
}

export async function findWebhook(
  db: Database,
  id: string,
  { lock = false } = {},
): Promise<WebhookRow | undefined> {
  const { rows } = await sql<WebhookRow>`
    select * from webhooks where id = ${id} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/** Counts webhooks, and blocks changes to their number until the transaction ends. */
export async function lockAndCount(transaction: Database): Promise<number> {
  await sql`lock table webhooks in share row exclusive mode`.execute(transaction);
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from webhooks`.execute(transaction);
  return rows[0]?.count ?? 0;
}

/** Inserts a webhook without a secret. @returns its ID */
export async function insertWebhook(
  db: Database,
  { url, events, isEnabled, description }: WebhookForm,
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into webhooks (url, events, is_enabled, description, secret, last_good_at, created_at)
    values (${url}, ${events}::text[], ${isEnabled}, ${description}, '', ${now}, ${now}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

/** Updates columns of a webhook. */
export async function updateWebhook(
  db: Database,
  id: string,
  changes: Partial<Omit<WebhookRow, 'id' | 'created_at'>>,
): Promise<void> {
  const assignments = Object.entries(changes).map(
    ([name, value]): RawBuilder<unknown> => sql`${sql.ref(name)} = ${value}`,
  );
  if (assignments.length === 0) return;
  await sql`update webhooks set ${sql.join(assignments)} where id = ${id}`.execute(db);
}

export async function deleteWebhook(db: Database, id: string): Promise<void> {
  await sql`delete from webhooks where id = ${id}`.execute(db);
}

/** A new delivery. */
export type NewDelivery = Pick<DeliveryRow, 'id' | 'webhook_id' | 'event'>;

/** Inserts deliveries. */
export async function insertDeliveries(
  db: Database,
  deliveries: readonly Pick<
    DeliveryRow,
    'webhook_id' | 'message_id' | 'event' | 'body' | 'created_at'
  >[],
): Promise<NewDelivery[]> {
  const { rows } = await sql<NewDelivery>`
    insert into webhook_deliveries (webhook_id, message_id, event, body, created_at, next_try_at)
    select d.webhook_id, d.message_id, d.event, d.body, d.created_at, d.created_at
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
      as d (webhook_id bigint, message_id text, event text, body text, created_at timestamptz)
    returning id, webhook_id, event`.execute(db);
  return rows;
}

export async function findDelivery(db: Database, id: string): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select * from webhook_deliveries where id = ${id}`.execute(db);
  return rows[0];
}

/**
 * The queues into which a webhook's messages are divided: 1 for listing events, because an import can
 * cause thousands of them, and 0 for all others. Each queue sends one message at a time.
 */
export const WEBHOOK_QUEUES = [0, 1] as const;

/** One of a webhook's queues. */
export type MessageQueue = { webhookId: string; queue: number };

export const queueOf = ({
  event,
  webhook_id: webhookId,
}: Pick<DeliveryRow, 'event' | 'webhook_id'>): MessageQueue => ({
  webhookId,
  queue: event.startsWith('listing.') ? 1 : 0,
});

/** Matches the waiting messages of a queue. Repeats the literals of the index `webhook_deliveries_waiting`. */
const isWaitingIn = ({ webhookId, queue }: MessageQueue) =>
  sql`webhook_id = ${webhookId} and status = 'waiting'
    and case when event like 'listing.%' then 1 else 0 end = ${queue}`;

/** Returns the message of a queue that has been due for the longest time; undefined if none is due. */
export async function findDueDelivery(
  db: Database,
  queue: MessageQueue,
  now: Date,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select * from webhook_deliveries where ${isWaitingIn(queue)} and next_try_at <= ${now}
    order by next_try_at, id limit 1`.execute(db);
  return rows[0];
}

/** Returns when a queue's next message is due; undefined if none waits. */
export async function findNextTryAt(db: Database, queue: MessageQueue): Promise<Date | undefined> {
  const { rows } = await sql<{ time: Date }>`
    select next_try_at as time from webhook_deliveries where ${isWaitingIn(queue)}
    order by next_try_at, id limit 1`.execute(db);
  return rows[0]?.time;
}

/** Returns the queues that have due messages. */
export async function findDueQueues(db: Database, now: Date): Promise<MessageQueue[]> {
  const { rows } = await sql<{ id: string }>`select id from webhooks`.execute(db);
  const dueQueues: MessageQueue[] = [];
  for (const { id: webhookId } of rows)
    for (const queue of WEBHOOK_QUEUES)
      if ((await findDueDelivery(db, { webhookId, queue }, now)) !== undefined)
        dueQueues.push({ webhookId, queue });
  return dueQueues;
}

/** Marks a queue's due messages as failed, except pings. */
export async function failDueDeliveries(
  db: Database,
  queue: MessageQueue,
  { response, now }: { response: string; now: Date },
): Promise<void> {
  await sql`
    update webhook_deliveries set status = 'failed', response = ${response}, next_try_at = null
    where ${isWaitingIn(queue)} and next_try_at <= ${now} and event <> 'ping'`.execute(db);
}

/** Returns one page of a webhook's deliveries since a time, newest first. */
export async function findDeliveries(
  db: Database,
  webhookId: string,
  since: Date,
  { offset, limit }: Slice,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const condition = sql`webhook_id = ${webhookId} and created_at >= ${since}`;
  const page = await sql<DeliveryRow>`select * from webhook_deliveries where ${condition}
      order by id desc limit ${limit} offset ${offset}`.execute(db);
  const count = await sql<{ count: number }>`
      select count(*)::int as count from webhook_deliveries where ${condition}`.execute(db);
  return { rows: page.rows, total: count.rows[0]?.count ?? 0 };
}

/** Updates columns of a delivery. */
export async function updateDelivery(
  db: Database,
  id: string,
  changes: Partial<
    Pick<DeliveryRow, 'status' | 'tries' | 'response_status' | 'response' | 'next_try_at'>
  >,
): Promise<void> {
  const assignments = Object.entries(changes).map(
    ([name, value]): RawBuilder<unknown> => sql`${sql.ref(name)} = ${value}`,
  );
  await sql`update webhook_deliveries set ${sql.join(assignments)} where id = ${id}`.execute(db);
}

/** An event recorded by a trigger. */
export type EventRow = {
  id: string;
  type: WebhookEvent;
  subject_id: string;
  stored: StoredListing | null;
  created_at: Date;
};

/** The last state of a deleted or withdrawn listing: its table rows, and its next open house in the format of responses. */
export type StoredListing = {
  property: unknown;
  agent: unknown;
  images: unknown;
  nextOpenHouse?: unknown;
};

/** Returns the public state of a listing that is no longer displayed; undefined for other listings. */
export async function findWithdrawnListing(
  db: Database,
  id: string,
): Promise<StoredListing | undefined> {
  const { rows } = await sql<{ stored: StoredListing }>`
    select stored_listing(p) as stored from properties p
    where p.id = ${id} and p.publish_state = 'published' and not p.is_displayed`.execute(db);
  return rows[0]?.stored;
}

/** Returns whether any event waits for its messages to be written. */
export async function hasEvents(db: Database): Promise<boolean> {
  const { rows } = await sql`select from webhook_events limit 1`.execute(db);
  return rows.length > 0;
}

/** Locks and returns the oldest events. */
export async function lockEvents(transaction: Database, limit: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select id, type, subject_id, stored, created_at from webhook_events
    order by id limit ${limit} for update skip locked`.execute(transaction);
  return rows;
}

export async function deleteEvents(transaction: Database, ids: readonly string[]): Promise<void> {
  await sql`delete from webhook_events where id = any(${[...ids]}::bigint[])`.execute(transaction);
}

/** Returns the IDs of all admins. */
export async function findAdminIds(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where role = 'admin' order by id`.execute(db);
  return rows.map(({ id }) => id);
}
