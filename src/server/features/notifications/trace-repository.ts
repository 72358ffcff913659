/** Deletes copies of the data of inquiries, tours, and accounts. */

import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/** Deletes notifications by link or tour, and events about them or about inquiries or tours. */
export async function deleteNotificationsAbout(
  transaction: Database,
  subject: {
    kind: 'inquiry' | 'tour';
    ids: readonly string[];
    links: readonly string[];
    tourIds: readonly string[];
  },
): Promise<void> {
  const { kind, ids, links, tourIds } = subject;
  await sql`
    with deleted as (
      delete from notifications
      where link = any(${[...links]}::text[]) or tour_id = any(${[...tourIds]}::bigint[]) returning id
    )
    delete from events
    where (kind = 'notification' and data ->> '_id' in (select id::text from deleted))
      or (kind = ${kind} and data ->> '_id' = any(${[...ids]}::text[]))`.execute(transaction);
}

/**
 * Until the transaction ends, `shared` allows writing webhook messages, and `exclusive` prevents it. Otherwise, a
 * message that was being written during an erasure could contain the erased data.
 */
export async function lockMessageWriting(
  transaction: Database,
  mode: 'shared' | 'exclusive',
): Promise<void> {
  const lock = sql.ref(
    mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock',
  );
  await sql`select ${lock}(hashtextextended('webhook messages', 0))`.execute(transaction);
}

/** Deletes webhook messages about records, sent or not. */
export async function deleteMessagesAbout(
  transaction: Database,
  kind: 'inquiry' | 'tour' | 'user',
  ids: readonly string[],
): Promise<void> {
  await lockMessageWriting(transaction, 'exclusive');
  await sql`
    delete from webhook_deliveries
    where event not like 'listing.%' and starts_with(event, ${`${kind}.`})
      and body::jsonb #>> '{data,_id}' = any(${[...ids]}::text[])`.execute(transaction);
}
